/** Paths of plans and runs, and the updates that store them. */

import { SERVER_TIME } from "../../stored.ts";
import { isOverAt } from "../condition.ts";
import type { Order, OutputId } from "../model.ts";
import { nextVersion, orderPath, orderUpdate } from "../ordering.ts";
import type { OrderKeys, Ordering } from "../ordering.ts";
import { PLAN_AUTHOR } from "./model.ts";
import type { Plan, PlanRun } from "./model.ts";
import { storedPlan } from "./records.ts";
import type { PlanDecision } from "./situation.ts";

export function planPath({ farmId, uid, output }: OutputId): string {
  return `outputPlans/${farmId}/${uid}/${output}`;
}

export function planRunsPath({ farmId, uid, output }: OutputId): string {
  return `outputPlanRuns/${farmId}/${uid}/${output}`;
}

/**
 * A key after the ids of all runs, which begin with a date, and before the version. "9" alone would not do: the database
 * sorts keys that are integers before all others.
 */
export const AFTER_RUN_KEYS = "9~";

/** Returns a key before the ids of the runs from this UTC day on. Without the letter it would be an integer. */
export function firstRunKey(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 10).replaceAll("-", "")}T`;
}

/** Returns the path of the list of farms with plans. It tells the jobs which farms to check. */
export function plannedFarmPath(farmId: string): string {
  return `plannedFarms/${farmId}`;
}

/** Returns the path of the version of an output's runs. Each decision that is stored adds 1. */
export function planVersionPath(id: OutputId): string {
  return `${planRunsPath(id)}/version`;
}

/** Returns the update that stores a plan, new or changed. */
export function planUpdate(id: OutputId, plan: Plan): Readonly<Record<string, unknown>> {
  return {
    [planPath(id)]: { ...storedPlan(plan), at: SERVER_TIME },
    [plannedFarmPath(id.farmId)]: true,
  };
}

/** Returns the update that switches a plan on or off, and keeps what somebody else has changed about it. */
export function planSwitch(id: OutputId, isOn: boolean): Readonly<Record<string, unknown>> {
  return { [`${planPath(id)}/isOn`]: isOn, [`${planPath(id)}/at`]: SERVER_TIME };
}

/** Returns the update that removes a plan. Its runs stay as long as the output. */
export function planRemoval(id: OutputId): Readonly<Record<string, null>> {
  return { [planPath(id)]: null };
}

/** Returns the update that pauses a plan until a time in Unix milliseconds, or resumes it. */
export function planPause(
  id: OutputId,
  untilMs: number | undefined,
): Readonly<Record<string, number | null>> {
  return { [`${planPath(id)}/pausedUntil`]: untilMs ?? null };
}

/** Returns the update that stores decided runs. A run that is under way is stored again as a whole. */
export function runUpdates(
  id: OutputId,
  runs: readonly PlanRun[],
): Readonly<Record<string, object>> {
  return Object.fromEntries(
    runs.map(({ id: runId, ...stored }) => [`${planRunsPath(id)}/${runId}`, stored]),
  );
}

/**
 * Returns the update that stores the order of a decision. A renewal, which a plan of the kind "hold" needs several times
 * an hour, keeps the entry of the log that the first order has added.
 */
export function planOrderUpdate(
  id: OutputId,
  { order, runs }: PlanDecision,
  last: Order | undefined,
  keys: OrderKeys,
): Readonly<Record<string, object>> {
  if (order === undefined) return {};
  const isAlone = runs.length === 0;
  return isAlone && last !== undefined && isRenewal(order, last, keys.nowMs)
    ? { [orderPath(id)]: renewed(order, last, keys.nowMs) }
    : orderUpdate(id, order, last, keys);
}

function isRenewal({ value }: Ordering, last: Order, nowMs: number): boolean {
  return value > 0 && value === last.value && last.by === PLAN_AUTHOR && !isOverAt(last, nowMs);
}

function renewed(order: Ordering, last: Order, nowMs: number): object {
  const { entry, at, since = at } = last;
  return {
    ...order,
    version: nextVersion(last, nowMs),
    at: SERVER_TIME,
    asked: nowMs,
    since,
    ...(entry !== undefined && { entry }),
  };
}
