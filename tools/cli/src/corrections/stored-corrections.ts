/** Reads the calibrations and exclusions of a farm, and tells which quantities they concern. */

import {
  readCorrections as readAll,
  TooManyChanges,
} from "@greenhouse/database/client/corrections";
import type { Period } from "@greenhouse/domain/identity/key-range";
import type { SensorOfFarm } from "@greenhouse/domain/identity/sensor-log";
import { createCorrections, isInForce } from "@greenhouse/domain/quantities/corrections";
import type { Corrections, SensorCorrections } from "@greenhouse/domain/quantities/corrections";
import {
  exclusionsPath,
  freeKey,
  MAX_CHANGES,
  UNDONE_KEPT_MS,
} from "@greenhouse/domain/quantities/corrections-model";
import { MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import { DAY_MS } from "@greenhouse/domain/time";
import type { Database } from "../core/database";
import { failed } from "../core/failure";
import type { CommandError } from "../core/failure";
import { farmCommand } from "../core/hint";

/** @throws CommandError (failed) if the farm has too many */
export async function readCorrections(
  database: Pick<Database, "readPage">,
  farmId: string,
): Promise<Corrections> {
  try {
    return await readAll(database, farmId);
  } catch (error) {
    throw error instanceof TooManyChanges ? tooMany(error) : error;
  }
}

/** Puts the error into words, with the way out. */
export function tooMany({ message, farmId }: TooManyChanges): CommandError {
  return failed(
    message,
    `Delete some that were undone over ${UNDONE_KEPT_MS / DAY_MS} days ago, at calibrations/${farmId} and exclusions/${farmId} in the Firebase console. Or move sensors to another farm.`,
  );
}

/**
 * Returns the quantities that a correction may change in a period, in the order in which they are shown.
 * @param sensors only of these sensors; undefined: of all sensors
 */
export function correctedQuantities(
  { uids, ofSensor }: Corrections,
  { fromMs, toMs }: Period,
  sensors: readonly string[] | undefined,
): readonly Measurement[] {
  const corrected = (uid: string): readonly Measurement[] => {
    const { calibrations, exclusions } = ofSensor(uid);
    return [
      ...calibrations.filter(({ from }) => from < toMs),
      ...exclusions.filter(({ from, until }) => from < toMs && until > fromMs),
    ]
      .filter(isInForce)
      .flatMap(({ quantity }) => quantity ?? MEASUREMENTS);
  };
  const found = new Set((sensors ?? uids).flatMap(corrected));
  return MEASUREMENTS.filter((name) => found.has(name));
}

/** Reads the corrections of one sensor, with those that were undone. */
export async function readSensorCorrections(
  database: Database,
  { farmId, uid }: SensorOfFarm,
): Promise<SensorCorrections> {
  const [calibrations, exclusions] = await Promise.all([
    database.read(`calibrations/${farmId}/${uid}`),
    database.read(exclusionsPath(farmId, uid)),
  ]);
  return createCorrections({ [uid]: calibrations }, { [uid]: exclusions }).ofSensor(uid);
}

/**
 * Returns a free place in a list of corrections.
 * @param stored the list
 * @param subject what the list has, for the error
 * @throws CommandError (failed) if the list is full
 */
export function requireFreeKey(
  stored: unknown,
  uid: string,
  subject: string,
  nowMs: number,
): string {
  const key = freeKey(stored, nowMs);
  if (key !== undefined) return key;
  throw failed(
    `${uid} has ${MAX_CHANGES} ${subject}: no more are possible.`,
    `An undone one makes room ${UNDONE_KEPT_MS / DAY_MS} days later. All: ${farmCommand("sensor corrections", [uid])}`,
  );
}
