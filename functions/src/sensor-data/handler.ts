/**
 * `POST /sensorData`: parse, find the registration, authenticate, plan, commit, reply. What is accepted is stored whole
 * or not at all. This module has the way of one reading; store-sealed.ts has that of many.
 */

import type { Update } from "../database/database";
import type { Endpoint, EndpointRequest } from "../http/dispatch";
import { accept, refuse, type Result } from "../http/refusal";
import { matchesAny } from "../http/secret";
import { checkSignature } from "./authenticate";
import { authorizeSensor, countOnce } from "./authorize";
import { parseSubmission, type AcceptedVariants, type Reading } from "./parse";
import { planKeyInBody, planSigned, type AcceptedReading } from "./plan";
import { NewestReadings } from "./newest";
import { commitReadings, store, type Decision } from "./store";
import { createReceipt, createStoreSealed, type SealedParts } from "./store-sealed";

export interface SensorDataParts extends SealedParts {
  readonly acceptedVariants: AcceptedVariants;
  /** The keys that the key-in-body variant accepts. */
  readonly sensorKeys: readonly string[];
  /** From Unix milliseconds to a new push key. */
  readonly createPushKey: (nowMs: number) => string;
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
  const check = isSigned
    ? (key: string | undefined) => checkSignature(reading, key, nowMs)
    : undefined;
  const count = countOnce(parts.limit, uid);

  async function decide(mustBeFresh: boolean): Promise<Decision<Accepted>> {
    const context = { registrations, database, mustBeFresh, count };
    const { result, isFresh } = await authorizeSensor(uid, check, context);
    if (!result.ok) return { result, isFresh };
    const { sensor, key } = result.value;
    const updatedAt = (isSigned ? reading.timestamp?.ms : undefined) ?? nowMs;
    return { result: accept({ ...sensor, uid, measurements, updatedAt, key }), isFresh };
  }

  const stored = await store(decide, async (accepted) => {
    const { key, ...unsigned } = accepted;
    const plan = (): Update =>
      key === undefined
        ? planKeyInBody(unsigned, newKey)
        : planSigned({ ...unsigned, key }, newKey, nowMs, idempotencyKey);
    return (await commitReadings(database, plan)) === "stored" ? accepted : "denied";
  });
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
