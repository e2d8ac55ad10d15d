/**
 * Expected outcomes as values: what an operation gives, or why it refuses. No exception is thrown for them, and
 * http/refusal.ts alone knows how a refusal looks in HTTP.
 */

/** Why a request, or one reading of a batch, is refused. */
export type Refusal =
  | { readonly code: "too-many-requests"; readonly retryAfterSeconds: number }
  | { readonly code: "method-not-allowed" }
  | { readonly code: "body-too-large" }
  | { readonly code: "unsupported-encoding" }
  | { readonly code: "body-not-an-object" }
  | { readonly code: "not-json"; readonly literal: string }
  | { readonly code: "missing-field"; readonly field: string }
  | { readonly code: "not-text"; readonly field: string }
  | { readonly code: "not-a-number"; readonly field: string }
  | { readonly code: "not-an-ipv4-address" }
  | { readonly code: "not-readings" }
  | { readonly code: "too-many-readings" }
  | { readonly code: "other-uid" }
  | { readonly code: "too-old" }
  | { readonly code: "from-the-future" }
  | { readonly code: "far-future" }
  | { readonly code: "wrong-key" }
  | { readonly code: "unknown-sensor"; readonly uid: string }
  | { readonly code: "not-linked" }
  | { readonly code: "invalid-signature" }
  | { readonly code: "stale-timestamp" }
  | { readonly code: "unknown-farm"; readonly farmId: string }
  /** The database did not confirm, or its rules deny what the records allow. */
  | { readonly code: "database-unavailable" };

export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

export function accept<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function refuse(refusal: Refusal): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal };
}
