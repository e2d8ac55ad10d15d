/** Checks the outbox: how many messages wait, since when, and after how many attempts. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { parseRecipientId } from "@greenhouse/domain/alerts/recipient-ids";
import type { Channel } from "@greenhouse/domain/alerts/channels";
import { entriesOf, fieldOf, numberOf, timeOf } from "@greenhouse/domain/stored";
import { pagesOf } from "@greenhouse/database/client/pages";
import { channelName, TESTING } from "../alerts/alert-text";
import type { Database } from "../core/database";
import { count, named } from "../core/text";
import { formatMinute } from "../core/time";
import { ok, warn } from "./check";
import type { DoctorResult } from "./check";

const NAME = "outbox";

/** Small, because a farm's messages can have up to a megabyte. */
const PAGE_SIZE = 10;
/** After this time a message has had three attempts. */
const LONG_MS = 10 * MINUTE_MS;

/** @param nowMs by the database's clock */
export async function checkOutbox(database: Database, nowMs: number): Promise<DoctorResult> {
  const farms = new Map<string, number>();
  const channels = new Map<Channel, number>();
  let [messages, oldest, attempts] = [0, Infinity, 0];
  for await (const page of pagesOf(database, "alertOutbox", PAGE_SIZE)) {
    for (const [farmId, stored] of page) {
      const waiting = entriesOf(stored);
      farms.set(farmId, waiting.length);
      messages += waiting.length;
      for (const [, message] of waiting) {
        const decidedAt = timeOf(message, "since") ?? timeOf(message, "at");
        for (const [recipient, delivery] of entriesOf(fieldOf(message, "to"))) {
          // Quiet hours hold it back.
          const isHeld = numberOf(delivery, "attempts") === 0 && isAfter(delivery, nowMs);
          if (!isHeld) oldest = Math.min(oldest, decidedAt ?? Infinity);
          attempts = Math.max(attempts, numberOf(delivery, "attempts") ?? 0);
          const channel = parseRecipientId(recipient)?.channel;
          if (channel !== undefined) channels.set(channel, (channels.get(channel) ?? 0) + 1);
        }
      }
    }
  }
  if (messages === 0) return ok(NAME, "No message is waiting.");
  const since = Number.isFinite(oldest) ? `, the oldest since ${formatMinute(oldest)}` : "";
  const waiting = count(messages, "message waits", "messages wait");
  if (!(nowMs - oldest > LONG_MS)) return ok(NAME, `${waiting}${since}.`);
  const ranking = [...farms].sort(([, a], [, b]) => b - a);
  const [channel = "email"] = [...channels].sort(([, a], [, b]) => b - a)[0] ?? [];
  const details = [
    `${waiting}${since}: ${named(ranking.map(([farmId, length]) => `${farmId} ${length}`))}.`,
    `Tried up to ${count(attempts, "time")}, most by ${channelName(channel)}.`,
  ];
  return warn(
    NAME,
    details.join(" "),
    `Check whether watchFarms runs. ${TESTING} Each message is tried for a day.`,
  );
}

function isAfter(delivery: unknown, nowMs: number): boolean {
  return (numberOf(delivery, "nextAt") ?? 0) > nowMs + LONG_MS;
}
