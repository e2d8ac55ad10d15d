/** Waits for conditions that send no event. */

import { setTimeout as pass } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";

/** Default time limit. */
export const POLLING_TIMEOUT_MS = 60_000;

const INTERVAL_MS = 20;

/**
 * Polls until the value equals `expected`. Fails with the difference after the time limit.
 * @param expected without matchers such as `expect.any`
 */
export async function expectSoon<T>(
  look: () => Promise<T>,
  expected: T,
  timeoutMs = POLLING_TIMEOUT_MS,
  intervalMs = INTERVAL_MS,
): Promise<void> {
  const end = performance.now() + timeoutMs;
  let found = await look();
  while (!isDeepStrictEqual(found, expected) && performance.now() < end) {
    await pass(intervalMs);
    found = await look();
  }
  expect(found).toEqual(expected);
}
