/**
 * Plans the update that stores accepted readings. The update sets single fields by path, and adds entries of history. So a
 * field that was not sent keeps its value. The layouts of signed readings and of readings with the key in the body can
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

/** A reading, with data that only the endpoint knows. */
export interface PlannedReading extends AcceptedReading {
  /** The push key of its entry in history. */
  readonly entryKey: string;
  /** Whether the reading may replace the newest values of its sensor and greenhouse. */
  readonly replacesNewest: boolean;
  /**
   * Whether the request has no measurement, only reports of outputs. Such a request adds no entry, so that a board that
   * asks every half minute does not fill the history.
   */
  readonly isSignOfLife: boolean;
  /** The id of the import that brought it. */
  readonly importId?: string | undefined;
  /** Whether its entry is known to be in history. The entry then stays as it is. */
  readonly isStored?: boolean;
}

/**
 * Returns the update that stores the readings of a request. If a sensor has several recent readings, the newest value of
 * each field wins.
 */
export function plan(variant: Variant, readings: readonly PlannedReading[]): Update {
  const byTime = readings.toSorted((a, b) => a.updatedAt - b.updatedAt);
  const newest = byTime.map((reading) => planNewest(variant, reading));
  if (variant === "key-in-body") return merge([...newest, ...byTime.map(planKeyInBody)]);
  const recent = byTime.filter(isRecent);
  return merge([
    ...newest,
    ...byTime.map(planSigned),
    ...recent.filter(({ replacesNewest }) => replacesNewest).map(planBoard),
    markLateHours(byTime),
  ]);
}

const merge = (updates: readonly Update[]): Update => Object.assign({}, ...updates) as Update;

/**
 * Readings up to this age change the newest values and `lastSeen`. Older readings, and those of an import, only go into
 * history: somebody may exclude the import.
 */
const RECENT_MS = 5 * MINUTE_MS;

function isRecent({ updatedAt, arrivedMs, importId }: PlannedReading): boolean {
  return importId === undefined && arrivedMs - updatedAt <= RECENT_MS;
}

/**
 * Returns the push key of an entry. Under HMAC, the key is derived from uid, time and measurements, so that a repeated
 * reading is stored once. Under MD5, that needs the header `Idempotency-Key`.
 * @param newKey a push key with the current time
 */
export function createEntryKey(
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
 * Returns the push key of an entry that may be sent more than once: the same parts give the same key.
 * @param timeMs the entry's time in Unix milliseconds, by which entries are sorted
 * @param parts identify the entry. JSON keeps ["ab", "c"] and ["a", "bc"] apart
 */
export function deriveKey(timeMs: number, parts: readonly unknown[]): string {
  const digest = hash("sha256", JSON.stringify(parts), "buffer");
  // Nine bytes give twelve characters. base64url uses the same 64 characters as push keys, in another order.
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
  const { uid, key, isSignOfLife, isStored = false } = reading;
  if (isSignOfLife)
    return { ...definedFields({ [`ingest/${uid}`]: key }), ...planLastSeen(reading) };
  return {
    ...(!isStored && { [entryPath(reading)]: { uid, ...entryOf(reading) } }),
    ...definedFields({ [`ingest/${uid}`]: key }),
    ...(isRecent(reading) && planLastSeen(reading)),
  };
}

/** Returns the path of a signed reading's entry. */
export function entryPath({
  greenhouse,
  entryKey,
}: Pick<PlannedReading, "greenhouse" | "entryKey">): string {
  return `sensors/${greenhouse}/history/${entryKey}`;
}

/**
 * Marks the hours of late readings, so that the jobs fold them again. There is one mark per sensor and hour, so that the
 * holder of a key cannot fill the database with marks. Readings with the key in the body are never late, because they
 * have the server's time.
 */
function markLateHours(readings: readonly PlannedReading[]): Update {
  const late = readings.flatMap(({ uid, greenhouse, updatedAt, arrivedMs, isStored }) => {
    const hour = lateHourOf(updatedAt, arrivedMs);
    return hour === undefined || isStored === true
      ? []
      : [`rollupDue/${greenhouse}/${hour}/${uid}`];
  });
  return Object.fromEntries(late.map((path) => [path, SERVER_TIME]));
}

/** Returns the newest values that a reading sets. Empty if the reading may not replace them. */
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

/** Stores when each measurement last arrived, and whether the newest value was signed. */
function planLastSeen({ uid, farmId, measurements }: AcceptedReading, isSigned = true): Update {
  if (farmId === undefined) return {};
  const update: Record<string, Update[string]> = {};
  for (const name of lastSeenNames(measurements, isSigned))
    update[`lastSeen/${farmId}/${uid}/${name}`] = SERVER_TIME;
  return update;
}

/** Stores what the board says about itself. The newest reading wins. */
function planBoard({ uid, farmId, board }: AcceptedReading): Update {
  if (farmId === undefined || board === undefined) return {};
  return { [`boards/${farmId}/${uid}`]: { ...board, heard: SERVER_TIME } };
}

function entryOf({
  sensorName,
  measurements,
  updatedAt,
  importId,
}: PlannedReading): Record<string, string | number> {
  return {
    ...definedFields({ sensorName, ...measurements }),
    updatedAt,
    ...definedFields({ import: importId }),
  };
}

type Fields = Readonly<Record<string, string | number | undefined>>;

/** Returns the defined fields, each at its own path below the prefix. */
function definedFields(fields: Fields, prefix = ""): Record<string, string | number> {
  const found: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) found[prefix + name] = value;
  }
  return found;
}
