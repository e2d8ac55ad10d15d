/** Decides about a plan of the kind "hold": on beyond the bound, off again at `backAt`. Pure. */

import { SECOND_MS } from "../../time.ts";
import { renewalLeftMs } from "../limits.ts";
import type { HoldPlan, PlanReason, PlanRun } from "./model.ts";
import { isInWindow } from "./planned-times.ts";
import {
  figuresOf,
  isHeldByPlan,
  isLimitReached,
  NOTHING,
  orderOn,
  personHold,
  personOf,
  PLAN_OFF,
  planOrderValue,
  stoppedBecause,
} from "./situation.ts";
import type { PlanDecision, PlanInput } from "./situation.ts";
import { isBeyondBound } from "./value.ts";

type HoldInput = PlanInput<HoldPlan>;

export function decideHold(input: HoldInput): PlanDecision {
  const { output, runs, nowMs } = input;
  const last = runs.find(({ action }) => action === "on" || action === "off");
  const switchedOn = last?.action === "on" ? last : undefined;
  const isHeld = personHold(output, nowMs) !== undefined;
  if (!isHeld && isHeldByPlan(output, nowMs)) {
    return switchedOn === undefined ? resume(input) : decideWhileOn(input, switchedOn.at);
  }
  // The plan's order is over. The record says so before the plan switches on again.
  if (switchedOn !== undefined) {
    const by = personOf(output.order);
    const reason = isHeld || by !== undefined ? "person" : "lapsed";
    const run = switching(input, "off", reason, by === undefined ? {} : { by });
    return { order: undefined, runs: [run] };
  }
  return isHeld ? NOTHING : decideWhileOff(input);
}

/** After somebody set the output at the board, an order of the plan may still hold. The record said that it is over. */
function resume(input: HoldInput): PlanDecision {
  return isWanted(input) ? switchOn(input) : { order: PLAN_OFF, runs: [] };
}

function decideWhileOff(input: HoldInput): PlanDecision {
  const { plan, output, nowMs } = input;
  const { order } = output;
  const offSince = order === undefined ? 0 : (order.until ?? order.at);
  const isTooSoon = nowMs - offSince < plan.minOffSeconds * SECOND_MS;
  return isTooSoon || !isWanted(input) ? NOTHING : switchOn(input);
}

/** Whether the output must be on, because of a fresh value beyond the bound. */
function isWanted(input: HoldInput): boolean {
  const { plan, value } = input;
  if (mustBeOff(input) !== undefined || value?.kind !== "fresh") return false;
  return isBeyondBound(plan.condition, value.value);
}

function switchOn(input: HoldInput): PlanDecision {
  const { plan, value } = input;
  const run = switching(input, "on", plan.condition.side, figuresOf(plan, value));
  return { order: extended(input), runs: [run] };
}

function decideWhileOn(input: HoldInput, since: number): PlanDecision {
  const { plan, output, value, nowMs } = input;
  const off = (reason: PlanReason, more: Partial<PlanRun> = {}): PlanDecision => ({
    order: PLAN_OFF,
    runs: [switching(input, "off", reason, more)],
  });
  const reason = mustBeOff(input);
  if (reason !== undefined) return off(reason, reason === "noValue" ? figuresOf(plan, value) : {});
  const hasMinimum = nowMs - since >= plan.minOnSeconds * SECOND_MS;
  if (hasMinimum && isBack(input)) return off("back", figuresOf(plan, value, plan.backAt));
  const { order } = output;
  const isEnding = (order?.until ?? 0) - nowMs <= renewalLeftMs(output.defined);
  const isSame = order?.value === planOrderValue(plan, output.defined);
  return isSame && !isEnding ? NOTHING : { order: extended(input), runs: [] };
}

/** Returns why the output must be off, whatever the value is. */
function mustBeOff({ plan, output, value, clock, nowMs }: HoldInput): PlanReason | undefined {
  const stopped = stoppedBecause(plan, nowMs);
  if (stopped !== undefined) return stopped;
  if (!isInWindow(plan, clock, nowMs)) return "window";
  if (isLimitReached(output, nowMs)) return "limit";
  return value?.kind === "fresh" ? undefined : "noValue";
}

function isBack({ plan, value }: HoldInput): boolean {
  if (value?.kind !== "fresh") return false;
  const { side } = plan.condition;
  return side === "below" ? value.value >= plan.backAt : value.value <= plan.backAt;
}

/** Orders for a lease from now on. */
function extended({ plan, output, nowMs }: HoldInput) {
  return orderOn(plan, output.defined, nowMs + output.defined.leaseSeconds * SECOND_MS);
}

function switching(
  { nowMs }: HoldInput,
  action: "on" | "off",
  reason: PlanReason,
  more: Partial<PlanRun>,
): PlanRun {
  return { ...more, id: holdRunId(nowMs), action, reason, at: nowMs };
}

/** Returns the id of a switch, such as "20261129T051500Z". */
function holdRunId(nowMs: number): string {
  return `${new Date(nowMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}
