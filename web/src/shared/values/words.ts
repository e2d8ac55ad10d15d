/** Describes facts in the page's language. */

import { isOfOutput } from "@greenhouse/domain/alerts/model";
import type { AlertKind } from "@greenhouse/domain/alerts/model";
import { UNKNOWN_TYPE } from "@greenhouse/domain/identity/sensor-records";
import { isBeyond } from "@greenhouse/domain/alerts/findings";
import type { OutOfBounds } from "@greenhouse/domain/alerts/findings";
import { FINDINGS, sayValue } from "@greenhouse/domain/words/finding-words";
import { NAMES } from "@greenhouse/domain/words/names";
import { quantityOf, withName } from "@greenhouse/domain/words/sentence";
import { boundsAt, withUnit } from "@greenhouse/domain/quantities/measurements";
import type { Bounds, Quantity } from "@greenhouse/domain/quantities/measurements";
import type { Sensor } from "../../model/farm/farm";
import type { FarmProblem } from "../../model/findings/farm-problems";
import { isolated } from "../../model/farm/names";
import type { SensorState } from "../../model/values/latest";
import type { Figure } from "../../model/values/summary";
import { useNow } from "../hooks/hooks";
import { usePage } from "../hooks/page";

/** Returns the age of a sensor's newest reading. */
export function useAgeText(): (state: SensorState | undefined) => string {
  const { language, texts, format } = usePage();
  const { freshness } = texts;
  const now = useNow();
  return (state) => {
    if (state === undefined || state.freshness === "never") return freshness.never;
    if (state.at === undefined) return freshness.untimed;
    return state.freshness === "silent"
      ? FINDINGS[language].silent(undefined, format.moment(state.at, now))
      : format.age(state.at, now);
  };
}

/** Returns a sensor's type if it is known, and its role unless it measures the air. May be empty. */
export function useKindText(): (sensor: Sensor) => string {
  const { sensorRoles } = usePage().texts;
  return ({ type, role }) =>
    joined(role === "air" ? "" : sensorRoles[role], type === UNKNOWN_TYPE ? "" : type);
}

/** Joins the texts that are not empty. */
export function joined(...texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join(" · ");
}

/** A problem to describe: a GreenhouseFinding or a FarmProblem. */
interface Fact {
  readonly kind: AlertKind;
  readonly measurement?: Quantity | undefined;
  readonly outputName?: string | undefined;
  readonly value?: number | undefined;
  readonly bound?: number | undefined;
  readonly since?: number | undefined;
  /** See FarmProblem. */
  readonly accuracy?: FarmProblem["accuracy"];
  readonly extreme?: number | undefined;
  /** See FarmProblem. */
  readonly fineValue?: number | undefined;
}

/** Returns "since 02:10", or "since about 02:30" for a beginning that is known only roughly; empty if nothing is known. */
export function useSinceText(): (fact: Pick<Fact, "since" | "accuracy">) => string {
  const { texts, format } = usePage();
  const now = useNow();
  return ({ since, accuracy }) => {
    if (since === undefined) return "";
    const text = accuracy === undefined ? texts.since : texts.sinceRoughly[accuracy];
    return text(format.moment(since, now));
  };
}

/** Describes a problem and its beginning, without the sensor's name. */
export function useProblemText(): (fact: Fact) => string {
  const { language, texts, format } = usePage();
  const now = useNow();
  const textOf = useFactText();
  const valueOf = (fact: Fact): string => {
    const { kind, value, bound } = fact;
    const quantity = quantityOf(fact);
    const number = value === undefined ? "" : format.value(value, quantity, bound);
    if (kind === "fault") return `${texts.measurements[quantity]} ${number}`;
    return withName(number, quantity, texts.measurements);
  };
  const { farm } = texts;
  const fineText = (fact: Fact, fineValue: number, moment: string): string => {
    const { kind, bound, value: first, extreme = first } = fact;
    const isOfBounds = kind === "above" || kind === "below";
    const value = format.value(fineValue, quantityOf(fact), bound);
    const text = farm.fineAgain(withName(value, quantityOf(fact), texts.measurements), isOfBounds);
    const { highest, lowest } = FINDINGS[language].extreme;
    const farthest =
      isOfBounds &&
      extreme !== undefined &&
      (kind === "above" ? highest : lowest)(format.value(extreme, quantityOf(fact), bound));
    const past = [farthest, moment !== "" && texts.since(moment)].filter((part) => part !== false);
    return past.length === 0 ? text : `${text} (${past.join(", ")})`;
  };
  return (fact) => {
    const { kind, since, fineValue } = fact;
    const moment = since === undefined ? "" : format.moment(since, now);
    if (fineValue !== undefined) return fineText(fact, fineValue, moment);
    const text = textOf(fact, valueOf(fact), isNear(fact), moment);
    return kind === "silent" && moment === "" ? `${text}, ${texts.sinceUnknown}` : text;
  };
}

/** Describes a problem without figures, so that screen readers announce it only once. */
export function useBriefText(): (fact: Fact) => string {
  const { measurements } = usePage().texts;
  const textOf = useFactText();
  return (fact) => textOf(fact, measurements[quantityOf(fact)], false, "");
}

/** Returns a function that describes a fact. Its `since` is "" to leave the time out. */
function useFactText(): (fact: Fact, value: string, isNear: boolean, since: string) => string {
  const { language, format } = usePage();
  const words = FINDINGS[language];
  const sinceText = useSinceText();
  return (fact, value, isNear, since) => {
    const { kind, measurement, outputName = "", bound } = fact;
    if (isOfOutput(kind)) {
      return words.output[kind]({ name: outputName, isOn: (fact.value ?? 0) > 0, since });
    }
    if (kind === "silent") return words.silent(measurement && NAMES[language][measurement], since);
    const limit = bound === undefined ? "" : format.bound(bound, quantityOf(fact));
    const text = sayValue(isNear ? "near" : kind, value, limit, words);
    return since === "" ? text : `${text} ${sinceText(fact)}`;
  };
}

/** Describes how a value is out of bounds. */
export function useBeyondText(): (alarm: OutOfBounds) => string {
  const { language, format } = usePage();
  const { beside } = FINDINGS[language];
  return (alarm) => {
    const { kind, bound, measurement } = alarm;
    const limit = withUnit(format.bound(bound, measurement), format.unit(measurement));
    return `${beside[isNear(alarm) ? "near" : kind]} ${limit}`;
  };
}

/** Whether the value is back within its bound, but not yet by the margin. */
function isNear(fact: Pick<Fact, "kind" | "value" | "bound">): boolean {
  const { kind, value, bound } = fact;
  return (kind === "above" || kind === "below") && bound !== undefined && !isBeyond(fact, value);
}

/** Returns the limits by day or by night, with one unit; undefined without limits. */
export function useBoundsText(): (
  quantity: Quantity,
  bounds: Bounds | undefined,
  isNight: boolean,
) => string | undefined {
  const { texts, format } = usePage();
  return (quantity, bounds, isNight) => {
    const { min, max } = boundsAt(bounds ?? {}, isNight);
    if (min === undefined && max === undefined) return undefined;
    const boundText = (bound: number): string =>
      withUnit(format.bound(bound, quantity), format.unit(quantity));
    const high = max === undefined ? undefined : boundText(max);
    if (min === undefined) return texts.bounds(undefined, high);
    return texts.bounds(max === undefined ? boundText(min) : format.bound(min, quantity), high);
  };
}

/** Returns the range from the lowest to the highest value of several sensors. */
export function useSpanText(): (figure: Figure, measurement: Quantity, hasUnit: boolean) => string {
  const { texts, format } = usePage();
  return ({ range, far }, measurement, hasUnit) => {
    const low = format.number(range.low, measurement);
    const high = format.number(range.high, measurement);
    const last = hasUnit ? format.value(range.high, measurement) : high;
    if (low !== high) return texts.greenhouse.span(low, last);
    return far.length === 0 ? texts.greenhouse.allAlike(last) : last;
  };
}

/** Names the sensors that the median leaves out; undefined if there are none. */
export function useFarText(): (
  figure: Figure | undefined,
  measurement: Quantity,
  sensors: readonly Sensor[],
) => string | undefined {
  const { texts, format } = usePage();
  return (figure, measurement, sensors) => {
    const far = figure?.far ?? [];
    const [first] = far;
    if (first === undefined) return undefined;
    const name = sensors.find(({ uid }) => uid === first.uid)?.name ?? first.uid;
    const text = texts.greenhouse.without(isolated(name), format.value(first.value, measurement));
    return far.length > 1 ? `${text}, ${texts.farm.more(far.length - 1)}` : text;
  };
}
