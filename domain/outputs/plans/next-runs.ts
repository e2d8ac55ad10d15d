/** Computes what a plan does next, for the preview. */

import { DAY_MS, SECOND_MS } from "../../time.ts";
import { limitsRestartAtMs } from "../limits.ts";
import { onTimeByDay } from "./day-limit.ts";
import { isPlanned, openRun } from "./decide-times.ts";
import { MAX_RUN_DELAY_MS } from "./limits.ts";
import type { HoldPlan, PlanCondition, PlanRun, PlanValue, TimesPlan } from "./model.ts";
import { isInWindow, nextWindowStart, plannedTimes } from "./planned-times.ts";
import type { PlannedTime } from "./planned-times.ts";
import { isHeldByPlan, isLimitReached, personHold } from "./situation.ts";
import type { PersonHold, PlanInput } from "./situation.ts";

/**
 * - `run`: A run at this time, if the condition holds then. `isCut`: the daily limit ends it early, if all runs before it
 *   are made.
 * - `missing`: The plan skips it: a day without sunrise or sunset, a farm without a place, a time during the run before, or
 *   a day on which the board has reached its limit.
 * - `cycle`: The next cycle of the run that is under way.
 * - `hold`: From this time on, the plan switches by its value. `isOn`: it has the output on now.
 */
export type NextRun =
  | (Conditional & {
      readonly kind: "run";
      readonly id: string;
      readonly at: number;
      readonly isCut: boolean;
    })
  | {
      readonly kind: "missing";
      readonly id: string;
      readonly at: number;
      readonly reason: "noSun" | "noPlace" | "overlap" | "limit";
    }
  | {
      readonly kind: "cycle";
      readonly at: number;
      readonly cycle: number;
      readonly cycles: number;
    }
  | (Conditional & {
      readonly kind: "hold";
      readonly at: number;
      readonly isOn: boolean;
      readonly backAt: number;
    });

interface Conditional {
  readonly condition: PlanCondition | undefined;
  /** The present value. */
  readonly value: PlanValue | undefined;
}

export interface PlanPreview {
  /** The next runs, the earliest first. Empty if the plan is off, or acts on no day of the next week. */
  readonly next: readonly NextRun[];
  /** The person whose order the plan waits for. */
  readonly held: PersonHold | undefined;
  /** When the pause ends; undefined if the plan is not paused. */
  readonly pausedUntil: number | undefined;
}

/** A plan may run on one day of the week only. */
const SEARCHED_MS = 8 * DAY_MS;

/** Returns what the plan does next. @param count the maximum number of runs */
export function nextRuns(input: PlanInput, count: number): PlanPreview {
  const { plan, output, nowMs } = input;
  const pausedUntil = (plan.pausedUntil ?? 0) > nowMs ? plan.pausedUntil : undefined;
  const held = personHold(output, nowMs);
  const from = Math.max(nowMs, pausedUntil ?? 0);
  const nextOf = () =>
    plan.kind === "times"
      ? nextOfTimes({ ...input, plan }, from, count)
      : nextOfHold({ ...input, plan }, Math.max(from, held?.until ?? 0, limitedUntil(input)));
  return { next: plan.isOn ? nextOf() : [], held, pausedUntil };
}

/** Returns when the daily limit starts over, if the board has reached it; otherwise 0. */
function limitedUntil({ output, nowMs }: Pick<PlanInput, "output" | "nowMs">): number {
  return isLimitReached(output, nowMs) ? limitsRestartAtMs(nowMs) : 0;
}

function nextOfTimes(
  input: PlanInput<TimesPlan>,
  fromMs: number,
  count: number,
): readonly NextRun[] {
  const { plan, output, value, nowMs } = input;
  const { condition } = plan;
  const day = onTimeByDay(output.defined, plan, input.runs);
  const cycle = fromMs === nowMs ? nextCycle(input) : undefined;
  let busyUntil = endOfOpenRun(input, cycle);
  const next = comingTimes(input, fromMs, count).map(({ id, at, missing }): NextRun => {
    const isLimited = at < limitedUntil(input);
    const reason = missing ?? (isLimited ? "limit" : at < busyUntil ? "overlap" : undefined);
    if (reason !== undefined) return { kind: "missing", id, at, reason };
    busyUntil = at + cyclesMs(plan, plan.cycles);
    return { kind: "run", id, at, isCut: day.add(at), condition, value };
  });
  return cycle === undefined ? next : [cycle, ...next].slice(0, count);
}

/** Returns the planned times that the plan will not skip because of a person or because it is late, the earliest first. */
function comingTimes(
  { plan, output, runs, clock, nowMs }: PlanInput<TimesPlan>,
  fromMs: number,
  count: number,
): readonly PlannedTime[] {
  const decided = new Set(runs.map(({ id }) => id));
  const heldUntil = personHold(output, nowMs)?.until ?? 0;
  // A run that is due may wait for a person or for the next check. A plan without a time is not stored yet.
  const since = Math.max(nowMs - MAX_RUN_DELAY_MS, plan.at ?? nowMs);
  return plannedTimes(plan, clock, fromMs === nowMs ? since : fromMs, fromMs + SEARCHED_MS)
    .filter(({ id, at }) => !decided.has(id) && heldUntil <= at + MAX_RUN_DELAY_MS)
    .slice(0, count)
    .map((planned) => ({ ...planned, at: Math.max(planned.at, heldUntil) }));
}

/** Returns how long so many cycles take with the pauses between them. */
function cyclesMs({ forSeconds, pauseSeconds }: TimesPlan, cycles: number): number {
  return (cycles * (forSeconds + pauseSeconds) - pauseSeconds) * SECOND_MS;
}

/** Returns when the run under way ends; 0 without one. */
function endOfOpenRun(
  input: PlanInput<TimesPlan>,
  next: (NextRun & { readonly kind: "cycle" }) | undefined,
): number {
  if (next !== undefined) return next.at + cyclesMs(input.plan, next.cycles - next.cycle + 1);
  const run = openRun(input);
  return run !== undefined && goesOn(run, input) ? run.endsAt : 0;
}

function goesOn(
  run: Pick<PlanRun, "id" | "version">,
  { plan, output }: PlanInput<TimesPlan>,
): boolean {
  return output.order?.version === run.version && isPlanned(run, plan);
}

function nextCycle(
  input: PlanInput<TimesPlan>,
): (NextRun & { readonly kind: "cycle" }) | undefined {
  const { plan, nowMs } = input;
  const run = openRun(input);
  const cycles = Math.min(run?.cycles ?? 0, plan.cycles);
  if (run === undefined || run.cycle >= cycles || !goesOn(run, input)) {
    return undefined;
  }
  const at = Math.max(nowMs, run.endsAt + plan.pauseSeconds * SECOND_MS);
  if (at < limitedUntil(input)) return undefined;
  return { kind: "cycle", at, cycle: run.cycle + 1, cycles };
}

function nextOfHold(input: PlanInput<HoldPlan>, fromMs: number): readonly NextRun[] {
  const { plan, output, value, clock, nowMs } = input;
  const at = isInWindow(plan, clock, fromMs) ? fromMs : nextWindowStart(plan, clock, fromMs);
  if (at === undefined) return [];
  const isOn = isHeldByPlan(output, nowMs);
  return [{ kind: "hold", at, isOn, backAt: plan.backAt, condition: plan.condition, value }];
}
