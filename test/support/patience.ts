/** How long tests wait, and how they wait for what nobody tells of. */

import { setTimeout as pass } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";

/** What is not there after this many milliseconds does not come. */
export const PATIENCE = 15_000;

const BETWEEN_LOOKS = 20;

/** Looks until what is found is as expected; what differs in the end is shown. */
export async function expectSoon<T>(look: () => Promise<T>, expected: T): Promise<void> {
  const end = performance.now() + PATIENCE;
  let found = await look();
  while (!isDeepStrictEqual(found, expected) && performance.now() < end) {
    await pass(BETWEEN_LOOKS);
    found = await look();
  }
  expect(found).toEqual(expected);
}
