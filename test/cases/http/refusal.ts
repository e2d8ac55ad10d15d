/** A refused request to `POST /sensorData`: status and exact text. Nothing is stored. */

import type { RefusalCode } from "@greenhouse/domain/refusals";

export interface RefusalCase {
  readonly name: string;
  /** The sensor's state. Linked by default. */
  readonly sensor?: "unlinked" | "unregistered" | "of a farm without a key" | "of another farm";
  /** The body, with placeholders (test/support/backend/placeholders.ts). */
  readonly body: string;
  /** The signed text of `$signature`. By default, the farm's key, `$ms` and the uid are signed. */
  readonly signs?: string;
  readonly signsWith?: string;
  /** The header X-Signature. `$whole` stands for a signature over the body. If absent, the header is not sent. */
  readonly whole?: string;
  readonly status: 400 | 401 | 403 | 404;
  readonly code: RefusalCode;
  readonly error: string;
}

/** Valid fields of a body, to which a case adds its error. */
export const SIGNED = `"uid":"$uid","timestamp":$ms,"signature":"$signature"`;
export const KEYED = `"uid":"$uid","apiKey":"$sensorKey"`;
/** A wrong signature in the right form. */
export const WRONG = "00000000000000000000000000000000";

export const NO_UID = {
  status: 400,
  code: "missing-field",
  error: "Missing required field: uid",
} as const;
export const UNLINKED = {
  status: 400,
  code: "sensor-not-linked",
  error: "Sensor is not linked to any greenhouse.",
} as const;
export const BAD_SIGNATURE = {
  status: 401,
  code: "invalid-signature",
  error: "Invalid signature.",
} as const;
export const STALE = {
  status: 401,
  code: "timestamp-out-of-range",
  error: "Timestamp is more than 5 minutes from the server's time.",
} as const;
export const BAD_KEY = { status: 403, code: "invalid-api-key", error: "Invalid API key." } as const;
export const UNKNOWN = {
  status: 404,
  code: "sensor-not-found",
  error: "Sensor UID not found: $uid",
} as const;
export const NO_TIMESTAMP = {
  status: 400,
  code: "missing-field",
  error: "Missing required field: timestamp",
} as const;
export const BAD_TIMESTAMP = {
  status: 400,
  code: "field-not-a-number",
  error: "Invalid field: timestamp must be a number.",
} as const;
export const NO_OBJECT = {
  status: 400,
  code: "body-not-an-object",
  error: "Request body must be a JSON object.",
} as const;

export const notNumber = (field: string) =>
  ({
    status: 400,
    code: "field-not-a-number",
    error: `Invalid field: ${field} must be a number.`,
  }) as const;
export const notString = (field: string) =>
  ({
    status: 400,
    code: "field-not-a-string",
    error: `Invalid field: ${field} must be a string.`,
  }) as const;
