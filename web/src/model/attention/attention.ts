/** Finds the problems in a greenhouse. */

import { alertIdOf } from "@greenhouse/domain/alerts/ids";
import { attentionOf, byUrgency } from "@greenhouse/domain/alerts/attention";
import type { Attention as SensorAttention, Limits } from "@greenhouse/domain/alerts/attention";
import type { Sensor } from "../farm/farm";
import type { SensorState } from "../values/latest";

export type Attention = SensorAttention & {
  readonly sensor: Sensor;
  /** When the page saw the problem begin, in Unix milliseconds; undefined if it began before. */
  readonly begunAt?: number | undefined;
};

/**
 * Returns the problems in a greenhouse, the worst first.
 * @param said the ids of all problems that were reported last time or have an open alert: such a problem stays until
 * its value is within the bound by a margin
 */
export function attentionInGreenhouse(
  limits: Limits,
  sensors: readonly Sensor[],
  states: ReadonlyMap<string, SensorState>,
  said: ReadonlySet<string>,
): readonly Attention[] {
  const found = sensors.flatMap((sensor) => {
    const state = states.get(sensor.uid);
    if (state === undefined) return [];
    return attentionOf(limits, state, sensor.role, (one) =>
      said.has(alertIdOf({ ...one, uid: sensor.uid })),
    ).map((one) => ({ ...one, sensor }));
  });
  return found.toSorted(byUrgency);
}

/** Returns the id of an alert about the same fact. */
export function idOf(attention: Attention): string {
  return alertIdOf({ ...attention, uid: attention.sensor.uid });
}
