/**
 * Expected outcomes as values: what an operation gives, or why it refuses. No exception is thrown for them. The status and
 * the text of each code are in domain/refusals.ts.
 */

/** Why a request, or one reading of a batch, is refused. */
export type Refusal =
  | { readonly code: "too-many-requests"; readonly retryAfterSeconds: number }
  | { readonly code: "method-not-allowed" }
  | { readonly code: "body-too-large" }
  | { readonly code: "unsupported-encoding" }
  | { readonly code: "body-not-an-object" }
  | { readonly code: "body-not-json"; readonly literal: string }
  | { readonly code: "missing-field"; readonly field: string }
  | { readonly code: "field-not-a-string"; readonly field: string }
  | { readonly code: "field-not-a-number"; readonly field: string }
  | { readonly code: "invalid-ip-address" }
  | { readonly code: "invalid-readings" }
  | { readonly code: "too-many-readings" }
  | { readonly code: "uid-mismatch" }
  | { readonly code: "reading-too-old" }
  | { readonly code: "reading-from-future" }
  | { readonly code: "reading-from-far-future" }
  | { readonly code: "invalid-api-key" }
  | { readonly code: "sensor-not-found"; readonly uid: string }
  | { readonly code: "sensor-not-linked" }
  | { readonly code: "invalid-signature" }
  | { readonly code: "sensor-has-own-key" }
  | { readonly code: "timestamp-out-of-range" }
  | { readonly code: "farm-not-found"; readonly farmId: string }
  /** The database did not confirm, or its rules deny what the records allow. */
  | { readonly code: "database-unavailable" }
  | { readonly code: "internal-error" };

export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

export function accept<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function refuse(refusal: Refusal): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal };
}
