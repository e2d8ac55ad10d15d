/** How a plan does at a glance, and what keeps it from acting. */

import { isStopped } from "@greenhouse/domain/alerts/job-runs";
import type { JobRuns } from "@greenhouse/domain/alerts/job-runs";
import type { OutputState } from "@greenhouse/domain/outputs/model";
import type { PlanInput } from "@greenhouse/domain/outputs/plans/situation";
import { personHold, stoppedBecause } from "@greenhouse/domain/outputs/plans/situation";

/**
 * - `on`: The plan acts when it is time.
 * - `waits`: It waits for a person's order.
 * - `failing`: It cannot act as long as an obstacle lasts.
 */
export type PlanLook = "on" | "waits" | "paused" | "off" | "failing";

/**
 * - `unchecked`: The jobs do not check plans. `since` is their last check, in Unix milliseconds; undefined if they are not
 *   deployed.
 * - `unheard`: The board has never reported.
 * - `offline`: The board missed all requests of a lease. `since` is its last report, in Unix milliseconds.
 * - `noValue`: The plan has a condition but no fresh value. `at` is when the newest value was measured, in Unix
 *   milliseconds; undefined without a value.
 */
export type PlanObstacle =
  | { readonly kind: "unchecked"; readonly since: number | undefined }
  | { readonly kind: "unheard" }
  | { readonly kind: "offline"; readonly since: number }
  | { readonly kind: "noValue"; readonly at: number | undefined };

/** `runs` is undefined if the jobs are not deployed. */
export interface KnownJobs {
  readonly runs: JobRuns | undefined;
}

/**
 * Returns what keeps the plan from acting, the jobs first. A plan that is off or paused has no obstacles.
 * @param jobs undefined until they are known
 */
export function planObstacles(
  input: PlanInput,
  jobs: KnownJobs | undefined,
): readonly PlanObstacle[] {
  const { plan, output, value, nowMs } = input;
  if (stoppedBecause(plan, nowMs) !== undefined) return [];
  const board = boardObstacle(output.state, output.defined.leaseSeconds, nowMs);
  const isBlind = plan.condition !== undefined && value?.kind !== "fresh";
  const isUnchecked = jobs !== undefined && (!jobs.runs || isStopped(jobs.runs, nowMs));
  return [
    ...(isUnchecked ? [{ kind: "unchecked" as const, since: jobs.runs?.lookedAt }] : []),
    ...(board === undefined ? [] : [board]),
    ...(isBlind ? [{ kind: "noValue" as const, at: value?.at }] : []),
  ];
}

function boardObstacle(
  state: OutputState | undefined,
  leaseSeconds: number,
  nowMs: number,
): PlanObstacle | undefined {
  if (state === undefined) return { kind: "unheard" };
  const isOffline = nowMs > state.heard + leaseSeconds * 1_000;
  return isOffline ? { kind: "offline", since: state.heard } : undefined;
}

export function planLook(input: PlanInput, jobs: KnownJobs | undefined): PlanLook {
  const { plan, output, nowMs } = input;
  const stopped = stoppedBecause(plan, nowMs);
  if (stopped !== undefined) return stopped === "paused" ? "paused" : "off";
  if (planObstacles(input, jobs).length > 0) return "failing";
  return personHold(output, nowMs) === undefined ? "on" : "waits";
}
