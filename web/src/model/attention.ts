/** What a grower has to look after: silent sensors, weak batteries, values beyond their thresholds. */

import type { Greenhouse, Sensor } from "./farm";
import type { SensorState } from "./latest";
import { LOW_BATTERY, MEASUREMENTS } from "./measurement";
import type { Measurement } from "./measurement";

export type Attention =
  | {
      readonly kind: "below" | "above";
      readonly sensor: Sensor;
      readonly measurement: Measurement;
      readonly value: number;
      readonly bound: number;
    }
  | { readonly kind: "silent"; readonly sensor: Sensor; readonly since: number | undefined }
  | { readonly kind: "battery"; readonly sensor: Sensor; readonly value: number };

/**
 * The worst first: values beyond their bounds, then silence, then batteries. A sensor that is silent is named for that
 * alone; one that never sent anything is being put up, and is not named.
 */
export function attentionOf(
  greenhouse: Greenhouse,
  sensors: readonly Sensor[],
  states: ReadonlyMap<string, SensorState>,
): readonly Attention[] {
  const found = sensors.flatMap((sensor): Attention[] => {
    const state = states.get(sensor.uid);
    if (state === undefined || state.freshness === "never" || state.freshness === "pending") {
      return [];
    }
    if (state.freshness === "silent") return [{ kind: "silent", sensor, since: state.at }];
    return [...beyond(greenhouse, sensor, state), ...battery(greenhouse, sensor, state)];
  });
  return rankAttention(found.map((attention) => ({ attention }))).map((one) => one.attention);
}

/** The worst first, else as they come. */
export function rankAttention<T extends { readonly attention: Attention }>(
  all: readonly T[],
): readonly T[] {
  return all.toSorted((a, b) => RANKS[a.attention.kind] - RANKS[b.attention.kind]);
}

const RANKS: Readonly<Record<Attention["kind"], number>> = {
  above: 0,
  below: 0,
  silent: 1,
  battery: 2,
};

function beyond(greenhouse: Greenhouse, sensor: Sensor, state: SensorState): Attention[] {
  return MEASUREMENTS.flatMap((measurement): Attention[] => {
    const value = state.values[measurement]?.value;
    const { min, max } = greenhouse.thresholds[measurement] ?? {};
    if (value === undefined) return [];
    if (min !== undefined && value < min) {
      return [{ kind: "below", sensor, measurement, value, bound: min }];
    }
    return max !== undefined && value > max
      ? [{ kind: "above", sensor, measurement, value, bound: max }]
      : [];
  });
}

/** A threshold of the greenhouse's own takes the place of the usual one. */
function battery(greenhouse: Greenhouse, sensor: Sensor, state: SensorState): Attention[] {
  const value = state.values.battery?.value;
  if (value === undefined || greenhouse.thresholds.battery !== undefined) return [];
  return value < LOW_BATTERY ? [{ kind: "battery", sensor, value }] : [];
}
