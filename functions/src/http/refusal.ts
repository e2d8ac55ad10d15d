/** What the client receives when a request, or one reading of a batch, is refused. */

import { MAX_READINGS } from "@greenhouse/domain/reading-limits";
import type { Refusal } from "../result";

/** The HTTP status, the text of the `error` field, and headers. */
type Answer = readonly [status: number, error: string, headers?: Readonly<Record<string, string>>];

const ANSWERS: {
  readonly [Code in Refusal["code"]]: (refusal: Extract<Refusal, { code: Code }>) => Answer;
} = {
  "too-many-requests": ({ retryAfterSeconds }) => [
    429,
    "Too many requests. Try again later.",
    { "Retry-After": String(retryAfterSeconds) },
  ],
  "method-not-allowed": () => [405, "Method not allowed. Use POST.", { Allow: "POST" }],
  "body-too-large": () => [413, "Request body is too large."],
  "unsupported-encoding": () => [
    415,
    "Unsupported content encoding. Use gzip or none.",
    { "Accept-Encoding": "gzip" },
  ],
  "body-not-an-object": () => [400, "Request body must be a JSON object."],
  "body-not-json": ({ literal }) => [
    400,
    `Request body must be a JSON object: ${literal} is not JSON. Send null, or leave the field out.`,
  ],
  "missing-field": ({ field }) => [400, `Missing required field: ${field}`],
  "field-not-a-string": ({ field }) => [400, `Invalid field: ${field} must be a string.`],
  "field-not-a-number": ({ field }) => [400, `Invalid field: ${field} must be a number.`],
  "invalid-ip-address": () => [400, "Invalid field: ip must be a dotted-decimal IPv4 address."],
  "invalid-readings": () => [400, "Invalid field: readings must be a non-empty array of objects."],
  "too-many-readings": () => [400, `Too many readings: at most ${MAX_READINGS}.`],
  "uid-mismatch": () => [400, "Invalid field: uid must be the sender's."],
  "reading-too-old": () => [400, "Reading is too old."],
  // Clients keep it: the clock here may be behind.
  "reading-from-future": () => [425, "Reading is from the future."],
  "reading-from-far-future": () => [400, "Reading is from the future."],
  "invalid-api-key": () => [403, "Invalid API key."],
  "sensor-not-found": ({ uid }) => [404, `Sensor UID not found: ${uid}`],
  "sensor-not-linked": () => [400, "Sensor is not linked to any greenhouse."],
  "invalid-signature": () => [401, "Invalid signature."],
  "timestamp-out-of-range": () => [401, "Timestamp is more than 5 minutes from the server's time."],
  "farm-not-found": ({ farmId }) => [404, `Farm ID not found: ${farmId}`],
  "database-unavailable": () => [503, "Database unavailable. Try again.", { "Retry-After": "5" }],
};

/** What the client receives, as docs/http-api.md lists it. */
export function describeRefusal(refusal: Refusal): {
  readonly status: number;
  readonly error: string;
} {
  const [status, error] = answerTo(refusal);
  return { status, error };
}

/** The headers of such an answer. */
export function headersOf(refusal: Refusal): Readonly<Record<string, string>> {
  const [, , headers = {}] = answerTo(refusal);
  return headers;
}

function answerTo(refusal: Refusal): Answer {
  const answer = ANSWERS[refusal.code] as (refusal: Refusal) => Answer;
  return answer(refusal);
}
