/**
 * Plans what an accepted reading writes: one flat multi-path update of single fields and one new history entry, so
 * that a field that was not sent stays what it is and both variants' layouts may live side by side. Pure.
 */

import type { Measurements } from "../../../domain/src/measurements";
import type { Update } from "../database/database";
import { deriveKey } from "./derived-key";

/** A reading that is accepted, with all that its records are made of. */
export interface AcceptedReading {
  readonly uid: string;
  readonly greenhouse: string;
  readonly sensorName: string | undefined;
  readonly sensorType: string | undefined;
  readonly measurements: Measurements;
  /** The reading's time in Unix milliseconds. */
  readonly updatedAt: number;
  /** `farms/<farmId>/apiKey` as it was read, for the rules to compare. The key-in-body variant has none. */
  readonly farmKey?: string | undefined;
}

/**
 * @param newKey a push key for the history entry
 * @param idempotencyKey the device's own mark of the submission (signed variant only): the entry's key is then derived
 *   from that, the uid, the time and the measurements, so that sending it again writes the identical entry to the
 *   same path. (Should the sensor be renamed in between, the rules refuse to change the entry that stands there.)
 */
export function planUpdate(
  reading: AcceptedReading,
  newKey: string,
  idempotencyKey?: string,
): Update {
  const { uid, greenhouse, sensorName, sensorType, measurements, updatedAt, farmKey } = reading;
  const greenhousePath = `sensors/${greenhouse}`;
  const entry = { ...present({ sensorName, ...measurements }), updatedAt };
  if (farmKey === undefined) {
    return {
      ...present(
        { sensorName, sensorType, ...measurements, updatedAt },
        `${greenhousePath}/current/${uid}/`,
      ),
      [`${greenhousePath}/history/${uid}/${newKey}`]: entry,
    };
  }
  const { temperature, humidity, light } = measurements;
  const entryKey =
    idempotencyKey === undefined
      ? newKey
      : deriveKey(updatedAt, [idempotencyKey, uid, Object.entries(measurements)]);
  return {
    ...present({ temperature, humidity, light, updatedAt }, `${greenhousePath}/current/`),
    ...present({ sensorName, sensorType, ...measurements }, `${greenhousePath}/bySensor/${uid}/`),
    [`${greenhousePath}/history/${entryKey}`]: { uid, ...entry },
    [`ingest/${uid}`]: farmKey,
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
