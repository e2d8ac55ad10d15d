/** Reads the value that a plan uses now. */

import { parseLastSeen } from "@greenhouse/domain/history/last-seen";
import type { OutputId } from "@greenhouse/domain/outputs/model";
import type { FarmClock } from "@greenhouse/domain/outputs/plans/clock";
import {
  LIGHT_MS,
  LIGHT_QUANTITIES,
  lightHours,
  lightPath,
  MAX_LIGHT_HOURS,
} from "@greenhouse/domain/outputs/plans/light";
import type { Plan, PlanValue } from "@greenhouse/domain/outputs/plans/model";
import { planValue } from "@greenhouse/domain/outputs/plans/value";
import type { PlanSensor } from "@greenhouse/domain/outputs/plans/value";
import { parseDailySettings } from "@greenhouse/domain/rollups/daily";
import type { HourMean } from "@greenhouse/domain/rollups/daily";
import type { Database } from "../core/database";
import { farmCommand } from "../core/hint";
import { listSensors, readSensor } from "../farm/stored-farms";
import type { Sensor } from "../farm/stored-farms";
import { readCorrections } from "../corrections/stored-corrections";

export interface ReadValue {
  /** Undefined if the plan has no condition. */
  readonly value: PlanValue | undefined;
  readonly sensorNames: ReadonlyMap<string, string>;
  /** Why the plan cannot switch now. */
  readonly remark: string | undefined;
}

export async function readPlanValue(
  database: Database,
  { farmId, uid }: OutputId,
  plan: Plan,
  clock: FarmClock,
  nowMs: number,
): Promise<ReadValue> {
  const { source, condition } = plan;
  const board = readSensor(uid, await database.read(`registeredSensors/${uid}`));
  const greenhouse = board?.greenhouse;
  if (greenhouse === undefined) return without(plan, uid);
  if (condition === undefined) return { ...NO_CONDITION, remark: undefined };
  const registered = await listSensors(database, farmId);
  const measuring = registered.find((sensor) => sensor.uid === (source ?? uid));
  if (measuring?.greenhouse === undefined) return without(plan, source ?? uid);
  const place = { greenhouse: measuring.greenhouse, source };
  const isLight = condition.quantity === "dli";
  const light = isLight ? await readLight(database, place, nowMs) : [];
  const sensors = isLight ? [] : await readSensors(database, farmId, place, registered);
  return {
    value: planValue(plan, { greenhouse, sensors, light }, clock, nowMs),
    sensorNames: new Map(registered.map((sensor) => [sensor.uid, sensor.sensorName || sensor.uid])),
    remark: undefined,
  };
}

const NO_CONDITION = { value: undefined, sensorNames: new Map<string, string>() };

/** @param uid the sensor that is in no greenhouse of the farm */
function without({ condition }: Plan, uid: string): ReadValue {
  const linking = farmCommand("sensor link", [uid], { rest: "<greenhouseId>" });
  return {
    ...NO_CONDITION,
    value: condition && { kind: "old", at: undefined },
    remark: `${uid} is in no greenhouse of the farm, so the plan switches nothing on. Link it: ${linking}`,
  };
}

interface Place {
  readonly greenhouse: string;
  readonly source: string | undefined;
}

async function readSensors(
  database: Database,
  farmId: string,
  { greenhouse, source }: Place,
  registered: readonly Sensor[],
): Promise<readonly PlanSensor[]> {
  const used = registered.filter((sensor) =>
    source === undefined ? sensor.greenhouse === greenhouse : sensor.uid === source,
  );
  const [corrections, current, bySensor, ...seen] = await Promise.all([
    readCorrections(database, farmId),
    database.read(`sensors/${greenhouse}/current`),
    database.read(`sensors/${greenhouse}/bySensor`),
    ...used.map(({ uid }) => database.read(`lastSeen/${farmId}/${uid}`)),
  ]);
  return used.map(({ uid, role }, index) => ({
    uid,
    role,
    greenhouse,
    newest: { current, bySensor, corrections },
    seen: parseLastSeen(seen[index]),
  }));
}

async function readLight(
  database: Database,
  place: Place,
  nowMs: number,
): Promise<readonly HourMean[]> {
  const range = { from: `${nowMs - LIGHT_MS}` };
  const [house, ...hours] = await Promise.all([
    database.read(`greenhouses/${place.greenhouse}`),
    ...LIGHT_QUANTITIES.map(async (quantity) => {
      const page = await database.readLastPage(lightPath(place, quantity), range, MAX_LIGHT_HOURS);
      return [quantity, Object.fromEntries(page)] as const;
    }),
  ]);
  return lightHours(place, Object.fromEntries(hours), parseDailySettings(house).lightSource);
}
