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
    server.onCommit(({ update, denial }) => {
      if (denial !== undefined) return;
      for (const [path, value] of Object.entries(update)) {
        const [, farmId] = OUTBOX.exec(path) ?? [];
        const owner = farms.find(({ id }) => id === farmId)?.owner;
        if (owner === undefined || value === null || hasLimit(value)) continue;
        for (const [recipient, attempt] of entriesOf(fieldOf(value, "to"))) {
          const dueMs = numberOf(attempt, "nextAt") ?? 0;
          if (recipient.endsWith(`,${owner}`) && isQuiet(dueMs))
            violate(`${recipient} is notified of nothing urgent in quiet hours`);
        }
      }
    });
    return {};
  },
};

/** Whether an alert of the notification is about a value beyond its limit. */
function hasLimit(notification: Json): boolean {
  return ["alerts", "others"]
    .flatMap((name) => entriesOf(fieldOf(notification, name)))
    .some(([, alert]) => ["above", "below"].includes(textOf(alert, "kind") ?? ""));
}
