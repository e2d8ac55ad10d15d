/** Reads the light of yesterday and today, for plans whose quantity is the light of the day. */

import { plantLight, type HourMean } from "@greenhouse/domain/rollups/daily";
import {
  greenhouseRollupPath,
  parseGreenhouseRollup,
  parseRollup,
  parseSeries,
  rollupPath,
} from "@greenhouse/domain/rollups/rollups";
import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import type { Database } from "../database";
import type { FarmSituation } from "../watch/read-farm";
import type { StoredPlan } from "./read-plans";

/** Today may have begun 25 hours ago. */
const READ_MS = 2 * DAY_MS;
const MAX_HOURS = READ_MS / HOUR_MS + 1;

/** Returns the hours that the plan needs, in µmol m⁻² s⁻¹; none if it has another quantity. */
export type Light = (planned: StoredPlan) => readonly HourMean[];

/** Reads the light for all plans of a farm that need it. @param nowMs Unix milliseconds */
export async function readLight(
  database: Database,
  farm: Pick<FarmSituation, "plans" | "sensors" | "greenhouses">,
  nowMs: number,
): Promise<Light> {
  const placeOf = ({ uid, plan }: StoredPlan): Place | undefined => {
    const measuring = farm.sensors.find((sensor) => sensor.uid === (plan.source ?? uid));
    return measuring && { greenhouse: measuring.greenhouse, source: plan.source };
  };
  const places = new Map<string, Place>();
  for (const planned of farm.plans) {
    const place = planned.plan.condition?.quantity === "dli" ? placeOf(planned) : undefined;
    if (place !== undefined) places.set(nameOf(place), place);
  }
  const found = new Map<string, readonly HourMean[]>();
  for (const [name, place] of places) {
    const [light, ppfd] = await Promise.all(
      (["light", "ppfd"] as const).map((quantity) => readHours(database, place, quantity, nowMs)),
    );
    const { lightSource } = farm.greenhouses.get(place.greenhouse) ?? {};
    found.set(name, plantLight(light ?? [], ppfd ?? [], lightSource ?? "sun"));
  }
  return (planned) => {
    const place = found.size === 0 ? undefined : placeOf(planned);
    return (place && found.get(nameOf(place))) ?? [];
  };
}

interface Place {
  readonly greenhouse: string;
  /** The uid of a sensor; undefined: the whole greenhouse. */
  readonly source: string | undefined;
}

function nameOf({ greenhouse, source }: Place): string {
  return JSON.stringify([greenhouse, source]);
}

async function readHours(
  database: Database,
  { greenhouse, source }: Place,
  quantity: "light" | "ppfd",
  nowMs: number,
): Promise<readonly HourMean[]> {
  const path =
    source === undefined
      ? greenhouseRollupPath(greenhouse, "hour", quantity)
      : rollupPath(greenhouse, source, "hour", quantity);
  const page = await database.readPage(path, { from: `${nowMs - READ_MS}` }, MAX_HOURS);
  const means = parseSeries(Object.fromEntries(page), (stored) => {
    if (source === undefined) return parseGreenhouseRollup(stored)?.median;
    const rollup = parseRollup(stored);
    return rollup && rollup.sum / rollup.n;
  });
  return [...means].map(([startMs, mean]) => ({ startMs, mean }));
}
