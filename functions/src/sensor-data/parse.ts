/**
 * Reads a sensor's submission from the request's body: everything that needs no look-up. Fields are checked in the
 * order uid (or farmId), signature, apiKey, timestamp, temperature, humidity, light, battery. The key-in-body variant
 * ignores timestamp and battery, whatever they hold. A missing timestamp is reported last.
 */

import {
  AMBIENT,
  MAX_READINGS,
  MEASUREMENTS,
  type Measurement,
  type Measurements,
} from "../../../domain/src/measurements";
import { fieldOf } from "../../../domain/src/stored";
import type { EndpointRequest } from "../http/dispatch";
import { isMissing, readNumber, readText } from "../http/fields";
import { isJsonObject, type JsonObject } from "../http/json-object";
import { accept, refuse, type Result } from "../http/refusal";
import type { SignedBody } from "../http/signature";
import { readTime, readTimestamp, type Timestamp } from "../http/timestamp";

/** The variants of `POST /sensorData` that a deployment accepts: `signed` means MD5 and HMAC. */
export type AcceptedVariants = "both" | "signed" | "hmac" | "key-in-body";

/** Proven by a signature over the key, the timestamp and the uid. */
export interface SignedReading {
  readonly variant: "signed";
  readonly uid: string;
  readonly signature: string | undefined;
  /** Present where there is a signature. */
  readonly timestamp: Timestamp | undefined;
  readonly measurements: Measurements;
}

/** Proven by the deployment's key, sent in the body. */
export interface KeyReading {
  readonly variant: "key-in-body";
  readonly uid: string;
  readonly apiKey: string | undefined;
  readonly measurements: Measurements;
}

/**
 * Proven by a signature over the whole body (`X-Signature`): readings of one sensor, signed with the key that is in
 * force for it; or of a farm, signed with the farm's key.
 */
interface HmacReadings {
  readonly variant: "hmac";
  readonly sender: Sender;
  /** Undefined where the header is missing. */
  readonly signedBody: SignedBody | undefined;
  /** When it was sent, by the sender's clock, in Unix milliseconds. */
  readonly timeMs: number;
  readonly isBatch: boolean;
  /** In the order in which they were sent. What is wrong with one of a batch refuses that one alone. */
  readonly readings: readonly Result<Reading>[];
}

export type Sender = { readonly uid: string } | { readonly farmId: string };

export interface Reading {
  readonly uid: string;
  /** Unix milliseconds. */
  readonly timeMs: number;
  readonly measurements: Measurements;
}

export type Submission = SignedReading | KeyReading | HmacReadings;

/** Reads a submission as the variant that is in force for it. */
export function parseSubmission(
  { body, text, signedBody }: Pick<EndpointRequest, "body" | "text" | "signedBody">,
  accepted: AcceptedVariants,
): Result<Submission> {
  if (accepted === "hmac" || (accepted !== "key-in-body" && signedBody !== undefined)) {
    return parseHmac(body, signedBody);
  }
  // A batch needs X-Signature. It cannot be ignored: an answer of 200 would mean that all of its readings are stored.
  if (!isMissing(body, "readings")) return refuse({ code: "invalid-signature" });
  const uid = readUid(body);
  if (!uid.ok) return uid;
  const signature = readText(body, "signature");
  if (!signature.ok) return signature;
  const apiKey = readText(body, "apiKey");
  if (!apiKey.ok) return apiKey;

  // With both credentials, and with neither, it is the signed variant.
  const hasKeyAlone = signature.value === undefined && apiKey.value !== undefined;
  if (accepted === "key-in-body" || (accepted === "both" && hasKeyAlone)) {
    const measurements = readMeasurements(body, AMBIENT);
    if (!measurements.ok) return measurements;
    const fields = { uid: uid.value, apiKey: apiKey.value, measurements: measurements.value };
    return accept({ variant: "key-in-body", ...fields });
  }
  const timestamp = readTimestamp(body, text);
  if (!timestamp.ok) return timestamp;
  const measurements = readMeasurements(body, MEASUREMENTS);
  if (!measurements.ok) return measurements;
  if (signature.value !== undefined && timestamp.value === undefined) {
    return refuse({ code: "missing-field", field: "timestamp" });
  }
  return accept({
    variant: "signed",
    uid: uid.value,
    signature: signature.value,
    timestamp: timestamp.value,
    measurements: measurements.value,
  });
}

function parseHmac(body: JsonObject, signedBody: SignedBody | undefined): Result<HmacReadings> {
  const list = fieldOf(body, "readings") ?? undefined;
  const isBatch = list !== undefined;
  const sender = readSender(body, isBatch);
  if (!sender.ok) return sender;
  const time = readTime(body);
  if (!time.ok) return time;
  const objects = isBatch ? readObjects(list) : accept([body]);
  if (!objects.ok) return objects;
  const envelope = { ...sender.value, timeMs: time.value ?? 0 };
  const readings = objects.value.map((fields) => parseOne(fields, envelope));
  const [first] = readings;
  if (!isBatch && first?.ok === false) return first;
  if (time.value === undefined) return refuse({ code: "missing-field", field: "timestamp" });
  const timeMs = time.value;
  return accept({ variant: "hmac", sender: sender.value, signedBody, timeMs, isBatch, readings });
}

/** Only a batch may come from a farm. Where there is a `uid`, too, the sensor is the sender. */
function readSender(body: JsonObject, isBatch: boolean): Result<Sender> {
  if (isBatch && isMissing(body, "uid")) {
    const farmId = readText(body, "farmId");
    if (!farmId.ok) return farmId;
    if (farmId.value !== undefined) return accept({ farmId: farmId.value });
  }
  const uid = readUid(body);
  return uid.ok ? accept({ uid: uid.value }) : uid;
}

function readObjects(list: unknown): Result<readonly JsonObject[]> {
  const isList = Array.isArray(list) && list.length > 0;
  if (isList && list.length > MAX_READINGS) return refuse({ code: "too-many-readings" });
  return isList && list.every(isJsonObject) ? accept(list) : refuse({ code: "not-readings" });
}

/**
 * @param envelope the fields of the batch that hold for a reading without its own. With a uid, the batch is that sensor's:
 * a reading of another one must not be stored as its own.
 */
function parseOne(
  body: JsonObject,
  envelope: { readonly uid?: string; readonly timeMs: number },
): Result<Reading> {
  const own = readText(body, "uid");
  if (!own.ok) return own;
  const uid = own.value ?? envelope.uid;
  if (uid === undefined) return refuse({ code: "missing-field", field: "uid" });
  if (uid !== (envelope.uid ?? uid)) return refuse({ code: "other-uid" });
  const time = readTime(body);
  if (!time.ok) return time;
  const measurements = readMeasurements(body, MEASUREMENTS);
  if (!measurements.ok) return measurements;
  return accept({ uid, timeMs: time.value ?? envelope.timeMs, measurements: measurements.value });
}

function readUid(body: JsonObject): Result<string> {
  const uid = readText(body, "uid");
  if (!uid.ok) return uid;
  return uid.value === undefined
    ? refuse({ code: "missing-field", field: "uid" })
    : accept(uid.value);
}

/** The measurements of these names; null counts as absent. */
function readMeasurements(body: JsonObject, names: readonly Measurement[]): Result<Measurements> {
  const measurements: Partial<Record<Measurement, number>> = {};
  for (const name of names) {
    const value = readNumber(body, name);
    if (!value.ok) return value;
    if (value.value !== undefined) measurements[name] = value.value;
  }
  return accept(measurements);
}
