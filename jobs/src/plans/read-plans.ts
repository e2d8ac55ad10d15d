/** Reads the plans of a farm and the newest records of their runs. */

import { inParallel } from "@greenhouse/domain/in-parallel";
import { isOutputName } from "@greenhouse/domain/outputs/limits";
import type { OutputId } from "@greenhouse/domain/outputs/model";
import { runsToRead } from "@greenhouse/domain/outputs/plans/limits";
import type { Plan, PlanRun } from "@greenhouse/domain/outputs/plans/model";
import { parsePlan, parsePlanRuns } from "@greenhouse/domain/outputs/plans/records";
import { planRunsPath, planVersionPath } from "@greenhouse/domain/outputs/plans/updates";
import { asNumber, entriesOf } from "@greenhouse/domain/stored";
import type { Database } from "../database";

/** A plan, and what earlier checks decided about it. */
export interface StoredPlan extends OutputId {
  readonly plan: Plan;
  /** The number of stored decisions. */
  readonly version: number;
  /** The newest runs first. */
  readonly runs: readonly PlanRun[];
}

/** Boards of a farm whose plans are carried out. If there are more, these are the boards with the first uids. */
const MAX_BOARDS = 500;
/** Plans whose runs are read at once. */
const AT_ONCE = 20;

/**
 * Reads the plans before the orders of their outputs, and the version before the runs. If another check stores a decision
 * in the meantime, the version that was read here is too low, and the rules refuse what follows from it.
 * @returns undefined if the farm has no plan, not even an invalid one
 */
export async function readPlans(
  database: Database,
  farmId: string,
): Promise<readonly StoredPlan[] | undefined> {
  const boards = await database.readPage(`outputPlans/${farmId}`, {}, MAX_BOARDS);
  if (boards.length === 0) return undefined;
  const valid = boards.flatMap(([uid, outputs]) =>
    entriesOf(outputs).flatMap(([output, stored]) => {
      const plan = parsePlan(stored);
      return plan === undefined || !isOutputName(output) ? [] : [{ farmId, uid, output, plan }];
    }),
  );
  const found: StoredPlan[] = [];
  await inParallel(valid, AT_ONCE, async (planned) => {
    const version = asNumber(await database.get(planVersionPath(planned))) ?? 0;
    // Not the last ids: those of another kind, or of another time zone, may come after the ids of newer runs.
    const limit = runsToRead(planned.plan);
    const stored = await database.getNewest(planRunsPath(planned), "at", limit);
    found.push({ ...planned, version, runs: parsePlanRuns(stored) });
  });
  return found;
}
