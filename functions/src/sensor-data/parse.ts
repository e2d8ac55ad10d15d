/**
 * Reads a sensor's submission from the request's body: everything that needs no look-up. Fields are checked in the order
 * uid, signature, apiKey, timestamp, temperature, humidity, light, battery. The key-in-body variant ignores timestamp and
 * battery, whatever they hold. A missing timestamp is reported last.
 */

import { AMBIENT, MEASUREMENTS, type Measurements } from "../../../domain/src/measurements";
import { isMissing, readText } from "../http/fields";
import type { JsonObject } from "../http/json-object";
import { accept, refuse, type Result } from "../http/refusal";
import type { Seal } from "../http/signature";
import { readTimestamp, type Timestamp } from "../http/timestamp";
import { readMeasurements, readUid } from "./measured";
import { parseSealed, type SealedReadings } from "./sealed";

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

export type Reading = SignedReading | KeyReading;

/** Reads a submission as the variant that is in force for it. */
export function parseSubmission(
  body: JsonObject,
  seal: Seal | undefined,
  accepted: AcceptedVariants,
): Result<Reading | SealedReadings> {
  if (accepted === "hmac" || (accepted !== "key-in-body" && seal !== undefined)) {
    return parseSealed(body, seal);
  }
  // An answer of 200 would say that all of them are stored.
  if (!isMissing(body, "readings")) return refuse({ code: "invalid-signature" });
  const uid = readUid(body);
  if (!uid.ok) return uid;
  const signature = readText(body, "signature");
  if (!signature.ok) return signature;
  const apiKey = readText(body, "apiKey");
  if (!apiKey.ok) return apiKey;

  // With both credentials, and with neither, it is the signed variant.
  const hasKeyAlone = signature.value === undefined && apiKey.value !== undefined;
  const isKeyInBody = accepted === "key-in-body" || (accepted === "both" && hasKeyAlone);
  return isKeyInBody
    ? parseKeyInBody(body, uid.value, apiKey.value)
    : parseSigned(body, uid.value, signature.value);
}

function parseSigned(
  body: JsonObject,
  uid: string,
  signature: string | undefined,
): Result<SignedReading> {
  const timestamp = readTimestamp(body);
  if (!timestamp.ok) return timestamp;
  const measurements = readMeasurements(body, MEASUREMENTS);
  if (!measurements.ok) return measurements;
  if (signature !== undefined && timestamp.value === undefined) {
    return refuse({ code: "missing-field", field: "timestamp" });
  }
  return accept({
    variant: "signed",
    uid,
    signature,
    timestamp: timestamp.value,
    measurements: measurements.value,
  });
}

function parseKeyInBody(
  body: JsonObject,
  uid: string,
  apiKey: string | undefined,
): Result<KeyReading> {
  const measurements = readMeasurements(body, AMBIENT);
  if (!measurements.ok) return measurements;
  return accept({ variant: "key-in-body", uid, apiKey, measurements: measurements.value });
}
