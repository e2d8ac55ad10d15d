/** An alert that nobody answers reaches the people who chose to be told later, and not earlier than they chose. */

import { entriesOf, fieldOf, numberOf, textOf } from "@greenhouse/domain/stored";
import { MINUTE_MS } from "@greenhouse/domain/time";
import type { Json } from "../../../emulator/src/in-process";
import { SMS_AFTER_MINUTES } from "../farm";
import { LONGEST_PARTITION_MS } from "../faults/faults";
import type { Auditor } from "../simulation";

/** The viewer is notified after 15 minutes. Checks may be late, and a delivery may take some attempts. */
const TOLD_AFTER_MS = 15 * MINUTE_MS;
const TOLERANCE_MS = 25 * MINUTE_MS;
const OUTBOX = /^alertOutbox\/([^/]+)\/[^/]+$/;
const OPEN = /^alerts\/([^/]+)\/open\/([^/]+)(?:\/(acknowledgedBy|snoozedUntil))?$/;

export const escalation: Auditor = {
  name: "escalation",
  watch: ({ world, server, receivers, farms, chosen }, violate) => {
    const partitionMs = chosen["database.partitionEveryMs"] === Infinity ? 0 : LONGEST_PARTITION_MS;
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
    server.onWrite(OPEN, ([, farmId, id, answer], value) => {
      const alert = `${farmId} ${id}`;
      if (answer !== undefined || value === null) {
        unanswered.delete(alert);
        return;
      }
      unanswered.set(alert, world.now());
      if (!raisedMs.has(alert)) raisedMs.set(alert, numberOf(value, "raisedAt") ?? world.now());
    });
    // After the alerts that the same update raises.
    server.onWrite(OUTBOX, ([, farmId = ""], notification) => {
      for (const [recipient] of entriesOf(fieldOf(notification, "to"))) {
        if (isTooEarly(farmId, notification, chosenMs.get(recipient) ?? 0))
          violate(`${recipient} is told before it chose to be`);
      }
    });
    return {
      everyMinute: (nowMs) => {
        for (const [alert, sinceMs] of unanswered) {
          if (nowMs - sinceMs < toldWithinMs) continue;
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
