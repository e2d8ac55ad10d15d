/**
 * Plans what accepted readings write: one flat multi-path update of single fields and new history entries, so that a
 * field that was not sent keeps its value, and the layouts of signed readings and of those with the key in the body can
 * exist side by side. Pure.
 */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { hash } from "node:crypto";

import { lastSeenNames } from "@greenhouse/domain/history/last-seen";
import { firstKeyAt } from "@greenhouse/domain/identity/push-key";
import { lateHourOf } from "@greenhouse/domain/rollups/rollups";
import { SERVER_TIME } from "@greenhouse/domain/stored";
import type { Update } from "@greenhouse/database/client/database";
import type { AcceptedReading } from "./decide";
import type { Variant } from "./sensor-request";

/** A reading, and what only the endpoint knows. */
export interface PlannedReading extends AcceptedReading {
  /** The name of its entry in history: a push key. */
  readonly entryKey: string;
  /** Whether it may become the newest value of its sensor and greenhouse. */
  readonly replacesNewest: boolean;
  /**
   * Whether it brings no measurement, only what a board says of its outputs: it is no reading then, and a board that asks
   * every half minute fills no history.
   */
  readonly isSignOfLife: boolean;
}

/**
 * The update that stores readings of a submission. Of several recent ones of a sensor, the newest of each field becomes
 * its newest value.
 */
export function plan(variant: Variant, readings: readonly PlannedReading[]): Update {
  const byTime = readings.toSorted((a, b) => a.updatedAt - b.updatedAt);
  const newest = byTime.map((reading) => planNewest(variant, reading));
  if (variant === "key-in-body") return merge([...newest, ...byTime.map(planKeyInBody)]);
  return merge([...newest, ...byTime.map(planSigned), markLateHours(byTime)]);
}

const merge = (updates: readonly Update[]): Update => Object.assign({}, ...updates) as Update;

/** Readings of the last minutes change the newest values and `lastSeen`; older ones go into history alone. */
const RECENT_MS = 5 * MINUTE_MS;

function isRecent({ updatedAt, arrivedMs }: AcceptedReading): boolean {
  return arrivedMs - updatedAt <= RECENT_MS;
}

/**
 * The name of an entry. Under HMAC it is derived from uid, time and measurements, so that each reading is stored once
 * however often it is sent; under MD5 only with the device's own key of the submission (`Idempotency-Key`).
 * @param newKey a push key of now
 */
export function nameEntry(
  variant: Variant,
  { uid, measurements, updatedAt }: Pick<AcceptedReading, "uid" | "measurements" | "updatedAt">,
  newKey: string,
  idempotencyKey: string | undefined,
): string {
  const content = [uid, Object.entries(measurements)];
  if (variant === "hmac") return deriveKey(updatedAt, content);
  return variant === "md5" && idempotencyKey
    ? deriveKey(updatedAt, [idempotencyKey, ...content])
    : newKey;
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

function planKeyInBody(reading: PlannedReading): Update {
  const { uid, greenhouse, entryKey } = reading;
  return {
    [`sensors/${greenhouse}/history/${uid}/${entryKey}`]: entryOf(reading),
    ...planLastSeen(reading, false),
  };
}

function planSigned(reading: PlannedReading): Update {
  const { uid, greenhouse, key, entryKey, isSignOfLife } = reading;
  if (isSignOfLife)
    return { ...definedFields({ [`ingest/${uid}`]: key }), ...planLastSeen(reading) };
  return {
    [`sensors/${greenhouse}/history/${entryKey}`]: { uid, ...entryOf(reading) },
    ...definedFields({ [`ingest/${uid}`]: key }),
    ...(isRecent(reading) && planLastSeen(reading)),
  };
}

/**
 * Marks the hours of late readings, to be rolled up again: one mark a sensor and hour, so that whoever holds a key cannot
 * fill the database with them. With the key in the body no reading is late: its time is the server's.
 */
function markLateHours(readings: readonly PlannedReading[]): Update {
  const late = readings.flatMap(({ uid, greenhouse, updatedAt, arrivedMs }) => {
    const hour = lateHourOf(updatedAt, arrivedMs);
    return hour === undefined ? [] : [`rollupDue/${greenhouse}/${hour}/${uid}`];
  });
  return Object.fromEntries(late.map((path) => [path, SERVER_TIME]));
}

/** The newest values that a reading brings: none where it may not replace them. */
export function planNewest(variant: Variant, reading: PlannedReading): Update {
  const { uid, greenhouse, sensorName, sensorType, measurements, updatedAt } = reading;
  if (!reading.replacesNewest || reading.isSignOfLife || !isRecent(reading)) return {};
  if (variant === "key-in-body") {
    const newest = { sensorName, sensorType, ...measurements, updatedAt };
    return definedFields(newest, `sensors/${greenhouse}/current/${uid}/`);
  }
  const { temperature, humidity, light } = measurements;
  return {
    ...definedFields({ temperature, humidity, light, updatedAt }, `sensors/${greenhouse}/current/`),
    ...definedFields(
      { sensorName, sensorType, ...measurements },
      `sensors/${greenhouse}/bySensor/${uid}/`,
    ),
  };
}

/** When each measurement was last received, so that its age is known, and whether its newest value was signed. */
function planLastSeen({ uid, farmId, measurements }: AcceptedReading, isSigned = true): Update {
  if (farmId === undefined) return {};
  const update: Record<string, Update[string]> = {};
  for (const name of lastSeenNames(measurements, isSigned))
    update[`lastSeen/${farmId}/${uid}/${name}`] = SERVER_TIME;
  return update;
}

function entryOf({
  sensorName,
  measurements,
  updatedAt,
}: AcceptedReading): Record<string, string | number> {
  return { ...definedFields({ sensorName, ...measurements }), updatedAt };
}

type Fields = Readonly<Record<string, string | number | undefined>>;

/** The fields that hold something, each at its own path below the prefix. */
function definedFields(fields: Fields, prefix = ""): Record<string, string | number> {
  const found: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) found[prefix + name] = value;
  }
  return found;
}
