/** Keeps values and functions the same from one rendering to the next, so that effects can depend on them. */

import { useCallback, useRef } from "preact/hooks";
import type { Watched } from "../../data/watches/watch";
import { isEqual } from "../../model/values/equal";

/** Returns the earlier value while the new one has the same content. */
export function useSame<T>(value: T): T {
  const kept = useRef(value);
  if (!isEqual(kept.current, value)) kept.current = value;
  return kept.current;
}

/** Returns a function that never changes and calls the newest `action`. For events and effects. */
export function useAction<Inputs extends readonly unknown[], Output>(
  action: (...inputs: Inputs) => Output,
): (...inputs: Inputs) => Output {
  const newest = useRef(action);
  newest.current = action;
  return useCallback((...inputs: Inputs) => newest.current(...inputs), []);
}

/** Returns the last value while a new listener loads, so that a list that grows stays on the screen. */
export function useLastKnown<T>(watched: Watched<T>): Watched<T> {
  const kept = useRef(watched);
  if (watched.status !== "loading") kept.current = watched;
  return kept.current;
}
