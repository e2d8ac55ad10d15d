/**
 * All refusals of `sensorData` and `reportIp`, for a request or for one reading of a batch. Programs read the code in the
 * header `Error-Code`, or in the field `code` of a batch. People read the text. A code never changes its meaning.
 */

import { MAX_READINGS } from "./reading-limits.ts";

export const ERROR_CODE_HEADER = "Error-Code";

/** `{name}` in a text is a placeholder for a value of the refusal. */
export const REFUSALS = {
  "method-not-allowed": { status: 405, error: "Method not allowed. Use POST." },
  "unsupported-encoding": { status: 415, error: "Unsupported content encoding. Use gzip or none." },
  "body-too-large": { status: 413, error: "Request body is too large." },
  "body-not-an-object": { status: 400, error: "Request body must be a JSON object." },
  "body-not-json": {
    status: 400,
    error:
      "Request body must be a JSON object: {literal} is not JSON. Send null, or leave the field out.",
  },
  "missing-field": { status: 400, error: "Missing required field: {field}" },
  "field-not-a-string": { status: 400, error: "Invalid field: {field} must be a string." },
  "field-not-a-number": { status: 400, error: "Invalid field: {field} must be a number." },
  "invalid-ip-address": {
    status: 400,
    error: "Invalid field: ip must be a dotted-decimal IPv4 address.",
  },
  "invalid-readings": {
    status: 400,
    error: "Invalid field: readings must be a non-empty array of objects.",
  },
  "invalid-import": {
    status: 400,
    error: "Invalid field: import must be 8 to 20 lower-case letters and digits.",
  },
  "too-many-readings": { status: 400, error: `Too many readings: at most ${MAX_READINGS}.` },
  "uid-mismatch": { status: 400, error: "Invalid field: uid must be the sender's." },
  "reading-too-old": { status: 400, error: "Reading is too old." },
  // Clients keep such a reading: the clock of the functions may be behind.
  "reading-from-future": { status: 425, error: "Reading is from the future." },
  "reading-from-far-future": { status: 400, error: "Reading is from the future." },
  "invalid-api-key": { status: 403, error: "Invalid API key." },
  "sensor-not-found": { status: 404, error: "Sensor UID not found: {uid}" },
  "sensor-not-linked": { status: 400, error: "Sensor is not linked to any greenhouse." },
  "invalid-signature": { status: 401, error: "Invalid signature." },
  // Only in a farm's batch, which the farm's key signs.
  "sensor-has-own-key": { status: 401, error: "Invalid signature." },
  "timestamp-out-of-range": {
    status: 401,
    error: "Timestamp is more than 5 minutes from the server's time.",
  },
  "farm-not-found": { status: 404, error: "Farm ID not found: {farmId}" },
  "too-many-requests": { status: 429, error: "Too many requests. Try again later." },
  // The database did not confirm the update, or its rules deny an update that the records allow.
  "database-unavailable": { status: 503, error: "Database unavailable. Try again." },
  "internal-error": { status: 500, error: "Internal error." },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly error: string }>>;

export type RefusalCode = keyof typeof REFUSALS;
