/** Decides about a plan of the kind "times": runs with cycles, at local times. Pure. */

import { DAY_MS, HOUR_MS, SECOND_MS } from "../../time.ts";
import { QUANTITY } from "../../quantities/measurements.ts";
import { nextVersion } from "../ordering.ts";
import { MAX_RUN_DELAY_MS } from "./limits.ts";
import type { PlanReason, PlanRun, TimesPlan } from "./model.ts";
import { plannedTimes, timeOfRun } from "./planned-times.ts";
import type { PlannedTime } from "./planned-times.ts";
import {
  figuresOf,
  isHeldByPlan,
  isLimitReached,
  NOTHING,
  orderOn,
  personHold,
  personOf,
  PLAN_OFF,
  stoppedBecause,
} from "./situation.ts";
import type { PersonHold, PlanDecision, PlanInput } from "./situation.ts";
import { isBeyondBound } from "./value.ts";

type TimesInput = PlanInput<TimesPlan>;

/** Runs that were missed for longer are not recorded. */
const LOOK_BACK_MS = DAY_MS;
/** Within this time after a run's start the soil must get wetter. */
export const EFFECT_MS = 2 * HOUR_MS;

/** A decision, and whether a run is still under way. */
interface Step extends PlanDecision {
  readonly isBusy: boolean;
}

export function decideTimes(stored: TimesInput): PlanDecision {
  const input = { ...stored, runs: stored.runs.map((run) => withHeard(run, stored.output)) };
  const open = openRun(input);
  let step = open === undefined ? withoutRun(input) : continueRun(open, input);
  for (const planned of dueTimes(input)) step = join(step, begin(planned, input, step.isBusy));
  const confirmed = input.runs.filter((run) => !stored.runs.includes(run));
  return { order: step.order, runs: newest([...confirmed, ...wetterRuns(input), ...step.runs]) };
}

/** Returns the last record of each run. */
function newest(runs: readonly PlanRun[]): readonly PlanRun[] {
  return [...new Map(runs.map((run) => [run.id, run])).values()];
}

/** Adds that the board has confirmed the newest order of a run. */
function withHeard(run: PlanRun, { state }: TimesInput["output"]): PlanRun {
  const isNews = isMade(run) && run.version === state?.version && run.heard !== run.version;
  return isNews ? { ...run, heard: run.version } : run;
}

const IDLE: Step = { ...NOTHING, isBusy: false };
const BUSY: Step = { ...NOTHING, isBusy: true };

/** Switches off what a plan of the kind "hold" has switched on, before the owner changed the plan. */
function withoutRun({ output, nowMs }: TimesInput): Step {
  return isHeldByPlan(output, nowMs) ? { ...IDLE, order: PLAN_OFF } : IDLE;
}

function join(before: Step, after: Step): Step {
  return {
    order: after.order ?? before.order,
    runs: [...before.runs, ...after.runs],
    isBusy: before.isBusy || after.isBusy,
  };
}

/** A run of a plan of the kind "times" that was made, with the fields that only such a run has. */
type MadeRun = PlanRun & Required<Pick<PlanRun, "cycle" | "cycles" | "version" | "endsAt">>;

function isMade(run: PlanRun): run is MadeRun {
  const { action, cycle, cycles, version, endsAt } = run;
  return action === "ran" && ![cycle, cycles, version, endsAt].includes(undefined);
}

/** Returns the newest run that is under way: it has a cycle to come, or its last cycle's order holds. */
export function openRun({
  plan,
  runs,
  nowMs,
}: Pick<TimesInput, "plan" | "runs" | "nowMs">): MadeRun | undefined {
  return runs
    .filter(isMade)
    .find(
      ({ ended, cycle, cycles, endsAt }) =>
        ended === undefined && (cycle < Math.min(cycles, plan.cycles) || endsAt > nowMs),
    );
}

function continueRun(run: MadeRun, input: TimesInput): Step {
  const { plan, output, nowMs } = input;
  const end = (ended: PlanReason, more: Partial<PlanRun> = {}): Step => ({
    ...IDLE,
    runs: [{ ...run, ...more, ended }],
  });
  // Somebody else has ordered since the newest cycle.
  if (output.order?.version !== run.version) {
    const by = personOf(output.order);
    return end("person", { ...(by !== undefined && { by }) });
  }
  if (personHold(output, nowMs) !== undefined) return end("person");
  const stopped = stoppedBecause(plan, nowMs) ?? (isPlanned(run, plan) ? undefined : "changed");
  if (stopped !== undefined) {
    const order = isHeldByPlan(output, nowMs) ? PLAN_OFF : undefined;
    return { ...end(stopped), order };
  }
  const nextAt = run.endsAt + plan.pauseSeconds * SECOND_MS;
  if (nowMs < run.endsAt || nowMs < nextAt) return BUSY;
  if (nowMs - nextAt > MAX_RUN_DELAY_MS) return end("late");
  if (isLimitReached(output, nowMs)) return end("limit");
  if (isBlind(input)) return end("noValue");
  return order({ ...run, cycle: run.cycle + 1 }, input);
}

/** Whether the plan still has the time of a run. A new plan does not go on with the runs of a plan that was removed. */
function isPlanned({ id }: Pick<PlanRun, "id">, { times }: TimesPlan): boolean {
  return times.includes(timeOfRun(id));
}

function isBlind({ plan, value }: TimesInput): boolean {
  return plan.condition !== undefined && value?.kind !== "fresh";
}

/** Orders a cycle of the run. */
function order(run: PlanRun, { plan, output, nowMs }: TimesInput): Step {
  const endsAt = nowMs + plan.forSeconds * SECOND_MS;
  const version = nextVersion(output.order, nowMs);
  const ordered = { ...run, version, endsAt };
  return { order: orderOn(plan, output.defined, endsAt), runs: [ordered], isBusy: true };
}

/** Returns the planned times that no check has decided yet, the earliest first. */
function dueTimes({ plan, runs, clock, nowMs }: TimesInput): readonly PlannedTime[] {
  if (!plan.isOn) return [];
  const decided = new Set(runs.map(({ id }) => id));
  const from = Math.max(nowMs - LOOK_BACK_MS, plan.at ?? 0);
  return plannedTimes(plan, clock, from, nowMs).filter(({ id }) => !decided.has(id));
}

const NOT_BEYOND = { below: "notBelow", above: "notAbove" } as const;

/** Begins a run, skips it, or waits until the next check. */
function begin(planned: PlannedTime, input: TimesInput, isBusy: boolean): Step {
  const { plan, output, value, nowMs } = input;
  const decided = { id: planned.id, at: nowMs, planned: planned.at } as const;
  const skip = (reason: PlanReason, more: Partial<PlanRun> = {}): Step => ({
    ...IDLE,
    runs: [{ ...decided, action: "skipped", reason, ...more }],
  });
  const until = (time: number | undefined) => (time === undefined ? {} : { until: time });
  if (planned.missing !== undefined) return skip(planned.missing);
  const stopped = stoppedBecause(plan, planned.at) ?? stoppedBecause(plan, nowMs);
  if (stopped !== undefined) return skip(stopped, until(plan.pausedUntil));
  const skipForPerson = ({ until: end, by }: PersonHold): Step =>
    skip("person", { ...until(end), ...(by !== undefined && { by }) });
  if (isBusy) {
    // An earlier run waited for the same person, and is made now.
    const heldThen = personHold(output, planned.at);
    return heldThen === undefined ? skip("overlap") : skipForPerson(heldThen);
  }
  const lastStart = planned.at + MAX_RUN_DELAY_MS;
  const held = personHold(output, nowMs);
  if (held !== undefined && Math.max(held.until, nowMs) > lastStart) return skipForPerson(held);
  if (nowMs > lastStart) return skip("late");
  if (held !== undefined) return IDLE;
  if (isLimitReached(output, nowMs)) return skip("limit");
  const figures = figuresOf(plan, value);
  const { condition } = plan;
  if (condition !== undefined) {
    if (value?.kind !== "fresh") return skip("noValue", figures);
    if (!isBeyondBound(condition, value.value)) return skip(NOT_BEYOND[condition.side], figures);
  }
  const { forSeconds, cycles } = plan;
  const reason = condition?.side ?? "clock";
  const run = {
    ...decided,
    ...figures,
    action: "ran",
    reason,
    forSeconds,
    cycles,
    cycle: 1,
  } as const;
  return order(run, input);
}

/** Returns the runs that the present value shows to have had an effect. */
function wetterRuns({ plan, value, runs, nowMs }: TimesInput): readonly PlanRun[] {
  const quantity = plan.condition?.quantity;
  if (quantity !== "soilMoisture" || value?.kind !== "fresh") return [];
  const wet = value.value;
  const since = nowMs - EFFECT_MS;
  return runs
    .filter(
      (run) =>
        run.action === "ran" &&
        run.quantity === quantity &&
        run.wetter === undefined &&
        run.at >= since &&
        value.at > run.at &&
        wet >= (run.value ?? Infinity) + QUANTITY[quantity].margin,
    )
    .map((run) => ({ ...run, wetter: wet }));
}
