/** What a person does next to confirm an address. */

import { canTypeCode, CODE_VALID_MS, MAX_CODE_TRIES } from "@greenhouse/domain/alerts/codes";
import type { AddressCode } from "@greenhouse/domain/alerts/codes";
import { MINUTE_MS } from "@greenhouse/domain/time";

/** What the jobs send counts as late after this time, in milliseconds: the wait for their next run plus a retry. */
export const LATE_AFTER_MS = 3 * MINUTE_MS;

export type AddressStep =
  /** Enter the address. */
  | { readonly kind: "address" }
  /** Wait for the code. */
  | { readonly kind: "waiting"; readonly isLate: boolean }
  | { readonly kind: "typing"; readonly triesLeft: number }
  /** The rest ask for another code. */
  | { readonly kind: "failed"; readonly problem: string }
  | { readonly kind: "spent" };

/** @param code the stored record @param now Unix milliseconds */
export function addressStepOf(code: AddressCode | undefined, now: number): AddressStep {
  if (code === undefined || now - code.askedAt >= CODE_VALID_MS) return { kind: "address" };
  const { askedAt, sentAt, problem, tries = 0 } = code;
  if (problem !== undefined) return { kind: "failed", problem };
  if (sentAt === undefined) {
    return { kind: "waiting", isLate: now - askedAt > LATE_AFTER_MS };
  }
  if (!canTypeCode(code, now)) return { kind: "spent" };
  return { kind: "typing", triesLeft: MAX_CODE_TRIES - tries };
}

/** Whether the code that confirmed an address still confirms it. @param now Unix milliseconds */
export function canRestore(address: string, code: AddressCode | undefined, now: number): boolean {
  const isOfAddress = code?.address === address && code.typed !== undefined;
  return isOfAddress && now - code.askedAt < CODE_VALID_MS;
}
