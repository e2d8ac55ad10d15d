/** Stores calibrations and exclusions under the rules, as the owner of the farm "oak". */

import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { logged } from "@greenhouse/domain/identity/sensor-log";
import type { SensorChange } from "@greenhouse/domain/identity/sensor-log";
import {
  calibrationsPath,
  exclusionsPath,
  freeKey,
} from "@greenhouse/domain/quantities/corrections-model";
import type { Calibration, Exclusion } from "@greenhouse/domain/quantities/corrections-model";
import { SERVER_TIME } from "@greenhouse/domain/stored";
import type { FoldedDatabase } from "./folding";

const OWNER = "olga";
const createEntryKey = createPushKeys(() => 0.25);

export type NewCalibration = Pick<Calibration, "quantity" | "from" | "scale" | "offset">;
export type NewExclusion = Pick<Exclusion, "from" | "until" | "quantity" | "import">;

/** @returns the path of the record */
export function calibrate(
  database: FoldedDatabase,
  uid: string,
  { quantity, ...record }: NewCalibration,
): string {
  return add(database, uid, calibrationsPath("oak", uid, quantity), "calibrated", record);
}

/** @returns the path of the record */
export function exclude(database: FoldedDatabase, uid: string, exclusion: NewExclusion): string {
  return add(database, uid, exclusionsPath("oak", uid), "excluded", exclusion);
}

export function undo(database: FoldedDatabase, path: string): void {
  const key = createEntryKey(database.now);
  const [, , uid = ""] = path.split("/");
  store(database, {
    [`${path}/undoneAt`]: SERVER_TIME,
    [`${path}/undoneBy`]: OWNER,
    [`${path}/entry`]: key,
    ...logged({ farmId: "oak", uid }, { key, by: OWNER }, "undone"),
  });
}

function add(
  database: FoldedDatabase,
  uid: string,
  list: string,
  what: SensorChange,
  record: object,
): string {
  const key = createEntryKey(database.now);
  const path = `${list}/${freeKey(database.json(list), database.now)}`;
  store(database, {
    [path]: { ...record, by: OWNER, at: SERVER_TIME, entry: key },
    ...logged({ farmId: "oak", uid }, { key, by: OWNER }, what),
  });
  return path;
}

function store(database: FoldedDatabase, update: Readonly<Record<string, unknown>>): void {
  const outcome = database.writeAs(OWNER, update);
  if (outcome !== "stored") throw new Error(`${outcome}: ${JSON.stringify(update)}`);
}
