/** The services that the parts of a run share. */

import type { Database } from "./database";
import type { Log } from "./log";

export interface Run {
  readonly database: Database;
  readonly log: Log;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** A number from 0 to below 1. */
  readonly random: () => number;
  /** An integer from 0 to below `max` that nobody can predict. */
  readonly randomInt: (max: number) => number;
  readonly createPushKey: (nowMs: number) => string;
}
