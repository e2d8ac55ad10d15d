/**
 * Plans what accepted readings write: one flat multi-path update of single fields and new history entries, so that a
 * field that was not sent keeps its value, and the layouts of signed readings and of those with the key in the body can
 * exist side by side. Pure.
 */

import { hash } from "node:crypto";

import { nameMeasured, type Measurements } from "../../../domain/src/measurements";
import { firstKeyAt } from "../../../domain/src/push-key";
import { lateHourOf } from "../../../domain/src/rollups";
import type { Registration } from "../database/registrations";
import type { Update } from "../database/database";
import { MAX_TIME_DIFFERENCE_MS } from "../http/signature";

/** A reading that is accepted, with all that its records are made of. */
export interface AcceptedReading extends Omit<Registration, "ownKey"> {
  readonly uid: string;
  readonly measurements: Measurements;
  /** The reading's time in Unix milliseconds. */
  readonly updatedAt: number;
  /** The farm's or the sensor's key that let it in, as it is stored, for the rules to compare. */
  readonly key: string | undefined;
}

/**
 * The database's own clock.
 * Source: https://firebase.google.com/docs/database/web/offline-capabilities#server-timestamps
 */
const SERVER_TIME = { ".sv": "timestamp" };

/** @param newKey a push key for the history entry */
export function planKeyInBody(reading: AcceptedReading, newKey: string): Update {
  const { uid, greenhouse, sensorName, sensorType, measurements, updatedAt } = reading;
  return {
    ...present(
      { sensorName, sensorType, ...measurements, updatedAt },
      `sensors/${greenhouse}/current/${uid}/`,
    ),
    [`sensors/${greenhouse}/history/${uid}/${newKey}`]: entryOf(reading),
    ...planLastSeen(reading),
  };
}

/**
 * @param newKey a push key for the history entry
 * @param nowMs when it was received, in Unix milliseconds
 * @param idempotencyKey the device's own key of the submission: the entry's key is then derived from that, the uid,
 *   the time and the measurements, so that sending it again writes the identical entry to the same path
 */
export function planSigned(
  reading: AcceptedReading,
  newKey: string,
  nowMs: number,
  idempotencyKey?: string,
): Update {
  const { uid, measurements, updatedAt } = reading;
  const entryKey =
    idempotencyKey === undefined
      ? newKey
      : deriveKey(updatedAt, [idempotencyKey, uid, Object.entries(measurements)]);
  return planProven(reading, entryKey, nowMs, true, new Set());
}

/**
 * Entries get keys that are derived from uid, time and measurements, so that each reading is stored once however often
 * it is sent.
 * @param nowMs when they were received, in Unix milliseconds
 * @param isNewest whether a recent reading is newer than what is known to be stored of its sensor
 */
export function planHmac(
  readings: readonly AcceptedReading[],
  nowMs: number,
  isNewest: (reading: AcceptedReading) => boolean,
): Update {
  const marked = new Set<string>();
  return planAll(readings, (reading) => {
    const { uid, measurements, updatedAt } = reading;
    const entryKey = deriveKey(updatedAt, [uid, Object.entries(measurements)]);
    return planProven(reading, entryKey, nowMs, isNewest(reading), marked);
  });
}

/**
 * The push key of an entry that may be sent more than once: the same parts give the same key.
 * @param timeMs the entry's time in Unix milliseconds, which it sorts by
 * @param parts what makes the entry what it is; JSON keeps ["ab", "c"] and ["a", "bc"] apart
 */
export function deriveKey(timeMs: number, parts: readonly unknown[]): string {
  const digest = hash("sha256", JSON.stringify(parts), "buffer");
  // Nine bytes are twelve characters, and base64url has the same 64 characters, if in another order.
  return firstKeyAt(timeMs) + digest.subarray(0, 9).toString("base64url");
}

/** Of several readings, the newest of each field remains. */
export function planAll(
  readings: readonly AcceptedReading[],
  plan: (reading: AcceptedReading) => Update,
): Update {
  const byTime = readings.toSorted((a, b) => a.updatedAt - b.updatedAt);
  return Object.assign({}, ...byTime.map(plan)) as Update;
}

/** @param marked the late hours that the same update marks already */
function planProven(
  reading: AcceptedReading,
  entryKey: string,
  nowMs: number,
  isNewest: boolean,
  marked: Set<string>,
): Update {
  const { uid, greenhouse, key, updatedAt } = reading;
  const hour = lateHourPath(reading, nowMs);
  // One mark is enough for an hour, even if a device sends thousands of late readings.
  const mustMark = hour !== undefined && !marked.has(hour);
  if (mustMark) marked.add(hour);
  // Older readings change neither lastSeen nor the newest values.
  const isRecent = nowMs - updatedAt <= MAX_TIME_DIFFERENCE_MS;
  return {
    [`sensors/${greenhouse}/history/${entryKey}`]: { uid, ...entryOf(reading) },
    ...present({ [`ingest/${uid}`]: key }),
    ...(mustMark && { [`${hour}/${entryKey}`]: true }),
    ...(isRecent && planLastSeen(reading)),
    ...(isRecent && isNewest && planNewest(reading)),
  };
}

/**
 * Where a late reading marks its hour to be rolled up again; undefined for one in time. With the key in the body no
 * reading is late: its time is the server's.
 */
function lateHourPath(
  { greenhouse, updatedAt }: AcceptedReading,
  nowMs: number,
): string | undefined {
  const hour = lateHourOf(updatedAt, nowMs);
  return hour === undefined ? undefined : `rollupDue/${greenhouse}/${hour}`;
}

function planNewest(reading: AcceptedReading): Update {
  const { uid, greenhouse, sensorName, sensorType, measurements, updatedAt } = reading;
  const { temperature, humidity, light } = measurements;
  return {
    ...present({ temperature, humidity, light, updatedAt }, `sensors/${greenhouse}/current/`),
    ...present(
      { sensorName, sensorType, ...measurements },
      `sensors/${greenhouse}/bySensor/${uid}/`,
    ),
  };
}

/** When each measurement was last received, so that its age is known. */
function planLastSeen({ uid, farmId, measurements }: AcceptedReading): Update {
  if (farmId === undefined) return {};
  return { [`lastSeen/${farmId}/${uid}/${nameMeasured(measurements)}`]: SERVER_TIME };
}

function entryOf({
  sensorName,
  measurements,
  updatedAt,
}: AcceptedReading): Record<string, string | number> {
  return { ...present({ sensorName, ...measurements }), updatedAt };
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
