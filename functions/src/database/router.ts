/** Keeps one thing for each database instance, and finds it by a sensor's uid or a farm's id. */

import { instanceOf, type Instance } from "../../../domain/src/instances";

/** The URLs of the instances. */
export interface Routes {
  /** Used when no prefix matches. */
  readonly defaultUrl: string;
  readonly others: readonly Instance[];
}

/**
 * @param make called once for each instance, when its first id comes
 * @returns from a uid or a farm's id to what is kept for its instance
 */
export function createRouter<T>(
  { defaultUrl, others }: Routes,
  make: (url: string) => T,
): (id: string) => T {
  const made = new Map<string, T>();
  return (id) => {
    const url = instanceOf(others, id)?.url ?? defaultUrl;
    let kept = made.get(url);
    if (kept === undefined) made.set(url, (kept = make(url)));
    return kept;
  };
}
