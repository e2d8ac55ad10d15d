/** What a grower has to look after in a greenhouse. */

import {
  attentionOf as attentionOfSensor,
  LOW_BATTERY,
  rankAttention,
} from "../../../domain/src/attention";
import type { Attention as SensorAttention } from "../../../domain/src/attention";
import type { Greenhouse, Sensor } from "./farm";
import type { SensorState } from "./latest";

export type Attention = SensorAttention & { readonly sensor: Sensor };

/** Of all sensors, the worst first. */
export function attentionOf(
  { thresholds }: Greenhouse,
  sensors: readonly Sensor[],
  states: ReadonlyMap<string, SensorState>,
): readonly Attention[] {
  const limits = { thresholds, isNight: false, lowBattery: LOW_BATTERY, watchesSilence: true };
  const found = sensors.flatMap((sensor) => {
    const state = states.get(sensor.uid);
    if (state === undefined) return [];
    return attentionOfSensor(limits, state).map((one) => ({ attention: { ...one, sensor } }));
  });
  return rankAttention(found).map(({ attention }) => attention);
}
