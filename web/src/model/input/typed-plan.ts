/** The fields of a plan as texts, with durations in minutes and bounds in the person's units. */

import {
  CYCLES,
  FOR_SECONDS,
  FRESH_MINUTES,
  LEVEL,
  MIN_OFF_SECONDS,
  MIN_ON_SECONDS,
  PAUSE_SECONDS,
} from "@greenhouse/domain/outputs/plans/limits";
import type { Plan, PlanQuantity } from "@greenhouse/domain/outputs/plans/model";
import type { Formatter } from "../values/format";
import type { MeaningOf } from "./draft";
import { parsePlanTimes, planTimesText } from "./plan-times";
import type { SunWords } from "./plan-times";
import { meaningOf, numberText, parseFor } from "./typed-number";
import type { FieldNumber } from "./typed-number";

/** All fields of both kinds. Fields that a plan does not have are empty. `days` is "1111100", Monday first. */
export const PLAN_FIELDS = [
  "kind",
  "quantity",
  "side",
  "bound",
  "backAt",
  "source",
  "times",
  "days",
  "minutes",
  "cycles",
  "pause",
  "from",
  "until",
  "minOn",
  "minOff",
  "fresh",
  "value",
] as const;
export type PlanField = (typeof PLAN_FIELDS)[number];
export type TypedPlan = Readonly<Record<PlanField, string>>;

export type PlanFault =
  | Exclude<FieldNumber["kind"], "number">
  | "noTime"
  | "badTime"
  | "manyTimes"
  | "noDay"
  | "wrongSide"
  | "oneTime"
  | "shortLease";
export type PlanFaults = Readonly<Partial<Record<PlanField, PlanFault>>>;

/** The person's language and units. */
export interface PlanReader extends Pick<Formatter, "locale" | "unit" | "shown" | "stored"> {
  readonly sun: SunWords;
}

/** Bounds of durations are in seconds, and the fields show minutes. */
export const SECONDS = {
  minutes: FOR_SECONDS,
  pause: PAUSE_SECONDS,
  minOn: MIN_ON_SECONDS,
  minOff: MIN_OFF_SECONDS,
} as const;
export const WHOLE = { cycles: CYCLES, fresh: FRESH_MINUTES, value: LEVEL } as const;

const DAILY_LIGHT_UNIT = "mol/m²";
const EMPTY = Object.fromEntries(PLAN_FIELDS.map((field) => [field, ""])) as TypedPlan;

/** Returns the symbol of the person's unit. */
export function planUnit(quantity: PlanQuantity, reader: Pick<PlanReader, "unit">): string {
  return quantity === "dli" ? DAILY_LIGHT_UNIT : reader.unit(quantity);
}

/** Returns a stored bound in the person's unit. */
export function shownBound(
  bound: number,
  quantity: PlanQuantity,
  reader: Pick<PlanReader, "shown">,
): number {
  return quantity === "dli" ? bound : reader.shown(bound, quantity);
}

export function typedPlan(plan: Plan, reader: PlanReader): TypedPlan {
  const { locale } = reader;
  const minutes = (seconds: number): string => numberText(seconds / 60, locale, 2);
  const whole = (value: number | undefined): string => numberText(value, locale, 0);
  const { kind, condition, days, source = "", freshMinutes, value } = plan;
  const bound = (stored: number): string =>
    condition === undefined
      ? ""
      : numberText(shownBound(stored, condition.quantity, reader), locale);
  const shared = {
    ...EMPTY,
    kind,
    days,
    source,
    value: whole(value),
    fresh: whole(freshMinutes),
    quantity: condition?.quantity ?? "",
    side: condition?.side ?? "below",
    bound: condition === undefined ? "" : bound(condition.bound),
  };
  if (plan.kind === "times") {
    return {
      ...shared,
      times: planTimesText(plan.times, reader.sun),
      minutes: minutes(plan.forSeconds),
      cycles: whole(plan.cycles),
      pause: plan.pauseSeconds === 0 ? "" : minutes(plan.pauseSeconds),
    };
  }
  const { backAt, between, minOnSeconds, minOffSeconds } = plan;
  return {
    ...shared,
    backAt: bound(backAt),
    from: between === undefined ? "" : clockText(between.from),
    until: between === undefined ? "" : clockText(between.until),
    minOn: minutes(minOnSeconds),
    minOff: minutes(minOffSeconds),
  };
}

/** @param time such as "0600" */
function clockText(time: string): string {
  return `${time.slice(0, 2)}:${time.slice(2)}`;
}

/** Returns equal values for texts with the same meaning. */
export function meaningOfPlan(reader: PlanReader): MeaningOf {
  return (field, text) => {
    if (field === "times") return parsePlanTimes(text, reader.sun)?.join() ?? text.trim();
    const isNumber = field in SECONDS || field in WHOLE || field === "bound" || field === "backAt";
    return isNumber
      ? meaningOf(
          parseFor(() => true, text),
          text,
        )
      : text.trim();
  };
}
