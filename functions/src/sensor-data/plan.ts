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
  return {
    base: `sensors/${reading.greenhouse}`,
    values:
      reading.variant === "signed"
        ? planSigned(reading, newKey, idempotencyKey)
        : planKeyInBody(reading, newKey),
  };
}

function planSigned(
  reading: AcceptedReading,
  newKey: string,
  idempotencyKey?: string,
): Update["values"] {
  const { uid, sensorName, sensorType, measurements, updatedAt } = reading;
  const { temperature, humidity, light } = measurements;
  const entry = { uid, ...present({ sensorName, ...measurements }), updatedAt };
  const key =
    idempotencyKey === undefined
      ? newKey
      : deriveKey(updatedAt, [idempotencyKey, uid, Object.entries(measurements)]);
  return {
    ...present({ temperature, humidity, light, updatedAt }, "current/"),
    ...present({ sensorName, sensorType, ...measurements }, `bySensor/${uid}/`),
    [`history/${key}`]: entry,
  };
}

function planKeyInBody(reading: AcceptedReading, newKey: string): Update["values"] {
  const { uid, sensorName, sensorType, measurements, updatedAt } = reading;
  return {
    ...present({ sensorName, sensorType, ...measurements, updatedAt }, `current/${uid}/`),
    [`history/${uid}/${newKey}`]: { ...present({ sensorName, ...measurements }), updatedAt },
  };
}

type Fields = Readonly<Record<string, string | number | undefined>>;

/** The fields that hold something, each at its own path below the prefix. */
function present(fields: Fields, prefix = ""): Record<string, string | number> {
  const found: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) found[prefix + name] = value;
  }
  return found;
}
