/** Computes what a plan does next, for the preview. */

import { DAY_MS } from "../../time.ts";
import { limitsRestartAtMs } from "../limits.ts";
import { onTimeByDay } from "./day-limit.ts";
import { foresee } from "./foresee.ts";
import type { Foreseen } from "./foresee.ts";
import type { HoldPlan, PlanCondition, PlanValue, TimesPlan } from "./model.ts";
import { isInWindow, nextWindowStart } from "./planned-times.ts";
import { isHeldByPlan, isLimitReached, personHold } from "./situation.ts";
import type { PersonHold, PlanInput } from "./situation.ts";

/**
 * - `run`: A run at this time, if the condition holds then. It is late if `planned` is earlier. `isCut`: the daily limit
 *   ends it early, if all runs before it are made.
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
      readonly planned: number;
      readonly isCut: boolean;
    })
  | {
      readonly kind: "missing";
      readonly id: string;
      readonly at: number;
      readonly reason: MissingReason;
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
      ? nextOfTimes({ ...input, plan }, from + SEARCHED_MS, count)
      : nextOfHold({ ...input, plan }, Math.max(from, held?.until ?? 0, limitedUntil(input)));
  return { next: plan.isOn ? nextOf() : [], held, pausedUntil };
}

/** Returns when the daily limit starts over, if the board has reached it; otherwise 0. */
function limitedUntil({ output, nowMs }: Pick<PlanInput, "output" | "nowMs">): number {
  return isLimitReached(output, nowMs) ? limitsRestartAtMs(nowMs) : 0;
}

function nextOfTimes(
  input: PlanInput<TimesPlan>,
  untilMs: number,
  count: number,
): readonly NextRun[] {
  const { plan, output, value, runs } = input;
  const day = onTimeByDay(output.defined, plan, runs);
  const next: NextRun[] = [];
  for (const foreseen of foresee(input, untilMs)) {
    const said = saidOf(foreseen, input);
    if (said === undefined) continue;
    const { condition } = plan;
    next.push(said.kind === "run" ? { ...said, isCut: day.add(said.at), condition, value } : said);
    if (next.length === count) break;
  }
  return next;
}

const MISSING = ["noSun", "noPlace", "overlap", "limit"] as const;
type MissingReason = (typeof MISSING)[number];

type RunOrOther =
  | Pick<NextRun & { readonly kind: "run" }, "kind" | "id" | "at" | "planned">
  | (NextRun & { readonly kind: "missing" | "cycle" });

/** Leaves out what a pause or a person keeps from running, which the preview names, and further cycles of a run. */
function saidOf(
  { at, run, before }: Foreseen,
  { plan, runs }: PlanInput<TimesPlan>,
): RunOrOther | undefined {
  const { id, action, reason, planned = at, cycle = 1, cycles = 1, ended } = run;
  if (before === undefined && action === "ran") return { kind: "run", id, at, planned };
  if (before === undefined) {
    const missing = MISSING.find((candidate) => candidate === reason);
    return missing && { kind: "missing", id, at: planned, reason: missing };
  }
  const isFirst = runs.some((stored) => stored.id === id && stored.cycle === cycle - 1);
  if (!isFirst || ended !== undefined) return undefined;
  return { kind: "cycle", at, cycle, cycles: Math.min(cycles, plan.cycles) };
}

function nextOfHold(input: PlanInput<HoldPlan>, fromMs: number): readonly NextRun[] {
  const { plan, output, value, clock, nowMs } = input;
  const at = isInWindow(plan, clock, fromMs) ? fromMs : nextWindowStart(plan, clock, fromMs);
  if (at === undefined) return [];
  const isOn = isHeldByPlan(output, nowMs);
  return [{ kind: "hold", at, isOn, backAt: plan.backAt, condition: plan.condition, value }];
}
