/** Everything the jobs log, one named function per event. No entry holds a key, an address, or the name of a person. */

import { inspect } from "node:util";

import type { LogEntry } from "firebase-functions/logger";

import type { Channel } from "@greenhouse/domain/alerts/people";

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

export class Log {
  /** @param write takes a structured entry, as `write` of firebase-functions/logger does */
  constructor(private readonly write: (entry: LogEntry) => void) {}

  runEnded(summary: RunSummary): void {
    const severity = summary.skipped > 0 ? "WARNING" : "INFO";
    this.write({ severity, event: "farms_watched", message: "Watched farms.", ...summary });
  }

  foldsEnded(summary: FoldSummary): void {
    const severity = summary.unfinished > 0 ? "NOTICE" : "INFO";
    this.write({ severity, event: "readings_folded", message: "Rolled up readings.", ...summary });
  }

  /** The history of one greenhouse could not be rolled up; the other greenhouses were. */
  greenhouseFailed(greenhouse: string, error: unknown): void {
    const message = inspect(error);
    this.write({ severity: "ERROR", event: "greenhouse_failed", greenhouse, message });
  }

  /** One farm could not be looked at; the others were. */
  farmFailed(farmId: string, error: unknown): void {
    this.write({ severity: "ERROR", event: "farm_failed", farmId, message: inspect(error) });
  }

  /** The farm has more alerts than a check can read: the least urgent are not raised. */
  alertsLeft(farmId: string, count: number): void {
    const message = "Did not raise the least urgent alerts.";
    this.write({ severity: "WARNING", event: "alerts_left", farmId, count, message });
  }

  /** The rules refuse one alert on fresh records; the others of its farm are stored. */
  alertRefused(farmId: string, alertId: string): void {
    const message = "The database's rules refuse this alert. The others of the farm are stored.";
    this.write({ severity: "ERROR", event: "alert_refused", farmId, alertId, message });
  }

  /** A message is tried again later, or not any more. */
  deliveryFailed(farmId: string, channel: Channel, problem: string, isFinal: boolean): void {
    const severity = isFinal ? "WARNING" : "INFO";
    const event = "delivery_failed";
    this.write({ severity, event, farmId, channel, isFinal, message: problem });
  }

  /** A bug, a parameter that is wrong, or a database out of reach. */
  runFailed(error: unknown): void {
    this.write({ severity: "ERROR", event: "run_failed", message: inspect(error) });
  }
}
