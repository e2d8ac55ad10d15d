/**
 * `POST /sensorData`: parse, find the registration, authenticate, plan, commit, reply. What is accepted is stored whole
 * or not at all. This module has the way of one reading; store-sealed.ts has that of many.
 */

import type { DatabaseInstance } from "../database/instances";
import type { Endpoint, EndpointRequest } from "../http/dispatch";
import type { RateLimit } from "../http/rate-limit";
import { accept, refuse, type Result } from "../http/refusal";
import { matchesAny } from "../http/secret";
import { checkSignature } from "./authenticate";
import { parseSubmission, type AcceptedVariants, type Reading } from "./parse";
import { planKeyInBody, planSigned, type AcceptedReading } from "./plan";
import { NewestReadings } from "./newest";
import { store, type Decision } from "./store";
import { createReceipt, createStoreSealed } from "./store-sealed";

export interface SensorDataParts {
  readonly acceptedVariants: AcceptedVariants;
  /** The keys that the key-in-body variant accepts. */
  readonly sensorKeys: readonly string[];
  /** How old a reading of a batch may be. */
  readonly maxAgeMs: number;
  /** The database instance that holds the sensor or the farm. */
  readonly instanceOf: (id: string) => DatabaseInstance;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** From Unix milliseconds to a new push key. */
  readonly createPushKey: (nowMs: number) => string;
  /** By uid. Only what is authenticated is counted, so that nobody else can use up a sensor's budget. */
  readonly limit: RateLimit;
  /** Reports a sensor whose readings the database's rules deny: its registration is at fault. */
  readonly reportDenied: (uid: string) => void;
}

/** Makes the endpoint. */
export function createSensorData(parts: SensorDataParts): Endpoint {
  const newest = new NewestReadings();
  const storeSealed = createStoreSealed(parts, newest);
  return ({ body, headers, seal }) => {
    const parsed = parseSubmission(body, seal, parts.acceptedVariants);
    if (!parsed.ok) return parsed;
    const submission = parsed.value;
    if (submission.variant === "hmac") return storeSealed(submission);
    if (submission.variant === "key-in-body" && !matchesAny(submission.apiKey, parts.sensorKeys)) {
      return refuse({ code: "wrong-key" });
    }
    return storeReading(submission, readIdempotencyKey(headers), parts, newest);
  };
}

/** An accepted reading, with the key where it was signed. */
type Accepted = AcceptedReading & { readonly key: string | undefined };

/** Stores a reading and returns the response body, or says why it is refused. */
async function storeReading(
  reading: Reading,
  idempotencyKey: string | undefined,
  parts: SensorDataParts,
  newest: NewestReadings,
): Promise<Result<object>> {
  const { uid, measurements } = reading;
  const { registrations, openDatabase } = parts.instanceOf(uid);
  const database = openDatabase(uid);
  const nowMs = parts.now();
  const newKey = parts.createPushKey(nowMs);
  const isSigned = reading.variant === "signed";
  let isCounted = false;

  async function decide(mustBeFresh: boolean): Promise<Decision<Accepted>> {
    const query = { needsKey: isSigned, mustBeFresh };
    const { value: sensor, isFresh } = await registrations.findSensor(uid, query, database);
    if (sensor === undefined) return { result: refuse({ code: "unknown-sensor", uid }), isFresh };
    if (sensor.greenhouse === undefined) return { result: refuse({ code: "not-linked" }), isFresh };
    const found = isSigned
      ? await registrations.findKey(sensor, mustBeFresh, database)
      : { value: undefined, isFresh: true };
    const decision = { isFresh: isFresh && found.isFresh };
    const refusal = isSigned ? checkSignature(reading, found.value, nowMs) : undefined;
    if (refusal !== undefined) return { result: refuse(refusal), ...decision };
    const retryAfterSeconds = isCounted ? 0 : parts.limit(uid);
    if (retryAfterSeconds > 0) {
      return { result: refuse({ code: "too-many-requests", retryAfterSeconds }), isFresh: true };
    }
    isCounted = true;
    const updatedAt = (isSigned ? reading.timestamp?.ms : undefined) ?? nowMs;
    const { value: key } = found;
    return { result: accept({ ...sensor, uid, measurements, updatedAt, key }), ...decision };
  }

  const stored = await store(decide, ({ key, ...accepted }) =>
    database.commit(
      key === undefined
        ? planKeyInBody(accepted, newKey)
        : planSigned({ ...accepted, key }, newKey, idempotencyKey),
    ),
  );
  if (!stored.ok) return stored;
  // In the other layout nothing is shared with the signed readings.
  if (isSigned) newest.add(stored.value);
  return accept(createReceipt(stored.value));
}

/** Node joins a header that is sent twice. Only a digest of it is kept, so HTTP's own limit on headers suffices. */
function readIdempotencyKey(headers: EndpointRequest["headers"]): string | undefined {
  const header = headers["idempotency-key"];
  return typeof header === "string" && header !== "" ? header : undefined;
}
