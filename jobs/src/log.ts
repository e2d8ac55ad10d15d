/** Everything that the jobs log, one function per event. Entries never hold a key, an address, or a person's name. */

import { inspect } from "node:util";

import type { LogEntry } from "firebase-functions/logger";

import type { Channel } from "@greenhouse/domain/alerts/channels";

/** Figures of one run of `watchFarms` in one database instance. */
export interface RunSummary {
  readonly farms: number;
  /** Farms whose records were changed. */
  readonly changed: number;
  /** Farms that were not checked, because the time was over. The next run begins with other farms. */
  readonly skipped: number;
  readonly delivered: number;
  readonly undelivered: number;
  readonly milliseconds: number;
}

/** Figures of one run of `foldReadings` in one database instance. */
export interface FoldSummary {
  readonly greenhouses: number;
  readonly folds: number;
  /** Greenhouses with more to fold. The next run goes on with them. */
  readonly unfinished: number;
  readonly milliseconds: number;
}

export class Log {
  /** @param write takes a structured entry, as `write` of firebase-functions/logger does */
  constructor(private readonly write: (entry: LogEntry) => void) {}

  runEnded(summary: RunSummary): void {
    const severity = summary.skipped > 0 ? "WARNING" : "INFO";
    this.write({ severity, event: "farms_watched", message: "Checked farms.", ...summary });
  }

  foldsEnded(summary: FoldSummary): void {
    const severity = summary.unfinished > 0 ? "NOTICE" : "INFO";
    this.write({ severity, event: "readings_folded", message: "Folded readings.", ...summary });
  }

  /** The history of one greenhouse could not be folded. The other greenhouses were folded. */
  greenhouseFailed(greenhouse: string, error: unknown): void {
    const message = inspect(error);
    this.write({ severity: "ERROR", event: "greenhouse_failed", greenhouse, message });
  }

  /** One farm could not be checked. The other farms were checked. */
  farmFailed(farmId: string, error: unknown): void {
    this.write({ severity: "ERROR", event: "farm_failed", farmId, message: inspect(error) });
  }

  /** The farm has more alerts than a check can read. The least urgent alerts are not raised. */
  alertsLeft(farmId: string, count: number): void {
    const message = "Did not raise the least urgent alerts.";
    this.write({ severity: "WARNING", event: "alerts_left", farmId, count, message });
  }

  /** The rules refuse one alert, also on fresh records. The other alerts of its farm are stored. */
  alertRefused(farmId: string, alertId: string): void {
    const message = "The database's rules refuse this alert. The others of the farm are stored.";
    this.write({ severity: "ERROR", event: "alert_refused", farmId, alertId, message });
  }

  /** The rules refuse a plan's decision, although nothing has changed since it was made. */
  planRefused(farmId: string, output: string): void {
    const message =
      "The database's rules refuse what a plan orders or records. Deploy the rules of this version.";
    this.write({ severity: "ERROR", event: "plan_refused", farmId, output, message });
  }

  /** A delivery failed. It is tried again later, unless `isFinal`. */
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
