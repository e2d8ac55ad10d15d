/** The findings in a greenhouse, each with its sensor. */

import { alertIdOf } from "@greenhouse/domain/alerts/ids";
import { byUrgency, findingsOf } from "@greenhouse/domain/alerts/findings";
import type { Limits, SensorFinding } from "@greenhouse/domain/alerts/findings";
import type { Sensor } from "../farm/farm";
import type { SensorState } from "../values/latest";

export type GreenhouseFinding = SensorFinding & {
  readonly sensor: Sensor;
  /** When the page saw it begin, in Unix milliseconds; undefined if it had begun before. */
  readonly begunAt?: number | undefined;
};

/**
 * Returns the findings in a greenhouse, the worst first.
 * @param reported the ids of the findings that were reported last time or have an open alert. Such a finding is reported
 * until the value is within its bound by a margin.
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
    return findingsOf(limits, state, sensor.role, (alert) =>
      reported.has(alertIdOf({ ...alert, uid: sensor.uid })),
    ).map((finding) => ({ ...finding, sensor }));
  });
  return found.toSorted(byUrgency);
}

/** Returns the id of the alert about this finding. */
export function idOf(finding: GreenhouseFinding): string {
  return alertIdOf({ ...finding, uid: finding.sensor.uid });
}
