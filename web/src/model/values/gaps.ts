/** How often a sensor reports, and how long a pause may be before it is a gap. */

import { MINUTE_MS } from "@greenhouse/domain/time";

/** Shorter pauses never count as a gap, in milliseconds. A board may have restarted, or a radio retried. */
const MIN_GAP_MS = 2 * MINUTE_MS;
const MISSED_REPORTS = 3;
/** For a sensor with an unknown interval, in milliseconds. */
const ASSUMED_INTERVAL_MS = 10 * MINUTE_MS;

/** Returns the median time between reports, in milliseconds; undefined below three reports. */
export function usualInterval(times: readonly number[]): number | undefined {
  if (times.length < 3) return undefined;
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  steps.sort((a, b) => a - b);
  return steps[steps.length >>> 1];
}

/**
 * Returns the time between two reports above which a line has a gap, in milliseconds.
 * @param sampleStep the time between two samples if not all reports were read
 */
export function gapLimit(interval: number | undefined, sampleStep = 0): number {
  const usual = interval ?? (sampleStep === 0 ? ASSUMED_INTERVAL_MS : 0);
  return Math.max(MIN_GAP_MS, MISSED_REPORTS * usual, 2 * sampleStep);
}
