/** Whether the jobs run, and what they offer. */

import { LATE_LOOK_MS } from "./alerts.ts";
import type { AlertService } from "./alerts.ts";
import { fieldOf, numberOf, textOf } from "../stored.ts";

/** Undefined where the jobs are not deployed. @param stored `alertService` */
export function readAlertService(stored: unknown): AlertService | undefined {
  const lookedAt = numberOf(stored, "lookedAt");
  const foldedAt = numberOf(stored, "foldedAt");
  const push = textOf(stored, "push");
  if (lookedAt === undefined) return undefined;
  return {
    lookedAt,
    ...(foldedAt !== undefined && { foldedAt }),
    ...(fieldOf(stored, "email") === true && { email: true }),
    ...(push !== undefined && { push }),
  };
}

/** Whether the farms are checked no longer. */
export function isAsleep({ lookedAt }: AlertService, now: number): boolean {
  return now - lookedAt > LATE_LOOK_MS;
}
