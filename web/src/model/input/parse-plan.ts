/** Parses and checks the typed fields of a plan. */

import { MIN_HOLD_LEASE_SECONDS } from "@greenhouse/domain/outputs/limits";
import type { Output } from "@greenhouse/domain/outputs/model";
import { boundRange, FRESH_MINUTES, MAX_TIMES } from "@greenhouse/domain/outputs/plans/limits";
import { PLAN_QUANTITIES } from "@greenhouse/domain/outputs/plans/model";
import type {
  DayWindow,
  Plan,
  PlanCondition,
  PlanQuantity,
} from "@greenhouse/domain/outputs/plans/model";
import { parsePlanTimes } from "./plan-times";
import { parseFor } from "./typed-number";
import type { FieldNumber } from "./typed-number";
import { planUnit, SECONDS, WHOLE } from "./typed-plan";
import type { PlanFault, PlanFaults, PlanField, PlanReader, TypedPlan } from "./typed-plan";

type SecondsField = keyof typeof SECONDS;
type WholeField = keyof typeof WHOLE;
type BoundField = "bound" | "backAt";

/** The part of a plan that its fields do not change. */
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
