/** Describes facts in the page's language. */

import type { Attention as AnyAttention, OutOfBounds } from "../../../domain/src/attention";
import { boundsAt } from "../../../domain/src/measurements";
import type { Bounds, Quantity } from "../../../domain/src/measurements";
import type { Attention } from "../model/attention";
import type { Sensor } from "../model/farm";
import type { SensorState } from "../model/latest";
import type { Charted } from "../model/measurement";
import type { Figure } from "../model/summary";
import { useNow } from "./hooks";
import { usePage } from "./page";

/** How old a sensor's newest reading is. */
export function useAgeText(): (state: SensorState | undefined) => string {
  const { texts, format } = usePage();
  const { freshness } = texts;
  const now = useNow();
  return (state) => {
    if (state === undefined || state.freshness === "never") return freshness.never;
    if (state.at === undefined) return freshness.untimed;
    return state.freshness === "silent"
      ? freshness.silentSince(format.moment(state.at, now))
      : format.age(state.at, now);
  };
}

/** A sensor's type, and its role unless it measures the air. */
export function useKindText(): (sensor: Sensor) => string {
  const { sensorRoles } = usePage().texts;
  return ({ type, role }) => (role === "air" ? type : `${sensorRoles[role]} · ${type}`);
}

/** What needs attention, without the sensor's name. */
export function useAttentionText(): (attention: Attention) => string {
  const { texts, format } = usePage();
  const now = useNow();
  return (attention) => {
    const measurement = ("measurement" in attention && attention.measurement) || "battery";
    const value = "value" in attention ? format.value(attention.value, measurement) : "";
    const since =
      attention.kind === "silent" && attention.since !== undefined
        ? format.moment(attention.since, now)
        : undefined;
    return texts.attention({
      kind: wordKindOf(attention),
      measurement: texts.measurements[measurement],
      value,
      bound: "bound" in attention ? format.value(attention.bound, measurement) : "",
      since,
      missing:
        attention.kind === "silent" && attention.measurement !== undefined
          ? `${texts.measurements[attention.measurement]} `
          : "",
    });
  };
}

/** How a value is out of bounds. */
export function useBeyondText(): (alarm: OutOfBounds) => string {
  const { texts, format } = usePage();
  return (alarm) =>
    `${texts.beyond[wordKindOf(alarm)]} ${format.value(alarm.bound, alarm.measurement)}`;
}

/** `near`: the value is back within its bound, but not yet by the margin. */
function wordKindOf<T extends AnyAttention>(attention: T): T["kind"] | "near" {
  const { kind } = attention;
  if (kind === "above") return attention.value > attention.bound ? kind : "near";
  return kind === "below" && attention.value >= attention.bound ? "near" : kind;
}

/** The range in which a value should be by day or by night, with one unit; undefined without a threshold. */
export function useBoundsText(): (
  quantity: Quantity,
  bounds: Bounds | undefined,
  isNight: boolean,
) => string | undefined {
  const { texts, format } = usePage();
  return (quantity, bounds, isNight) => {
    const { min, max } = boundsAt(bounds ?? {}, isNight);
    if (min === undefined && max === undefined) return undefined;
    const withUnit = (bound: number): string =>
      `${format.bound(bound, quantity)}\u202f${format.unit(quantity)}`;
    const high = max === undefined ? undefined : withUnit(max);
    if (min === undefined) return texts.bounds(undefined, high);
    return texts.bounds(max === undefined ? withUnit(min) : format.bound(min, quantity), high);
  };
}

/** The lowest and the highest value of several sensors. */
export function useSpanText(): (figure: Figure, measurement: Charted, hasUnit: boolean) => string {
  const { texts, format } = usePage();
  return (figure, measurement, hasUnit) => {
    const low = format.number(figure.low, measurement);
    const high = format.number(figure.high, measurement);
    const last = hasUnit ? format.value(figure.high, measurement) : high;
    return low === high ? texts.greenhouse.allAlike(last) : texts.greenhouse.span(low, last);
  };
}
