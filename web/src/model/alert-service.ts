/** Whether the jobs watch farms. */

import { LATE_LOOK_MS } from "../../../domain/src/alerts";
import type { AlertService } from "../../../domain/src/alerts";

/** Whether the jobs have stopped. */
export function isAsleep({ lookedAt }: AlertService, now: number): boolean {
  return now - lookedAt > LATE_LOOK_MS;
}
