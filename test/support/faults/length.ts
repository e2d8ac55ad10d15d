/**
 * Sets the length of the fault tests: `npm run test:all` runs the short form, `npm run soak` the
 * long one.
 */

const SHORT = {
  /** Devices that send at the same time. */
  devices: 6,
  /** A device's pause between two attempts, in milliseconds. */
  pauseMs: 50,
  /** Readings that each device sends. */
  readings: 40,
  /** How long the database is away, in milliseconds. */
  outageMs: 1_200,
  /** Cases of each property. */
  fuzzRuns: 200,
};

const LONG: typeof SHORT = {
  devices: 200,
  // Without a pause, this number would overload two cores, and the test would only measure the
  // queue.
  pauseMs: 2_000,
  readings: 100,
  outageMs: 60_000,
  fuzzRuns: 100_000,
};

const IS_LONG = process.env["SOAK"] === "1";
export const LENGTH = IS_LONG ? LONG : SHORT;

/**
 * The deadline of the tested functions, in milliseconds. Other tests keep the same database busy,
 * sometimes for more than a second.
 */
export const DEADLINE_MS = IS_LONG ? 10_000 : 2_500;

/**
 * Time that an answer may take beyond its deadline, and that may pass after a fault until the first
 * answer of 200, in milliseconds. Only the soak measures it. Beside other tests a busy machine adds
 * seconds, so there only the status is checked.
 */
export const MARGIN_MS = IS_LONG ? 1_000 : 10_000;
export const RECOVERY_MS = IS_LONG ? 2_000 : 10_000;

/** For `jest.setTimeout`: only ends tests that hang. */
export const TIMEOUT_MS = IS_LONG ? 60 * 60_000 : 600_000;
