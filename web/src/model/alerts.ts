/** A farm's open alerts as the page shows them, and how a person is notified of them. */

import { readAfterMinutes, readOpenAlerts } from "../../../domain/src/alert-records";
import type { Listed } from "../../../domain/src/alert-records";
import type { AfterMinutes, OpenAlert } from "../../../domain/src/alerts";
import { rankAttention } from "../../../domain/src/attention";
import { entriesOf, fieldOf, textOf } from "../../../domain/src/stored";

/** By severity, the worst first; the newest first among equals. @param stored `alerts/<farmId>/open` */
export function rankedAlerts(stored: unknown): readonly Listed<OpenAlert>[] {
  const newest = readOpenAlerts(stored).toSorted((a, b) => b.since - a.since);
  return rankAttention(newest.map((one) => ({ attention: one }))).map((one) => one.attention);
}

export function isSnoozed({ snoozedUntil }: OpenAlert, now: number): boolean {
  return snoozedUntil !== undefined && snoozedUntil > now;
}

/** Whether nobody has acknowledged or snoozed the alert. */
export function isWaiting(alert: OpenAlert, now: number): boolean {
  return alert.acknowledgedBy === undefined && !isSnoozed(alert, now);
}

/** What a person has set. */
export interface Personal {
  readonly hasEmail: boolean;
  readonly token: string | undefined;
  readonly language: string | undefined;
  /** The ids of those that get push messages. */
  readonly devices: ReadonlySet<string>;
  /** When the person hears of this farm's alerts; undefined: never. */
  readonly afterMinutes: AfterMinutes | undefined;
}

/** @param stored `users/<authUid>/alerts` */
export function readPersonal(stored: unknown, farmId: string): Personal {
  return {
    hasEmail: fieldOf(stored, "email") === true,
    token: textOf(stored, "token"),
    language: textOf(stored, "language"),
    devices: new Set(entriesOf(fieldOf(stored, "push")).map(([id]) => id)),
    afterMinutes: readAfterMinutes(fieldOf(fieldOf(stored, "farms"), farmId)),
  };
}
