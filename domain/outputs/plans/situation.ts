/** Shared by both kinds of plans: the input of a decision, and who has the output now. */

import { isOverAt } from "../condition.ts";
import { limitDayOf, MAX_LOCAL_MS, MAX_VALUE, OFF_HOLDS_MS } from "../limits.ts";
import type { KnownOutput, Order, Output } from "../model.ts";
import type { Ordering } from "../ordering.ts";
import type { FarmClock } from "./clock.ts";
import { PLAN_AUTHOR } from "./model.ts";
import type { Plan, PlanReason, PlanRun, PlanValue } from "./model.ts";

export interface PlanInput<P extends Plan = Plan> {
  readonly plan: P;
  readonly output: Pick<KnownOutput, "defined" | "order" | "state">;
  /** See `planValue`. */
  readonly value: PlanValue | undefined;
  /** The newest `READ_RUNS` runs of the output, the newest first. */
  readonly runs: readonly PlanRun[];
  readonly clock: FarmClock;
  /** Unix milliseconds. */
  readonly nowMs: number;
}

export interface PlanDecision {
  /** The order to place; undefined: none. */
  readonly order: Ordering | undefined;
  /** The runs to store in the same update as the order: new ones, and those that changed. */
  readonly runs: readonly PlanRun[];
}

export const NOTHING: PlanDecision = { order: undefined, runs: [] };

/** The order to switch off. */
export const PLAN_OFF: Ordering = { value: 0, until: undefined, by: PLAN_AUTHOR };

export function orderOn(plan: Plan, defined: Output, until: number): Ordering {
  return { value: planOrderValue(plan, defined), until, by: PLAN_AUTHOR };
}

/** Returns the value that the plan orders. */
export function planOrderValue(
  { value = MAX_VALUE.level }: Pick<Plan, "value">,
  { kind }: Pick<Output, "kind">,
): number {
  return kind === "level" ? value : MAX_VALUE.switch;
}

/** Returns the uid of the person who ordered; undefined for an order of a plan. */
export function personOf(order: Order | undefined): string | undefined {
  return order?.by === PLAN_AUTHOR ? undefined : order?.by;
}

/** Who has the output, and until when at most. `by` is undefined if somebody set the output at the board. */
export interface PersonHold {
  readonly by: string | undefined;
  /** When the plan resumes, in Unix milliseconds. */
  readonly until: number;
}

/**
 * Returns the person whose order, or whose setting at the board, keeps the plan from ordering. An order to switch off keeps
 * the plan from ordering for an hour.
 */
export function personHold(
  { order, state }: Pick<KnownOutput, "order" | "state">,
  nowMs: number,
): PersonHold | undefined {
  const isLocal = state?.reason === "local";
  const localUntil = isLocal ? Math.min(state.since ?? state.heard, state.heard) + MAX_LOCAL_MS : 0;
  const by = personOf(order);
  const orderedUntil = order === undefined || by === undefined ? 0 : endOfPersons(order);
  const until = Math.max(localUntil, orderedUntil);
  if (until <= nowMs) return undefined;
  return { by: orderedUntil === until ? by : undefined, until };
}

function endOfPersons({ value, at, until = 0 }: Order): number {
  return value === 0 ? at + OFF_HOLDS_MS : until;
}

/** Whether an order of the plan has the output on now. */
export function isHeldByPlan({ order }: Pick<KnownOutput, "order">, nowMs: number): boolean {
  return order?.by === PLAN_AUTHOR && order.value > 0 && !isOverAt(order, nowMs);
}

/** Whether the board reported today that it reached its daily limit. */
export function isLimitReached({ state }: Pick<KnownOutput, "state">, nowMs: number): boolean {
  if (state?.reason !== "limit") return false;
  return limitDayOf(state.since ?? state.heard) === limitDayOf(nowMs);
}

/** Returns why the plan may not switch at this time; undefined if it may. */
export function stoppedBecause(
  { isOn, pausedUntil = 0 }: Pick<Plan, "isOn" | "pausedUntil">,
  atMs: number,
): PlanReason | undefined {
  if (!isOn) return "planOff";
  return pausedUntil > atMs ? "paused" : undefined;
}

/** Returns the figures of a run that a value decided. @param bound the plan's bound, or `backAt` */
export function figuresOf(
  { condition }: Pick<Plan, "condition">,
  value: PlanValue | undefined,
  bound = condition?.bound,
): Pick<PlanRun, "quantity" | "value" | "bound" | "measuredAt"> {
  if (condition === undefined || value === undefined) return {};
  return {
    quantity: condition.quantity,
    ...(bound !== undefined && { bound }),
    ...(value.kind === "fresh" && { value: value.value }),
    ...(value.at !== undefined && { measuredAt: value.at }),
  };
}
