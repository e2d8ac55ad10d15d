/**
 * `POST /sensorData`: parse, find the registration, authenticate, plan, commit, reply. A reading is stored whole or
 * not at all, and what a cached registration refuses is decided again on a fresh one.
 */

import { Unavailable, type Database } from "../database/database";
import type { Registration } from "../database/lookup";
import type { Registrations } from "../database/registrations";
import type { Call, Endpoint } from "../http/dispatch";
import type { RateLimit } from "../http/rate-limit";
import { accept, refuse, type Result } from "../http/refusal";
import { isExpectedKey } from "../http/secret";
import { checkSignature } from "./authenticate";
import { parseReading, type AcceptedVariants, type Reading } from "./parse";
import { planUpdate, type AcceptedReading } from "./plan";

export interface SensorDataParts {
  readonly acceptedVariants: AcceptedVariants;
  /** The keys that the key-in-body variant accepts. */
  readonly sensorKeys: readonly string[];
  readonly registrations: Registrations;
  /** Gives each request the database that holds the sensor, with its own deadline. */
  readonly openDatabase: (uid: string) => Database;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** From Unix milliseconds to a new push key. */
  readonly createPushKey: (nowMs: number) => string;
  /** By uid. Only what is authenticated is counted, so that nobody else can use up a sensor's budget. */
  readonly limit?: RateLimit | undefined;
}

/** Makes the endpoint. */
export function createSensorData(parts: SensorDataParts): Endpoint {
  return ({ body, headers }) => {
    const parsed = parseReading(body, parts.acceptedVariants);
    if (!parsed.ok) return parsed;
    const reading = parsed.value;
    if (reading.variant === "key-in-body" && !isExpectedKey(reading.apiKey, parts.sensorKeys)) {
      return refuse({ code: "wrong-key" });
    }
    return store(reading, readIdempotencyKey(headers), parts);
  };
}

/**
 * Stores a reading and returns the response body, or says why it is refused. Asks for a fresh registration wherever one may
 * change the outcome.
 */
async function store(
  reading: Reading,
  idempotencyKey: string | undefined,
  parts: SensorDataParts,
): Promise<Result<object>> {
  const database = parts.openDatabase(reading.uid);
  const receivedAtMs = parts.now();
  const newKey = parts.createPushKey(receivedAtMs);
  let isAdmitted = parts.limit === undefined;
  let mustBeFresh = false;
  let denials = 0;
  for (;;) {
    const asked = parts.registrations.find(reading.uid, mustBeFresh);
    const found = asked instanceof Promise ? await database.wait(asked) : asked;
    const decision = decide(reading, found.registration, receivedAtMs);
    if (!decision.ok && found.isFresh) return decision;
    if (decision.ok) {
      const retryAfterSeconds = isAdmitted ? 0 : (parts.limit?.(reading.uid) ?? 0);
      if (retryAfterSeconds > 0) return refuse({ code: "too-many-requests", retryAfterSeconds });
      isAdmitted = true;
      const update = planUpdate(decision.value, newKey, idempotencyKey);
      if ((await database.commit(update)) === "stored") {
        return accept(createReceipt(decision.value));
      }
      // The sensor may have been unlinked since it was read. A second denial has another cause: wrong rules.
      if (found.isFresh) denials += 1;
      if (denials === 2) {
        throw new Unavailable("denied", "The database's rules deny a registered sensor's reading.");
      }
    }
    mustBeFresh = true;
  }
}

/** Authorizes a reading by the sensor's registration. */
function decide(
  reading: Reading,
  registration: Registration | undefined,
  nowMs: number,
): Result<AcceptedReading> {
  const { uid, variant, measurements } = reading;
  if (registration === undefined) return refuse({ code: "unknown-sensor", uid });
  const { sensorName, sensorType, greenhouse, farmKey } = registration;
  if (greenhouse === undefined) return refuse({ code: "not-linked" });
  let updatedAt = nowMs;
  if (variant === "signed") {
    const refusal = checkSignature(reading, farmKey, nowMs);
    if (refusal !== undefined) return refuse(refusal);
    updatedAt = reading.timestamp?.ms ?? nowMs;
  }
  return accept({ variant, uid, greenhouse, sensorName, sensorType, measurements, updatedAt });
}

/** The body of the 200 response. */
function createReceipt(stored: AcceptedReading): object {
  const { uid, greenhouse, sensorName, sensorType, measurements, updatedAt } = stored;
  const data = { uid, sensorName, sensorType, ...measurements, timestamp: updatedAt };
  return { success: true, uid, greenhouse, data };
}

/** Node joins a header that is sent twice. Only a digest of it is kept, so HTTP's own limit on headers suffices. */
function readIdempotencyKey(headers: Call["headers"]): string | undefined {
  const header = headers["idempotency-key"];
  return typeof header === "string" && header !== "" ? header : undefined;
}
