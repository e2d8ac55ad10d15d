/** When the problems of a greenhouse began, as far as the page saw it. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import type { SensorState } from "../values/latest";
import { idOf } from "./findings";
import type { GreenhouseFinding } from "./findings";

/** The state of a greenhouse at one check of the page. Times are Unix milliseconds. */
export interface Report {
  readonly at: number;
  /** The page has checked the greenhouse without a pause since then. */
  readonly since: number;
  /** When each problem began, by id; undefined if the page did not see it. */
  readonly begun: ReadonlyMap<string, number | undefined>;
  /** When each sensor was last heard, by uid. */
  readonly heard: ReadonlyMap<string, number | undefined>;
}

/** A longer time between two checks is a pause, in milliseconds. This happens in a hidden page. */
const MAX_PAUSE_MS = MINUTE_MS;

/**
 * Returns the next report. A new problem began with the reading that shows it, if this reading is from after the start
 * of the checks. Values of an earlier visit are on the screen until newer values arrive, and these may be bad for long.
 */
export function nextReport(
  last: Report | undefined,
  findings: readonly GreenhouseFinding[],
  states: ReadonlyMap<string, SensorState>,
  now: number,
): Report {
  const since = last !== undefined && now - last.at < MAX_PAUSE_MS ? last.since : now;
  const heard = new Map([...states].map(([uid, { at }]) => [uid, at]));
  const beginOf = (uid: string): number | undefined => {
    const at = heard.get(uid);
    if (at === undefined || last === undefined || since === now) return undefined;
    // The reading was fine at the last check, so its limits have changed.
    if (last.heard.get(uid) === at) return now;
    return at >= since ? at : undefined;
  };
  const begun = new Map(
    findings.map((finding) => {
      const id = idOf(finding);
      const isKnown = last?.begun.has(id) === true;
      return [id, isKnown ? last.begun.get(id) : beginOf(finding.sensor.uid)];
    }),
  );
  return { at: now, since, begun, heard };
}
