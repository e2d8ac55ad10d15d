/** Foresees what the jobs will decide about a plan of the kind "times". */

import { nextVersion } from "../ordering.ts";
import { decideTimes, openRun } from "./decide-times.ts";
import type { PlanRun, TimesPlan } from "./model.ts";
import { plannedTimes } from "./planned-times.ts";
import { personHold } from "./situation.ts";
import type { PlanDecision, PlanInput } from "./situation.ts";
import { SECOND_MS } from "../../time.ts";

type TimesInput = PlanInput<TimesPlan>;

/** A run as a check will store it. */
export interface Foreseen {
  readonly at: number;
  readonly run: PlanRun;
  /** The run as it was stored before; undefined if it is new. */
  readonly before: PlanRun | undefined;
}

/**
 * Decides at each moment at which something changes. Assumes that the condition of each run holds, that the board applies
 * each order, and that nobody changes anything. The first check is now.
 */
export function* foresee(stored: TimesInput, untilMs: number): Generator<Foreseen> {
  const { nowMs, clock } = stored;
  // A plan without a time is not stored yet.
  const plan = { ...stored.plan, condition: undefined, at: stored.plan.at ?? nowMs };
  // A pause may last for a month, and nothing runs in it.
  const fromMs = Math.max(nowMs, plan.pausedUntil ?? 0);
  const moments = plannedTimes(plan, clock, fromMs, untilMs).map(({ at }) => at);
  let input: TimesInput = { ...stored, plan };
  for (let at: number | undefined = nowMs; at !== undefined && at <= untilMs;) {
    const decision: PlanDecision = decideTimes({ ...input, nowMs: at });
    for (const run of decision.runs) {
      yield { at, run, before: input.runs.find(({ id }) => id === run.id) };
    }
    input = { ...after(input, decision, at), nowMs: at };
    at = nextMoment(input, moments);
  }
}

function after(input: TimesInput, { order, runs }: PlanDecision, at: number): TimesInput {
  const { output } = input;
  const changed = new Set(runs.map(({ id }) => id));
  const ordered = order && { ...order, version: nextVersion(output.order, at), at };
  return {
    ...input,
    output: { ...output, order: ordered ?? output.order },
    runs: [...runs, ...input.runs.filter(({ id }) => !changed.has(id))],
  };
}

/** Returns when a run is due, its next cycle begins, or a person's order ends. */
function nextMoment(input: TimesInput, moments: readonly number[]): number | undefined {
  const { plan, output, nowMs } = input;
  const run = openRun(input);
  const later = [
    ...moments.filter((at) => at > nowMs).slice(0, 1),
    ...(run === undefined ? [] : [run.endsAt + plan.pauseSeconds * SECOND_MS]),
    personHold(output, nowMs)?.until ?? 0,
  ].filter((at) => at > nowMs);
  return later.length === 0 ? undefined : Math.min(...later);
}
