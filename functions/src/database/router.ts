/**
 * Says which database instance an id belongs to, by what the id begins with, so that nothing is asked to find out. A
 * sensor's registration, its farm and its readings all stand in one instance, where the rules confirm one by the other.
 */

/** Ids that begin with `prefix` belong to the instance at `url`. */
export interface Route {
  readonly prefix: string;
  readonly url: string;
}

/** Where ids belong. */
export interface Routes {
  /** Used when no prefix matches. */
  readonly defaultUrl: string;
  readonly others: readonly Route[];
}

/**
 * @param make what is kept for one instance: made when the first id of that instance comes, and once
 * @returns from a uid or a farm's id to what is kept for its instance; of prefixes that fit, the longest decides
 */
export function createRouter<T>(
  { defaultUrl, others }: Routes,
  make: (url: string) => T,
): (id: string) => T {
  const longestFirst = others.toSorted((a, b) => b.prefix.length - a.prefix.length);
  const made = new Map<string, T>();
  return (id) => {
    const url = longestFirst.find(({ prefix }) => id.startsWith(prefix))?.url ?? defaultUrl;
    let kept = made.get(url);
    if (kept === undefined) made.set(url, (kept = make(url)));
    return kept;
  };
}
