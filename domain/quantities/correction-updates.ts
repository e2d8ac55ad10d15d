/** The updates that correct the readings of a sensor. Each adds an entry to the sensor's log, because the rules demand it. Pure. */

import { logged } from "../identity/sensor-log.ts";
import type { SensorOfFarm, Signature } from "../identity/sensor-log.ts";
import { definedFields, SERVER_TIME } from "../stored.ts";
import { calibrationsPath, exclusionsPath } from "./corrections-model.ts";
import type { Calibration, Exclusion } from "./corrections-model.ts";

type Update = Readonly<Record<string, object | string>>;

export type NewCalibration = Pick<Calibration, "quantity" | "from" | "scale" | "offset" | "note">;
export type NewExclusion = Pick<Exclusion, "from" | "until" | "quantity" | "import" | "note">;
/** What an undo needs of a calibration or an exclusion. Only an exclusion has `until`. */
export type Undoable =
  | Pick<Calibration, "key" | "quantity" | "from">
  | Pick<Exclusion, "key" | "quantity" | "from" | "until">;

/** @param key a free place in the list of calibrations, see `freeKey` */
export function calibrationUpdate(
  sensor: SensorOfFarm,
  key: string,
  { quantity, ...calibration }: NewCalibration,
  signature: Signature,
): Update {
  const path = `${calibrationsPath(sensor.farmId, sensor.uid, quantity)}/${key}`;
  const details = { quantity, from: calibration.from };
  return {
    [path]: signed(calibration, signature),
    ...logged(sensor, signature, "calibrated", details),
  };
}

/** @param key a free place in the list of exclusions, see `freeKey` */
export function exclusionUpdate(
  sensor: SensorOfFarm,
  key: string,
  exclusion: NewExclusion,
  signature: Signature,
): Update {
  const path = `${exclusionsPath(sensor.farmId, sensor.uid)}/${key}`;
  const { from, until, quantity } = exclusion;
  return {
    [path]: signed(exclusion, signature),
    ...logged(sensor, signature, "excluded", { quantity, from, until }),
  };
}

/** @param change in force */
export function undoUpdate(sensor: SensorOfFarm, change: Undoable, signature: Signature): Update {
  const { farmId, uid } = sensor;
  const list =
    "until" in change
      ? exclusionsPath(farmId, uid)
      : calibrationsPath(farmId, uid, change.quantity);
  const path = `${list}/${change.key}`;
  const { quantity, from } = change;
  const until = "until" in change ? change.until : undefined;
  return {
    [`${path}/undoneAt`]: SERVER_TIME,
    [`${path}/undoneBy`]: signature.by,
    [`${path}/entry`]: signature.key,
    ...logged(sensor, signature, "undone", { quantity, from, until }),
  };
}

function signed(change: object, { key, by }: Signature): object {
  return { ...definedFields(change), by, at: SERVER_TIME, entry: key };
}
