/** The answer to a refused request, or to one refused reading of a batch. */

import { ERROR_CODE_HEADER, REFUSALS, type RefusalCode } from "@greenhouse/domain/refusals";
import { fieldOf } from "@greenhouse/domain/stored";
import type { Refusal } from "../result";

/** Returns the status, error text and code that the client receives. docs/http-api.md lists them. */
export function describeRefusal(refusal: Refusal): {
  readonly status: number;
  readonly error: string;
  readonly code: RefusalCode;
} {
  const { status, error } = REFUSALS[refusal.code];
  const text = error.replace(/\{(\w+)\}/g, (_, name: string) => String(fieldOf(refusal, name)));
  return { status, error: text, code: refusal.code };
}

const HEADERS: { readonly [Code in RefusalCode]?: Readonly<Record<string, string>> } = {
  "method-not-allowed": { Allow: "POST" },
  "unsupported-encoding": { "Accept-Encoding": "gzip" },
  "database-unavailable": { "Retry-After": "5" },
};

/** Returns the additional headers of the answer. */
export function headersOf(refusal: Refusal): Readonly<Record<string, string>> {
  return {
    [ERROR_CODE_HEADER]: refusal.code,
    ...HEADERS[refusal.code],
    ...("retryAfterSeconds" in refusal && { "Retry-After": String(refusal.retryAfterSeconds) }),
  };
}
