/** Makes the input of each plan's decision from the records of its farm. Pure. */

import { parseLastSeen } from "@greenhouse/domain/history/last-seen";
import type { OutputId } from "@greenhouse/domain/outputs/model";
import { createFarmClock } from "@greenhouse/domain/outputs/plans/clock";
import type { PlanInput } from "@greenhouse/domain/outputs/plans/situation";
import { planValue, type PlanSensor } from "@greenhouse/domain/outputs/plans/value";
import type { FarmSituation } from "../watch/read-farm";
import type { Light } from "./read-light";

/** A plan of a defined output, with everything that decides about it. */
export interface CheckedPlan extends PlanInput {
  readonly id: OutputId;
  /** The number of decisions that were stored before this check. */
  readonly version: number;
}

const NEVER_SEEN = parseLastSeen(undefined);

/** @param nowMs Unix milliseconds */
export function checkPlans(
  farm: FarmSituation,
  light: Light,
  nowMs: number,
): readonly CheckedPlan[] {
  if (farm.plans.length === 0) return [];
  const clock = createFarmClock(farm.place);
  const outputs = new Map(farm.outputs.map((known) => [nameOf(known), known]));
  const sensors = new Map(farm.sensors.flatMap((sensor) => planSensor(sensor, farm)));
  const byGreenhouse = Map.groupBy(sensors.values(), ({ greenhouse }) => greenhouse);
  return farm.plans.flatMap((planned): readonly CheckedPlan[] => {
    const { farmId, uid, output, plan, version, runs } = planned;
    const [known, board] = [outputs.get(nameOf(planned)), sensors.get(uid)];
    if (known === undefined || board === undefined) return [];
    const { greenhouse } = board;
    const source = sensors.get(plan.source ?? "");
    const sources = {
      greenhouse,
      sensors: source === undefined ? (byGreenhouse.get(greenhouse) ?? []) : [source],
      light: light(planned),
    };
    const value = planValue(plan, sources, clock, nowMs);
    const id = { farmId, uid, output };
    return [{ id, version, plan, output: known, value, runs, clock, nowMs }];
  });
}

function nameOf({ uid, output }: Pick<OutputId, "uid" | "output">): string {
  return `${uid}/${output}`;
}

function planSensor(
  { uid, greenhouse, role }: FarmSituation["sensors"][number],
  { greenhouses, lastSeen }: FarmSituation,
): readonly (readonly [string, PlanSensor])[] {
  const newest = greenhouses.get(greenhouse);
  const seen = lastSeen.get(uid) ?? NEVER_SEEN;
  return newest === undefined ? [] : [[uid, { uid, greenhouse, role, newest, seen }]];
}
