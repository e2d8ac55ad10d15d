/** Reads the light of yesterday and today, for plans whose quantity is the light of the day. */

import { inParallel } from "@greenhouse/domain/in-parallel";
import {
  LIGHT_MS,
  LIGHT_QUANTITIES,
  lightHours,
  lightPath,
  MAX_LIGHT_HOURS,
  type LightPlace,
} from "@greenhouse/domain/outputs/plans/light";
import type { HourMean } from "@greenhouse/domain/rollups/daily";
import type { Database } from "../database";
import type { FarmSituation } from "../watch/read-farm";
import type { StoredPlan } from "./read-plans";

/** Returns the hours that the plan needs, in µmol m⁻² s⁻¹; none if it has another quantity. */
export type Light = (planned: StoredPlan) => readonly HourMean[];

/** Places whose light is read at once. */
const AT_ONCE = 20;

/** Reads the light for all plans of a farm that need it. @param nowMs Unix milliseconds */
export async function readLight(
  database: Database,
  farm: Pick<FarmSituation, "plans" | "sensors" | "greenhouses">,
  nowMs: number,
): Promise<Light> {
  const placeOf = ({ uid, plan }: StoredPlan): LightPlace | undefined => {
    const measuring = farm.sensors.find((sensor) => sensor.uid === (plan.source ?? uid));
    return measuring && { greenhouse: measuring.greenhouse, source: plan.source };
  };
  const places = new Map<string, LightPlace>();
  for (const planned of farm.plans) {
    const place = planned.plan.condition?.quantity === "dli" ? placeOf(planned) : undefined;
    if (place !== undefined) places.set(nameOf(place), place);
  }
  const found = new Map<string, readonly HourMean[]>();
  await inParallel([...places], AT_ONCE, async ([name, place]) => {
    const stored = await Promise.all(
      LIGHT_QUANTITIES.map(async (quantity) => {
        const range = { from: `${nowMs - LIGHT_MS}` };
        const page = await database.readPage(lightPath(place, quantity), range, MAX_LIGHT_HOURS);
        return [quantity, Object.fromEntries(page)] as const;
      }),
    );
    const { lightSource } = farm.greenhouses.get(place.greenhouse) ?? {};
    found.set(name, lightHours(place, Object.fromEntries(stored), lightSource ?? "sun"));
  });
  return (planned) => {
    const place = found.size === 0 ? undefined : placeOf(planned);
    return (place && found.get(nameOf(place))) ?? [];
  };
}

function nameOf({ greenhouse, source }: LightPlace): string {
  return JSON.stringify([greenhouse, source]);
}
