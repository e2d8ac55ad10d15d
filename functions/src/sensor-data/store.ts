/** Decides and stores. Nothing is refused because of a cached record: that is decided again on a fresh one. */

import { Unavailable, type Database, type Update } from "../database/database";
import { accept, type Result } from "../http/refusal";
import { withoutMarks } from "./plan";

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

/** @param isLarge whether it waits for its turn */
export async function commitReadings(
  database: Database,
  plan: () => Update,
  isLarge = false,
): Promise<"stored" | "denied"> {
  const commit = (make: () => Update): Promise<"stored" | "denied"> =>
    isLarge ? database.commitLarge(make) : database.commit(make());
  const result = await commit(plan);
  if (result === "stored") return result;
  // Rules from before there were roll-ups know no marks, and there is nothing to fold anew: the readings alone are stored.
  const update = plan();
  const isMarked = Object.keys(withoutMarks(update)).length < Object.keys(update).length;
  return isMarked ? commit(() => withoutMarks(plan())) : result;
}
