/** How long a plan has its output on in a day, beside the output's daily limit. The limit is counted per UTC day. */

import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../time.ts";
import { limitDayOf, limitsRestartAtMs } from "../limits.ts";
import type { Output } from "../model.ts";
import type { HoldPlan, Plan, PlanRun, TimesPlan } from "./model.ts";

export interface DailyMaximum {
  /** The longest time that the plan can have the output on in a day. */
  readonly planMs: number;
  /** The output's daily limit. */
  readonly limitMs: number;
}

/** Returns the longest time that a plan can have its output on in a day. Above the limit, the board ends runs early. */
export function dailyMaximum(plan: Plan, { maxOnSeconds }: Output): DailyMaximum {
  const planMs =
    plan.kind === "times"
      ? plan.times.length * plan.cycles * plan.forSeconds * SECOND_MS
      : windowMs(plan);
  return { planMs: Math.min(planMs, DAY_MS), limitMs: maxOnSeconds * SECOND_MS };
}

function windowMs({ between }: Pick<HoldPlan, "between">): number {
  if (between === undefined || between.from === between.until) return DAY_MS;
  const length = timeOfDayMs(between.until) - timeOfDayMs(between.from);
  return length > 0 ? length : length + DAY_MS;
}

/** @param time such as "0615" */
function timeOfDayMs(time: string): number {
  return Number(time.slice(0, 2)) * HOUR_MS + Number(time.slice(2)) * MINUTE_MS;
}

/** Adds up the time that runs take of each UTC day. */
export interface OnTime {
  /** Adds a run and returns whether the daily limit ends it early. @param at its start, in Unix milliseconds */
  readonly add: (at: number) => boolean;
}

/** Starts with the runs that were made. Orders of people are not counted: only the board knows how long they were on. */
export function onTimeByDay(
  { maxOnSeconds }: Pick<Output, "maxOnSeconds">,
  plan: Pick<TimesPlan, "forSeconds" | "cycles" | "pauseSeconds">,
  runs: readonly PlanRun[],
): OnTime {
  const usedMs = new Map<number, number>();
  /** Returns whether the limit is passed. */
  const addCycle = (from: number, until: number): boolean => {
    const day = limitDayOf(from);
    const end = Math.min(until, limitsRestartAtMs(from));
    const sum = (usedMs.get(day) ?? 0) + end - from;
    usedMs.set(day, sum);
    const isPassed = sum > maxOnSeconds * SECOND_MS;
    return (until > end && addCycle(end, until)) || isPassed;
  };
  const addRun = (at: number, cycles: number, forMs: number): boolean => {
    const stepMs = forMs + plan.pauseSeconds * SECOND_MS;
    const starts = Array.from({ length: cycles }, (_, index) => at + index * stepMs);
    return starts.map((start) => addCycle(start, start + forMs)).includes(true);
  };
  for (const { action, at, cycle = 0, cycles = 0, ended, forSeconds = 0 } of runs) {
    if (action === "ran") addRun(at, ended === undefined ? cycles : cycle, forSeconds * SECOND_MS);
  }
  return { add: (at) => addRun(at, plan.cycles, plan.forSeconds * SECOND_MS) };
}
