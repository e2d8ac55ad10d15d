/** What a grower has to look after in a greenhouse. */

import { attentionOf as attentionOfSensor, rankAttention } from "../../../domain/src/attention";
import type { Attention as SensorAttention, Limits } from "../../../domain/src/attention";
import type { Sensor } from "./farm";
import type { SensorState } from "./latest";

export type Attention = SensorAttention & { readonly sensor: Sensor };

/** Of all sensors, the worst first. */
export function attentionOf(
  limits: Limits,
  sensors: readonly Sensor[],
  states: ReadonlyMap<string, SensorState>,
): readonly Attention[] {
  const found = sensors.flatMap((sensor) => {
    const state = states.get(sensor.uid);
    if (state === undefined) return [];
    return attentionOfSensor(limits, state, sensor.role).map((one) => ({
      attention: { ...one, sensor },
    }));
  });
  return rankAttention(found).map(({ attention }) => attention);
}
