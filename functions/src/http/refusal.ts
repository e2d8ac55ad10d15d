/**
 * Every way in which a request is refused, and what the client receives. A refusal is a value, not an exception:
 * whoever decides returns it, and only the dispatcher turns it into a response.
 */

/** Why a request is refused. */
export type Refusal =
  | { readonly code: "too-many-requests"; readonly retryAfterSeconds: number }
  | { readonly code: "method-not-allowed" }
  | { readonly code: "body-too-large" }
  | { readonly code: "unsupported-encoding" }
  | { readonly code: "body-not-an-object" }
  | { readonly code: "missing-field"; readonly field: string }
  | { readonly code: "not-text"; readonly field: string }
  | { readonly code: "not-a-number"; readonly field: string }
  | { readonly code: "not-an-ipv4-address"; readonly field: string }
  | { readonly code: "not-readings" }
  | { readonly code: "too-many-readings"; readonly max: number }
  | { readonly code: "too-old" }
  | { readonly code: "from-the-future" }
  | { readonly code: "wrong-key" }
  | { readonly code: "unknown-sensor"; readonly uid: string }
  | { readonly code: "not-linked" }
  | { readonly code: "invalid-signature" }
  | { readonly code: "stale-timestamp" }
  | { readonly code: "unknown-farm"; readonly farmId: string };

/** What an operation ends with: the value, or why there is none. */
export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

/** Wraps a value as a success. */
export function accept<T>(value: T): Result<T> {
  return { ok: true, value };
}

/** Wraps a reason as a failure. */
export function refuse(refusal: Refusal): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal };
}

/** The HTTP status and the text of the `error` field, as the specification and the README list them. */
export function describeRefusal(refusal: Refusal): {
  readonly status: number;
  readonly error: string;
} {
  switch (refusal.code) {
    case "too-many-requests":
      return { status: 429, error: "Too many requests. Try again later." };
    case "method-not-allowed":
      return { status: 405, error: "Method not allowed. Use POST." };
    case "body-too-large":
      return { status: 413, error: "Request body is too large." };
    case "unsupported-encoding":
      return { status: 415, error: "Unsupported content encoding. Use gzip or none." };
    case "body-not-an-object":
      return { status: 400, error: "Request body must be a JSON object." };
    case "missing-field":
      return { status: 400, error: `Missing required field: ${refusal.field}` };
    case "not-text":
      return { status: 400, error: `Invalid field: ${refusal.field} must be a string.` };
    case "not-a-number":
      return { status: 400, error: `Invalid field: ${refusal.field} must be a number.` };
    case "not-an-ipv4-address":
      return {
        status: 400,
        error: `Invalid field: ${refusal.field} must be a dotted-decimal IPv4 address.`,
      };
    case "not-readings":
      return {
        status: 400,
        error: "Invalid field: readings must be a non-empty array of objects.",
      };
    case "too-many-readings":
      return { status: 400, error: `Too many readings: at most ${refusal.max}.` };
    case "too-old":
      return { status: 400, error: "Reading is too old." };
    case "from-the-future":
      return { status: 400, error: "Reading is from the future." };
    case "wrong-key":
      return { status: 403, error: "Invalid API key." };
    case "unknown-sensor":
      return { status: 404, error: `Sensor UID not found: ${refusal.uid}` };
    case "not-linked":
      return { status: 400, error: "Sensor is not linked to any greenhouse." };
    case "invalid-signature":
      return { status: 401, error: "Invalid signature." };
    case "stale-timestamp":
      return { status: 401, error: "Timestamp is more than 5 minutes from the server's time." };
    case "unknown-farm":
      return { status: 404, error: `Farm ID not found: ${refusal.farmId}` };
  }
}
