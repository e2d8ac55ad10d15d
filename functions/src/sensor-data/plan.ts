/**
 * Plans what an accepted reading writes: one flat multi-path update of single fields and one new history entry, so
 * that a field that was not sent stays what it is and both variants' layouts may live side by side. Pure.
 */

import type { Update } from "../database/database";
import { deriveKey } from "../database/push-key";
import type { Measurements } from "./parse";

/** A reading that is accepted, with all that its records are made of. */
export interface AcceptedReading {
  readonly variant: "signed" | "key-in-body";
  readonly uid: string;
  readonly greenhouse: string;
  readonly sensorName: string | undefined;
  readonly sensorType: string | undefined;
  readonly measurements: Measurements;
  /** The reading's time in Unix milliseconds. */
  readonly updatedAt: number;
}

/**
 * @param newKey a push key for the history entry
 * @param idempotencyKey the device's own mark of the submission (signed variant only): the entry's key is then derived
 *   from that, the uid, the time and the measurements, so that sending it again writes the identical entry to the
 *   same place. (Should the sensor be renamed in between, the rules refuse to change the entry that stands there.)
 */
export function planUpdate(
  reading: AcceptedReading,
  newKey: string,
  idempotencyKey?: string,
): Update {
  return reading.variant === "signed"
    ? planSigned(reading, newKey, idempotencyKey)
    : planKeyInBody(reading, newKey);
}

function planSigned(reading: AcceptedReading, newKey: string, idempotencyKey?: string): Update {
  const { uid, sensorName, sensorType, measurements, updatedAt } = reading;
  const { temperature, humidity, light } = measurements;
  const root = `sensors/${reading.greenhouse}`;
  const entry = { uid, ...present({ sensorName, ...measurements }), updatedAt };
  const key =
    idempotencyKey === undefined
      ? newKey
      : deriveKey(updatedAt, [idempotencyKey, uid, Object.entries(measurements)]);
  return {
    ...below(`${root}/current`, { temperature, humidity, light, updatedAt }),
    ...below(`${root}/bySensor/${uid}`, { sensorName, sensorType, ...measurements }),
    [`${root}/history/${key}`]: entry,
  };
}

function planKeyInBody(reading: AcceptedReading, newKey: string): Update {
  const { uid, sensorName, sensorType, measurements, updatedAt } = reading;
  const root = `sensors/${reading.greenhouse}`;
  return {
    ...below(`${root}/current/${uid}`, { sensorName, sensorType, ...measurements, updatedAt }),
    [`${root}/history/${uid}/${newKey}`]: {
      ...present({ sensorName, ...measurements }),
      updatedAt,
    },
  };
}

type Fields = Readonly<Record<string, string | number | undefined>>;

/** The fields that hold something, each at its own path. */
function below(path: string, fields: Fields): Record<string, string | number> {
  return present(fields, `${path}/`);
}

/** The fields that hold something. */
function present(fields: Fields, prefix = ""): Record<string, string | number> {
  const found: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) found[prefix + name] = value;
  }
  return found;
}
