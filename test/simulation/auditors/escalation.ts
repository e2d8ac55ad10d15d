/** An alert that nobody answers reaches the people who chose to be told later, and not earlier than they chose. */

import { entriesOf, fieldOf, numberOf, textOf } from "@greenhouse/domain/stored";
import { MINUTE_MS } from "@greenhouse/domain/time";
import type { Json } from "../../../emulator/src/in-process";
import { SMS_AFTER_MINUTES } from "../farm";
import type { Auditor } from "../simulation";

/** The viewer is notified after 15 minutes. Checks may be late, and a delivery may take some attempts. */
const TOLD_AFTER_MS = 15 * MINUTE_MS;
const TOLERANCE_MS = 25 * MINUTE_MS;
const OUTBOX = /^alertOutbox\/([^/]+)\/[^/]+$/;
const OPEN = /^alerts\/([^/]+)\/open\/([^/]+)(?:\/(acknowledgedBy|snoozedUntil))?$/;

export const escalation: Auditor = {
  name: "escalation",
  watch: ({ world, server, receivers, farms, chosen }, violate) => {
    const { partitionEveryMs, longestPartitionMs } = chosen.database;
    const partitionMs = partitionEveryMs === Infinity ? 0 : longestPartitionMs;
    const toldWithinMs = TOLD_AFTER_MS + TOLERANCE_MS + partitionMs;
    /** Since when nobody has answered, by farm and alert. */
    const unanswered = new Map<string, number>();
    /** When a check raised it first, by farm and alert. */
    const raisedMs = new Map<string, number>();
    const viewerOf = (farmId: string): string =>
      farms.find(({ id }) => id === farmId)?.viewer ?? "";
    /** Who chose to be told later, by recipient. */
    const chosenMs = new Map(
      farms.flatMap(({ owner, viewer, callAfterMinutes }) => [
        [`email,${viewer}`, TOLD_AFTER_MS],
        [`sms,${owner}`, SMS_AFTER_MINUTES * MINUTE_MS],
        [`call,${owner}`, callAfterMinutes * MINUTE_MS],
      ]),
    );
    const isTooEarly = (farmId: string, notification: Json, afterMs: number): boolean => {
      const named = entriesOf(fieldOf(notification, "alerts"));
      // Everybody is told of late readings at once.
      const old = named.filter(([id, alert]) => {
        const raised = raisedMs.get(`${farmId} ${id}`) ?? world.now();
        return (
          textOf(alert, "state") === "late" ||
          (numberOf(notification, "at") ?? 0) - raised >= afterMs
        );
      });
      return old.length === 0 && fieldOf(notification, "others") === undefined;
    };
    server.onCommit(({ update, denial }) => {
      if (denial !== undefined) return;
      for (const [path, value] of Object.entries(update)) {
        const [, outboxOf] = OUTBOX.exec(path) ?? [];
        const recipients =
          outboxOf === undefined ? [] : entriesOf(fieldOf(value, "to")).map(([name]) => name);
        for (const recipient of recipients) {
          if (isTooEarly(outboxOf ?? "", value, chosenMs.get(recipient) ?? 0))
            violate(`${recipient} is told before it chose to be`);
        }
        const [, farmId, id, answer] = OPEN.exec(path) ?? [];
        if (farmId === undefined) continue;
        const alert = `${farmId} ${id}`;
        if (answer !== undefined || value === null) unanswered.delete(alert);
        else {
          unanswered.set(alert, world.now());
          if (!raisedMs.has(alert)) raisedMs.set(alert, numberOf(value, "raisedAt") ?? world.now());
        }
      }
    });
    return {
      afterEvent: () => {
        for (const [alert, sinceMs] of unanswered) {
          if (world.now() - sinceMs < toldWithinMs) continue;
          const [farmId = ""] = alert.split(" ");
          const viewer = viewerOf(farmId);
          const isTold = receivers.received.some(
            ({ to, atMs }) =>
              to === `${viewer}@example.com` && atMs > sinceMs + TOLD_AFTER_MS - MINUTE_MS,
          );
          if (!isTold) violate(`${viewer} is not told of ${alert}, which nobody answers`);
          unanswered.delete(alert);
        }
      },
    };
  },
};
