/** Reads the plan of an output, and what decides about it. */

import { parsePlan, parsePlanRuns } from "@greenhouse/domain/outputs/plans/records";
import { planPath, planRunsPath } from "@greenhouse/domain/outputs/plans/updates";
import { READ_RUNS } from "@greenhouse/domain/outputs/plans/limits";
import { createFarmClock } from "@greenhouse/domain/outputs/plans/clock";
import type { Plan } from "@greenhouse/domain/outputs/plans/model";
import type { PlanInput } from "@greenhouse/domain/outputs/plans/situation";
import { personOf } from "@greenhouse/domain/outputs/plans/situation";
import { parsePlace } from "@greenhouse/domain/identity/farm-records";
import { parseOrder, parseOutputState } from "@greenhouse/domain/outputs/records";
import { createPlanTeller } from "@greenhouse/domain/words/plan-sentences";
import { en } from "@greenhouse/domain/words/plans-en";
import type { Json } from "../core/database";
import { failed } from "../core/failure";
import { farmCommand } from "../core/hint";
import { serverTime } from "../core/session";
import type { OpenSession } from "../core/session";
import { nameAll } from "../farm/stored-farms";
import { farmTimesOf } from "./farm-times";
import { readPlanValue } from "./plan-value";
import { createPlanTexts } from "./plan-text";
import type { PlanTexts } from "./plan-text";
import type { FoundOutput } from "./stored-output";

/** A plan, with everything that decides about it and describes it. */
export interface PlanSituation extends PlanInput {
  readonly texts: PlanTexts;
  /** For people: where the plan's times are meant, and what keeps it from switching. */
  readonly remarks: readonly string[];
}

export async function readStoredPlan(
  { database }: OpenSession,
  { id }: FoundOutput,
): Promise<{ readonly stored: Json; readonly plan: Plan | undefined }> {
  const stored = await database.read(planPath(id));
  return { stored, plan: parsePlan(stored) };
}

/** @throws CommandError (failed) if the output has no plan, or it cannot be read */
export async function requirePlan(session: OpenSession, found: FoundOutput): Promise<Plan> {
  const { uid, output } = found.id;
  const { stored, plan } = await readStoredPlan(session, found);
  if (plan !== undefined) return plan;
  const setting = farmCommand("output plan set", [uid, output], { options: "--file plan.json" });
  throw stored === null
    ? failed(`${output} of ${uid} has no plan.`, `Set one: ${setting}`)
    : failed(
        `The plan of ${output} of ${uid} cannot be read, so it switches nothing.`,
        `Set it again: ${setting}. Or remove it: ${farmCommand("output plan remove", [uid, output])}`,
      );
}

/** Reads what decides about a plan, stored or not. */
export async function readSituation(
  session: OpenSession,
  { farm, id, defined }: FoundOutput,
  plan: Plan,
): Promise<PlanSituation> {
  const { database } = session;
  const { farmId, uid, output } = id;
  const at = (root: string): string => `${root}/${farmId}/${uid}/${output}`;
  const [nowMs, storedPlace, storedRuns] = await Promise.all([
    serverTime(session),
    database.read(`farms/${farmId}/place`),
    database.findHighest(planRunsPath(id), "at", READ_RUNS),
  ]);
  const clock = createFarmClock(parsePlace(storedPlace));
  const runs = parsePlanRuns(storedRuns);
  // The state is read first: a board may report an order that is newer than the order read before.
  const state = parseOutputState(await database.read(at("outputStates")));
  const order = parseOrder(await database.read(at("outputOrders")));
  const { value, sensorNames, remark } = await readPlanValue(database, id, plan, clock, nowMs);
  const people = [personOf(order), ...runs.map(({ by }) => by)].filter((by) => by !== undefined);
  const personName = await nameAll(session, farm, people);
  const sensorName = (sensor: string): string => sensorNames.get(sensor) ?? sensor;
  const telling = { words: en, clock, nowMs, sensorName, personName };
  const zone = farmTimesOf(farmId, storedPlace).remark;
  return {
    plan,
    output: { defined, order, state },
    value,
    runs,
    clock,
    nowMs,
    texts: createPlanTexts(createPlanTeller(telling)),
    remarks: [...(remark === undefined ? [] : [remark]), zone],
  };
}
