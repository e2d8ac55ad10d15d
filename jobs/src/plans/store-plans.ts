/** Decides about plans and stores each decision: order, log and run in one update. */

import { inParallel } from "@greenhouse/domain/in-parallel";
import { orderPath } from "@greenhouse/domain/outputs/ordering";
import { decidePlan } from "@greenhouse/domain/outputs/plans/decide";
import { KEPT_RUNS_MS } from "@greenhouse/domain/outputs/plans/limits";
import type { PlanDecision } from "@greenhouse/domain/outputs/plans/situation";
import { parsePlan } from "@greenhouse/domain/outputs/plans/records";
import {
  firstRunKey,
  planOrderUpdate,
  planPath,
  planRunsPath,
  planVersionPath,
  runUpdates,
} from "@greenhouse/domain/outputs/plans/updates";
import { parseOrder } from "@greenhouse/domain/outputs/records";
import type { Database } from "../database";
import type { Run } from "../run";
import type { CheckedPlan } from "./check-plans";

/** Decisions of a farm that are stored at once. */
const AT_ONCE = 20;
/** Old records that one decision removes. A decision adds at most a few. */
const MAX_REMOVED = 50;

/**
 * If another check or a person was faster, the rules refuse the update. The next check decides again.
 * @param until after this time, in Unix milliseconds, no further decision is stored
 */
export async function storePlans(
  run: Pick<Run, "database" | "log" | "now" | "createPushKey">,
  plans: readonly CheckedPlan[],
  until: number,
): Promise<void> {
  const decided = plans
    .map((checked) => ({ checked, decision: decidePlan(checked) }))
    .filter(({ decision }) => decision.order !== undefined || decision.runs.length > 0);
  await inParallel(decided, AT_ONCE, async ({ checked, decision }) => {
    if (run.now() >= until) return;
    const update = await updateOf(run, checked, decision);
    const outcome = await run.database.update(update);
    if (outcome === "denied" && (await isUnchanged(run.database, checked))) {
      run.log.planRefused(checked.id.farmId, `${checked.id.uid}/${checked.id.output}`);
    }
  });
}

async function updateOf(
  { database, createPushKey }: Pick<Run, "database" | "createPushKey">,
  { id, plan, output, version, nowMs }: CheckedPlan,
  decision: PlanDecision,
): Promise<Readonly<Record<string, unknown>>> {
  const before = firstRunKey(nowMs - KEPT_RUNS_MS[plan.kind]);
  const old = await database.readPage(planRunsPath(id), { before }, MAX_REMOVED);
  const key = createPushKey(nowMs);
  return {
    ...Object.fromEntries(old.map(([runId]) => [`${planRunsPath(id)}/${runId}`, null])),
    ...planOrderUpdate(id, decision, output.order, { key, nowMs }),
    ...runUpdates(id, decision.runs),
    [planVersionPath(id)]: version + 1,
  };
}

/** Whether the plan, its order and its runs are still as they were read. */
async function isUnchanged(
  database: Database,
  { id, plan, output, version }: CheckedPlan,
): Promise<boolean> {
  const [storedPlan, order, storedVersion] = await Promise.all([
    database.get(planPath(id)),
    database.get(orderPath(id)),
    database.get(planVersionPath(id)),
  ]);
  const isSamePlan = JSON.stringify(parsePlan(storedPlan)) === JSON.stringify(plan);
  const isSameOrder = parseOrder(order)?.version === output.order?.version;
  return isSamePlan && isSameOrder && (storedVersion ?? 0) === version;
}
