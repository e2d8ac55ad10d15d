/** Stores accepted readings, and keeps older readings from replacing the newest values. */

import { inParallel } from "@greenhouse/domain/in-parallel";
import type { Connection } from "../database/connection";
import { Unavailable, type Database } from "@greenhouse/database/client/database";
import type { Lookup } from "../database/registrations";
import type { Log } from "../log";
import type { Refusal } from "../result";
import { findSensorOfFarm } from "./authorize";
import { refuseSensors, type AcceptedReading, type Decision } from "./decide";
import { NewestReadings } from "./newest";
import type { SensorRequest, Variant } from "./sensor-request";
import { createEntryKey, entryPath, plan, type PlannedReading } from "./plan";

/** Time limit for rewriting newer values. The sender's own reading is already stored. */
const RESTORE_TIMEOUT_MS = 1_000;
/** Number of parallel updates of one request. */
const MAX_COMMITS = 20;
/** Number of parallel look-ups of a request's entries. */
const MAX_LOOKUPS = 50;

/**
 * Writes readings of a request in one update. Writes nothing if the rules deny a part of the update.
 * @param looksForStored whether entries that history has already are looked up and left out
 */
export type WriteReadings = (
  readings: readonly AcceptedReading[],
  looksForStored?: boolean,
) => Promise<"stored" | "denied">;

/** The parts of a request that are needed to write its readings. */
export interface WrittenRequest {
  readonly sensorRequest: SensorRequest;
  readonly database: Database;
  /** A push key with the current time. */
  readonly newKey: string;
  readonly idempotencyKey: string | undefined;
}

/** Returns a function that creates the `WriteReadings` of a request. */
export function createReadingWriters(
  open: Connection["open"],
): (request: WrittenRequest) => WriteReadings {
  const signed = new NewestReadings("hmac");
  // Readings with the key in the body have separate newest values.
  const keyInBody = new NewestReadings("key-in-body");
  return ({ sensorRequest, database, newKey, idempotencyKey }) =>
    async (readings, looksForStored = false) => {
      const { importId } = sensorRequest;
      const { variant } = sensorRequest.credential;
      const newest = variant === "key-in-body" ? keyInBody : signed;
      const planned = readings.map((reading) => ({
        ...reading,
        entryKey: createEntryKey(variant, reading, newKey, idempotencyKey),
        replacesNewest: newest.isNewest(reading),
        isSignOfLife: isSignOfLife(sensorRequest, reading),
        importId,
      }));
      const unstored = looksForStored ? await markStored(planned, variant, database) : planned;
      const written = await write(unstored, newest, variant, database);
      // An unconfirmed write may be stored, so newer values are restored after it, too.
      if (written.replaced.length > 0) {
        await restoreNewer(written.replaced, newest, variant, open(RESTORE_TIMEOUT_MS));
      }
      if (written.outcome === "unknown") throw written.error;
      return written.outcome;
    };
}

function isSignOfLife(
  { isBatch, outputs }: SensorRequest,
  { measurements }: AcceptedReading,
): boolean {
  return outputs !== undefined && !isBatch && Object.keys(measurements).length === 0;
}

/**
 * Looks up which readings history has already. The same reading may be sent by its board and by an import. The rules deny
 * the second, because entries never change, not even in the import that they name.
 */
async function markStored(
  planned: readonly PlannedReading[],
  variant: Variant,
  database: Database,
): Promise<readonly PlannedReading[]> {
  // Only these keys are the same for the same reading.
  if (variant !== "hmac") return planned;
  const stored = new Set<PlannedReading>();
  await inParallel(planned, MAX_LOOKUPS, async (reading) => {
    if ((await database.read(`${entryPath(reading)}/updatedAt`)) !== null) stored.add(reading);
  });
  return planned.map((reading) => ({ ...reading, isStored: stored.has(reading) }));
}

/** How a write ended, and the readings whose values it may have replaced with older values. */
type Written = { readonly replaced: readonly PlannedReading[] } & (
  | { readonly outcome: "stored" | "denied" }
  | { readonly outcome: "unknown"; readonly error: unknown }
);

async function write(
  readings: readonly PlannedReading[],
  newest: NewestReadings,
  variant: Variant,
  database: Database,
): Promise<Written> {
  const update = plan(variant, readings);
  const begun = newest.begin(readings);
  try {
    const outcome = await database.commit(update);
    return { outcome, replaced: newest.end(begun, outcome) };
  } catch (error) {
    return { outcome: "unknown", error, replaced: newest.end(begun, "unknown") };
  }
}

/** Repeats writes whose values older readings may have replaced: the same values to the same paths. */
async function restoreNewer(
  replaced: readonly PlannedReading[],
  newest: NewestReadings,
  variant: Variant,
  database: Database,
): Promise<void> {
  // A denial is expected: the sensor may have been renamed since.
  const written = await write(replaced, newest, variant, database);
  if (written.outcome === "unknown") {
    // Ignored: the answer depends on the request's own write, and the next reading brings newer values.
    if (written.error instanceof Unavailable) return;
    throw written.error;
  }
  // Even newer readings may have been stored since.
  if (written.replaced.length > 0) await restoreNewer(written.replaced, newest, variant, database);
}

/** Stores the accepted readings of a decision. */
export type StoreDecision = (decision: Decision, request: StorableRequest) => Promise<StoreOutcome>;

/** `denied`: the rules denied the update, and nothing is stored. `stored`: with the outcome of each reading. */
export type StoreOutcome =
  { readonly outcome: "stored"; readonly decision: Decision } | { readonly outcome: "denied" };

/** The parts of a request that are needed to store its readings. */
export interface StorableRequest {
  readonly sensorRequest: SensorRequest;
  readonly lookUp: (mayUseCache: boolean) => Lookup;
  readonly writeReadings: WriteReadings;
  readonly log: Pick<Log, "registrationDenied">;
}

/** Stores all readings or none. */
export const storeTogether: StoreDecision = async (decision, { writeReadings }) => {
  const { accepted } = decision;
  const outcome = accepted.length === 0 ? "stored" : await writeReadings(accepted);
  return outcome === "stored" ? { outcome, decision } : { outcome };
};

/**
 * Stores all readings that the rules accept. One sensor with a faulty registration must not block the readings of other
 * sensors.
 */
export const storeBySensor: StoreDecision = async (decision, given) => {
  const writeReadings: WriteReadings = (readings) => given.writeReadings(readings, true);
  const request = { ...given, writeReadings };
  const together = await storeTogether(decision, request);
  if (together.outcome === "stored") return together;
  const bySensor = Map.groupBy(decision.accepted, ({ uid }) => uid);
  const denied: string[] = [];
  await inParallel(bySensor, MAX_COMMITS, async ([uid, readings]) => {
    // The readings of a single sensor were just denied in the same update.
    if (bySensor.size === 1 || (await request.writeReadings(readings)) === "denied")
      denied.push(uid);
  });
  if (denied.length === bySensor.size) return { outcome: "denied" };
  const refusals = new Map<string, Refusal>();
  await inParallel(denied, MAX_COMMITS, async (uid) => {
    refusals.set(uid, await explainDenial(uid, request));
  });
  // Stores all accepted readings in one update again, because the sensors of a greenhouse share newest values.
  return storeTogether(refuseSensors(decision, refusals), request);
};

/** Looks the sensor up again, because it may have been unlinked. If it is still linked, its registration is faulty. */
async function explainDenial(
  uid: string,
  { sensorRequest: { sender }, lookUp, log }: StorableRequest,
): Promise<Refusal> {
  const sensor =
    "farmId" in sender ? await findSensorOfFarm(uid, sender.farmId, lookUp(false)) : undefined;
  if (sensor?.ok === false) return sensor.refusal;
  log.registrationDenied(uid);
  return { code: "database-unavailable" };
}
