/** Parses and checks the typed fields of a plan, with durations in minutes and bounds in the person's units. */

import {
  boundRange,
  CYCLES,
  FOR_SECONDS,
  FRESH_MINUTES,
  LEVEL,
  MAX_TIMES,
  MIN_HOLD_LEASE_SECONDS,
  MIN_OFF_SECONDS,
  MIN_ON_SECONDS,
  PAUSE_SECONDS,
} from "@greenhouse/domain/outputs/plans/limits";
import { PLAN_QUANTITIES } from "@greenhouse/domain/outputs/plans/model";
import type {
  DayWindow,
  Plan,
  PlanCondition,
  PlanQuantity,
} from "@greenhouse/domain/outputs/plans/model";
import type { Output } from "@greenhouse/domain/outputs/model";
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
type SecondsField = keyof typeof SECONDS;
type WholeField = keyof typeof WHOLE;
type BoundField = "bound" | "backAt";

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

/** What a change of the fields keeps. */
export type KeptOfPlan = Pick<Plan, "isOn" | "pausedUntil">;
const NEW_PLAN: KeptOfPlan = { isOn: true, pausedUntil: undefined };

/** Returns the plan, or what is wrong with the fields. */
export function parseTypedPlan(
  typed: TypedPlan,
  output: Pick<Output, "kind" | "leaseSeconds">,
  reader: PlanReader,
  kept: KeptOfPlan = NEW_PLAN,
): { readonly plan: Plan } | { readonly faults: PlanFaults } {
  const form = new TypedFields(typed, reader);
  const { isOn, pausedUntil } = kept;
  const value = output.kind === "level" ? form.whole("value", true) : undefined;
  const source = typed.source === "" || typed.quantity === "" ? undefined : typed.source;
  const shared = {
    isOn,
    pausedUntil,
    at: undefined,
    days: form.days(),
    source,
    freshMinutes: form.whole("fresh") ?? FRESH_MINUTES.min,
    value,
  };
  const condition = form.condition();
  const plan: Plan | undefined =
    typed.kind === "times"
      ? { ...shared, kind: "times", condition, times: form.times(), ...form.cycles() }
      : form.hold(condition, shared, output.leaseSeconds);
  return plan === undefined || Object.keys(form.faults).length > 0
    ? { faults: form.faults }
    : { plan };
}

type Shared = Pick<
  Plan,
  "isOn" | "pausedUntil" | "at" | "days" | "source" | "freshMinutes" | "value"
>;

/** Reads the fields one by one, and collects what is wrong. */
class TypedFields {
  readonly faults: Partial<Record<PlanField, PlanFault>> = {};
  readonly #typed: TypedPlan;
  readonly #reader: PlanReader;

  constructor(typed: TypedPlan, reader: PlanReader) {
    this.#typed = typed;
    this.#reader = reader;
  }

  days(): string {
    const { days } = this.#typed;
    if (!days.includes("1")) this.faults.days = "noDay";
    return days;
  }

  times(): readonly string[] {
    const { times: text } = this.#typed;
    const times = parsePlanTimes(text, this.#reader.sun);
    if (text.trim() === "") this.faults.times = "noTime";
    else if (times === undefined) this.faults.times = "badTime";
    else if (times.length > MAX_TIMES) this.faults.times = "manyTimes";
    return times ?? [];
  }

  cycles(): { forSeconds: number; cycles: number; pauseSeconds: number } {
    const cycles = this.whole("cycles") ?? 1;
    return {
      forSeconds: this.#seconds("minutes"),
      cycles,
      pauseSeconds: cycles === 1 ? 0 : this.#seconds("pause"),
    };
  }

  condition(): PlanCondition | undefined {
    const { quantity, side, kind } = this.#typed;
    const known = PLAN_QUANTITIES.find((listed) => listed === quantity);
    if (known === undefined) {
      if (kind === "hold") this.faults.quantity = "empty";
      return undefined;
    }
    const bound = this.#bound("bound", known);
    return bound === undefined
      ? undefined
      : { quantity: known, side: side === "above" ? "above" : "below", bound };
  }

  hold(
    condition: PlanCondition | undefined,
    shared: Shared,
    leaseSeconds: number,
  ): Plan | undefined {
    if (leaseSeconds < MIN_HOLD_LEASE_SECONDS) this.faults.kind = "shortLease";
    const between = this.#between();
    const [minOnSeconds, minOffSeconds] = [this.#seconds("minOn"), this.#seconds("minOff")];
    if (condition === undefined) return undefined;
    const { quantity, side, bound } = condition;
    const isEmpty = this.#typed.backAt.trim() === "";
    const backAt = isEmpty ? bound : (this.#bound("backAt", quantity) ?? bound);
    if (side === "below" ? backAt < bound : backAt > bound) this.faults.backAt = "wrongSide";
    return { ...shared, kind: "hold", condition, backAt, minOnSeconds, minOffSeconds, between };
  }

  whole(field: WholeField, mayBeEmpty = false): number | undefined {
    const { min, max } = WHOLE[field];
    const isTaken = (value: number): boolean =>
      Number.isInteger(value) && value >= min && value <= max;
    if (mayBeEmpty && this.#typed[field].trim() === "") return undefined;
    return this.#number(field, parseFor(isTaken, this.#typed[field]));
  }

  #seconds(field: SecondsField): number {
    const { min, max } = SECONDS[field];
    const secondsOf = (minutes: number): number => Math.round(minutes * 60);
    const isTaken = (minutes: number): boolean =>
      secondsOf(minutes) >= min && secondsOf(minutes) <= max;
    const parsed = parseFor(isTaken, this.#typed[field], "min");
    return secondsOf(this.#number(field, parsed) ?? 0);
  }

  #bound(field: BoundField, quantity: PlanQuantity): number | undefined {
    const { min, max } = boundRange(quantity);
    const storedOf = (value: number): number =>
      quantity === "dli" ? value : this.#reader.stored(value, quantity);
    const isTaken = (value: number): boolean => storedOf(value) >= min && storedOf(value) <= max;
    const unit = planUnit(quantity, this.#reader);
    const value = this.#number(field, parseFor(isTaken, this.#typed[field], unit));
    return value === undefined ? undefined : storedOf(value);
  }

  #between(): DayWindow | undefined {
    const [from, until] = [this.#typed.from, this.#typed.until].map((text) =>
      text.replace(":", ""),
    ) as [string, string];
    if (from === "" && until === "") return undefined;
    if (from === "") this.faults.from = "oneTime";
    if (until === "") this.faults.until = "oneTime";
    return { from, until };
  }

  #number(field: PlanField, parsed: FieldNumber): number | undefined {
    if (parsed.kind === "number") return parsed.value;
    this.faults[field] = parsed.kind;
    return undefined;
  }
}
