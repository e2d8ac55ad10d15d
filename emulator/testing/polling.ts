/** Waiting for a condition that sends no event. */

import { setTimeout as pass } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";

/** How long to wait, in milliseconds. */
export const POLLING_TIMEOUT_MS = 60_000;

const INTERVAL_MS = 20;

/**
 * Polls until the value is as expected. Fails with the difference.
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
