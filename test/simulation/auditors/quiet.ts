/** In quiet hours, owners hear of limits only, and of the rest when quiet hours end. */

import { entriesOf, fieldOf, numberOf, textOf } from "@greenhouse/domain/stored";
import { DAY_MS, MINUTE_MS } from "@greenhouse/domain/time";
import type { Json } from "../../../emulator/src/in-process";
import { QUIET } from "../farm";
import type { Auditor } from "../simulation";

const OUTBOX = /^alertOutbox\/([^/]+)\/[^/]+$/;

/** @param ms Unix milliseconds */
export function isQuiet(ms: number): boolean {
  const minute = (ms % DAY_MS) / MINUTE_MS;
  return minute >= QUIET.from && minute < QUIET.until;
}

export const quiet: Auditor = {
  name: "quiet",
  watch: ({ server, farms }, violate) => {
    server.onWrite(OUTBOX, ([, farmId], value) => {
      const owner = farms.find(({ id }) => id === farmId)?.owner;
      if (owner === undefined || value === null || isUrgent(value)) return;
      for (const [recipient, attempt] of entriesOf(fieldOf(value, "to"))) {
        const dueMs = numberOf(attempt, "nextAt") ?? 0;
        if (recipient.endsWith(`,${owner}`) && isQuiet(dueMs))
          violate(`${recipient} is notified of nothing urgent in quiet hours`);
      }
    });
    return {};
  },
};

/**
 * Whether the notification is about a value beyond its limit. The end of such a value is no reason to disturb a person with
 * an unanswered alert that can wait.
 */
function isUrgent(notification: Json): boolean {
  const all = ["alerts", "others"].flatMap((name) => entriesOf(fieldOf(notification, name)));
  const unanswered = all.filter(([, alert]) => isOneOf(alert, "state", ["raised", "reminded"]));
  return (unanswered.length > 0 ? unanswered : all).some(([, alert]) =>
    isOneOf(alert, "kind", ["above", "below"]),
  );
}

function isOneOf(alert: unknown, field: string, values: readonly string[]): boolean {
  return values.includes(textOf(alert, field) ?? "");
}
