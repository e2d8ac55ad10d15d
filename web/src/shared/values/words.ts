/** Describes facts in the page's language. */

import { isOfOutput } from "@greenhouse/domain/alerts/model";
import type { AlertKind } from "@greenhouse/domain/alerts/model";
import type { OutOfBounds } from "@greenhouse/domain/alerts/attention";
import { UNNAMED } from "@greenhouse/domain/words/sentence";
import { boundsAt, withUnit } from "@greenhouse/domain/quantities/measurements";
import type { Bounds, Quantity } from "@greenhouse/domain/quantities/measurements";
import type { Sensor } from "../../model/farm/farm";
import type { SensorState } from "../../model/values/latest";
import type { Figure } from "../../model/values/summary";
import { useNow } from "../hooks/hooks";
import { usePage } from "../hooks/page";

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

/** What needs attention: an Attention or a Concern. */
interface Fact {
  readonly kind: AlertKind;
  readonly measurement?: Quantity | undefined;
  readonly outputName?: string | undefined;
  readonly value?: number | undefined;
  readonly bound?: number | undefined;
  readonly since?: number | undefined;
}

/** What needs attention and since when, without the sensor's name. */
export function useAttentionText(): (fact: Fact) => string {
  const { texts, format } = usePage();
  const now = useNow();
  const textOf = ({ kind, measurement, outputName = "", value, bound }: Fact): string => {
    if (isOfOutput(kind)) return texts.outputAttention[kind](outputName, (value ?? 0) > 0);
    const quantity = measurement ?? "battery";
    const name = texts.measurements[quantity];
    const number = value === undefined ? "" : format.value(value, quantity, bound);
    return texts.attention({
      kind: wordKindOf({ kind, value, bound }),
      value: UNNAMED.includes(quantity) && kind !== "fault" ? number : `${name} ${number}`,
      bound: bound === undefined ? "" : format.bound(bound, quantity),
      missing: measurement && name,
    });
  };
  return (fact) => {
    const { kind, since } = fact;
    const words = textOf(fact);
    if (since === undefined) return kind === "silent" ? `${words}, ${texts.sinceUnknown}` : words;
    return `${words} ${texts.since(format.moment(since, now))}`;
  };
}

/** The same without what changes: it is announced only once. */
export function useBriefText(): (fact: Fact) => string {
  const { texts, format } = usePage();
  return ({ kind, measurement, outputName = "", value = 0, bound }) => {
    if (isOfOutput(kind)) return texts.outputAttention[kind](outputName, value > 0);
    const quantity = measurement ?? "battery";
    const name = texts.measurements[quantity];
    return texts.attention({
      kind,
      value: name,
      missing: measurement && name,
      bound: bound === undefined ? "" : format.bound(bound, quantity),
    });
  };
}

/** How a value is out of bounds. */
export function useBeyondText(): (alarm: OutOfBounds) => string {
  const { texts, format } = usePage();
  return (alarm) =>
    `${texts.beyond[wordKindOf(alarm)]} ${withUnit(format.bound(alarm.bound, alarm.measurement), format.unit(alarm.measurement))}`;
}

/** `near`: the value is back within its bound, but not yet by the margin. */
function wordKindOf<K extends string>({
  kind,
  value = NaN,
  bound,
}: Pick<Fact, "value" | "bound"> & { readonly kind: K }): K | "near" {
  if (bound === undefined) return kind;
  if (kind === "above") return value <= bound ? "near" : kind;
  return kind === "below" && value >= bound ? "near" : kind;
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
    const said = (bound: number): string =>
      withUnit(format.bound(bound, quantity), format.unit(quantity));
    const high = max === undefined ? undefined : said(max);
    if (min === undefined) return texts.bounds(undefined, high);
    return texts.bounds(max === undefined ? said(min) : format.bound(min, quantity), high);
  };
}

/** The lowest and the highest value of several sensors. */
export function useSpanText(): (figure: Figure, measurement: Quantity, hasUnit: boolean) => string {
  const { texts, format } = usePage();
  return (figure, measurement, hasUnit) => {
    const low = format.number(figure.low, measurement);
    const high = format.number(figure.high, measurement);
    const last = hasUnit ? format.value(figure.high, measurement) : high;
    return low === high ? texts.greenhouse.allAlike(last) : texts.greenhouse.span(low, last);
  };
}
