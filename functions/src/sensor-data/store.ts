/** Decides and stores. Nothing is refused because of a cached record: that is decided again on a fresh one. */

import { Unavailable } from "../database/database";
import { accept, type Result } from "../http/refusal";

/** What comes of a request, and whether all of it rests on what was read for this very decision. */
export interface Decision<T> {
  readonly result: Result<T>;
  readonly isFresh: boolean;
}

/**
 * @param decide called with whether the decision must be fresh
 * @param commit stores what is accepted, and returns what is stored of it
 * @throws Unavailable when the database's rules deny what was decided on fresh records, twice
 */
export async function store<T>(
  decide: (mustBeFresh: boolean) => Promise<Decision<T>>,
  commit: (accepted: T, isFresh: boolean) => Promise<T | "denied">,
): Promise<Result<T>> {
  let mustBeFresh = false;
  let denials = 0;
  while (denials < 2) {
    const { result, isFresh } = await decide(mustBeFresh);
    if (result.ok) {
      const stored = await commit(result.value, isFresh);
      if (stored !== "denied") return accept(stored);
      // A sensor may have been unlinked since it was read. Denied twice on fresh records, the rules are wrong.
      if (isFresh) denials += 1;
    } else if (isFresh) return result;
    mustBeFresh = true;
  }
  throw new Unavailable("denied", "The database's rules deny a registered sensor's reading.");
}
