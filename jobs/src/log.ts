/** Everything the jobs log, one named function per event. No entry holds a key, an address, or the name of a person. */

import { inspect } from "node:util";

import type { LogEntry } from "firebase-functions/logger";

import type { Channel } from "../../domain/src/alerts";

/** What a run did in one database instance. */
export interface RunSummary {
  readonly farms: number;
  /** Farms whose records were changed. */
  readonly changed: number;
  /** Farms for which there was no time: the next run begins with others. */
  readonly skipped: number;
  readonly delivered: number;
  readonly undelivered: number;
  readonly milliseconds: number;
}

/** What a run folded in one database instance. */
export interface FoldSummary {
  readonly greenhouses: number;
  readonly folds: number;
  /** Greenhouses that have more to fold: the next run goes on with them. */
  readonly unfinished: number;
  readonly milliseconds: number;
}

export interface Log {
  runEnded(summary: RunSummary): void;
  foldsEnded(summary: FoldSummary): void;
  /** The history of one greenhouse could not be rolled up; that of the others was. */
  greenhouseFailed(greenhouse: string, error: unknown): void;
  /** One farm could not be looked at; the others were. */
  farmFailed(farmId: string, error: unknown): void;
  /** A message is tried again later, or not any more. */
  deliveryFailed(farmId: string, channel: Channel, problem: string, isFinal: boolean): void;
  /** A bug, a parameter that is wrong, or a database out of reach. */
  runFailed(error: unknown): void;
}

/** @param write takes a structured entry, as `write` of firebase-functions/logger does */
export function createLog(write: (entry: LogEntry) => void): Log {
  return {
    runEnded(summary) {
      const severity = summary.skipped > 0 ? "WARNING" : "INFO";
      write({ severity, event: "farms_watched", message: "Watched farms.", ...summary });
    },
    foldsEnded(summary) {
      const severity = summary.unfinished > 0 ? "NOTICE" : "INFO";
      write({ severity, event: "readings_folded", message: "Rolled up readings.", ...summary });
    },
    greenhouseFailed(greenhouse, error) {
      const message = inspect(error);
      write({ severity: "ERROR", event: "greenhouse_failed", greenhouse, message });
    },
    farmFailed(farmId, error) {
      write({ severity: "ERROR", event: "farm_failed", farmId, message: inspect(error) });
    },
    deliveryFailed(farmId, channel, problem, isFinal) {
      const severity = isFinal ? "WARNING" : "INFO";
      write({ severity, event: "delivery_failed", farmId, channel, isFinal, message: problem });
    },
    runFailed(error) {
      write({ severity: "ERROR", event: "run_failed", message: inspect(error) });
    },
  };
}
