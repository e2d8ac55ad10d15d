/**
 * `POST /sensorData`: parse, find the registration, authenticate, plan, commit, reply. A reading is stored whole or
 * not at all, and what a cached registration refuses is decided again on a fresh one.
 */

import { Unavailable } from "../database/database";
import type { DatabaseInstance } from "../database/instances";
import type { LookupResult } from "../database/registrations";
import type { Endpoint, EndpointRequest } from "../http/dispatch";
import type { RateLimit } from "../http/rate-limit";
import { accept, refuse, type Result } from "../http/refusal";
import { matchesAny } from "../http/secret";
import { checkSignature } from "./authenticate";
import { parseReading, type AcceptedVariants, type Reading } from "./parse";
import { planUpdate, type AcceptedReading } from "./plan";

export interface SensorDataParts {
  readonly acceptedVariants: AcceptedVariants;
  /** The keys that the key-in-body variant accepts. */
  readonly sensorKeys: readonly string[];
  /** The database instance that holds the sensor. */
  readonly instanceOf: (uid: string) => DatabaseInstance;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** From Unix milliseconds to a new push key. */
  readonly createPushKey: (nowMs: number) => string;
  /** By uid. Only what is authenticated is counted, so that nobody else can use up a sensor's budget. */
  readonly limit: RateLimit;
}

/** Makes the endpoint. */
export function createSensorData(parts: SensorDataParts): Endpoint {
  return ({ body, headers }) => {
    const parsed = parseReading(body, parts.acceptedVariants);
    if (!parsed.ok) return parsed;
    const reading = parsed.value;
    if (reading.variant === "key-in-body" && !matchesAny(reading.apiKey, parts.sensorKeys)) {
      return refuse({ code: "wrong-key" });
    }
    return store(reading, readIdempotencyKey(headers), parts);
  };
}

/**
 * Stores a reading and returns the response body, or says why it is refused. Asks for a fresh registration wherever one
 * may change the outcome.
 */
async function store(
  reading: Reading,
  idempotencyKey: string | undefined,
  parts: SensorDataParts,
): Promise<Result<object>> {
  const { uid } = reading;
  const needsKey = reading.variant === "signed";
  const { registrations, openDatabase } = parts.instanceOf(uid);
  const database = openDatabase();
  const receivedAtMs = parts.now();
  const newKey = parts.createPushKey(receivedAtMs);
  let isCounted = false;
  let mustBeFresh = false;
  let denials = 0;
  while (denials < 2) {
    const found = await registrations.find({ uid, needsKey, mustBeFresh }, database);
    const decision = decide(reading, found.registration, receivedAtMs);
    if (decision.ok) {
      const retryAfterSeconds = isCounted ? 0 : parts.limit(uid);
      if (retryAfterSeconds > 0) return refuse({ code: "too-many-requests", retryAfterSeconds });
      isCounted = true;
      const outcome = await database.commit(planUpdate(decision.value, newKey, idempotencyKey));
      if (outcome === "stored") return accept(createReceipt(decision.value));
      // The sensor may have been unlinked since it was read. Denied twice on fresh records, the rules are wrong.
      if (found.isFresh) denials += 1;
    } else if (found.isFresh) return decision;
    mustBeFresh = true;
  }
  throw new Unavailable("denied", "The database's rules deny a registered sensor's reading.");
}

/** Authorizes a reading by the sensor's registration. */
function decide(
  reading: Reading,
  registration: LookupResult["registration"],
  nowMs: number,
): Result<AcceptedReading> {
  const { uid, measurements } = reading;
  if (registration === "unknown") return refuse({ code: "unknown-sensor", uid });
  if (registration === "not-linked") return refuse({ code: "not-linked" });
  const { farmKey, ...sensor } = registration;
  if (reading.variant === "key-in-body") {
    return accept({ uid, ...sensor, measurements, updatedAt: nowMs });
  }
  const refusal = checkSignature(reading, farmKey, nowMs);
  if (refusal !== undefined) return refuse(refusal);
  const updatedAt = reading.timestamp?.ms ?? nowMs;
  return accept({ uid, ...sensor, measurements, updatedAt, farmKey });
}

/** The body of the 200 response. */
function createReceipt(stored: AcceptedReading): object {
  const { uid, greenhouse, sensorName, sensorType, measurements, updatedAt } = stored;
  const data = { uid, sensorName, sensorType, ...measurements, timestamp: updatedAt };
  return { success: true, uid, greenhouse, data };
}

/** Node joins a header that is sent twice. Only a digest of it is kept, so HTTP's own limit on headers suffices. */
function readIdempotencyKey(headers: EndpointRequest["headers"]): string | undefined {
  const header = headers["idempotency-key"];
  return typeof header === "string" && header !== "" ? header : undefined;
}
