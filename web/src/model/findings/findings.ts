/** Finds the problems in a greenhouse. */

import { alertIdOf } from "@greenhouse/domain/alerts/ids";
import { byUrgency, findingsOf } from "@greenhouse/domain/alerts/findings";
import type { Limits, SensorFinding } from "@greenhouse/domain/alerts/findings";
import type { Sensor } from "../farm/farm";
import type { Beginning } from "./traced-beginning";
import type { SensorState } from "../values/latest";

export type GreenhouseFinding = SensorFinding & {
  readonly sensor: Sensor;
  /** When the problem began, as far as the page saw it or knows it from history. */
  readonly begun?: Beginning | undefined;
};

/**
 * Returns the problems in a greenhouse, the worst first.
 * @param reported the ids of all problems that were reported last time or have an open alert: such a problem stays
 * until its value is within the bound by a margin
 */
export function findingsInGreenhouse(
  limits: Limits,
  sensors: readonly Sensor[],
  states: ReadonlyMap<string, SensorState>,
  reported: ReadonlySet<string>,
): readonly GreenhouseFinding[] {
  const found = sensors.flatMap((sensor) => {
    const state = states.get(sensor.uid);
    if (state === undefined) return [];
    return findingsOf(limits, state, sensor.role, (finding) =>
      reported.has(alertIdOf({ ...finding, uid: sensor.uid })),
    ).map((finding) => ({ ...finding, sensor }));
  });
  return found.toSorted(byUrgency);
}

/** Returns the id of an alert about the same fact. */
export function idOf(finding: GreenhouseFinding): string {
  return alertIdOf({ ...finding, uid: finding.sensor.uid });
}
