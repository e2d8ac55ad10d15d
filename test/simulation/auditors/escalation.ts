/** An alert that nobody answers reaches the people who chose to be told later. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import type { Auditor } from "../simulation";

/** The viewer is notified after 15 minutes. Checks may be late, and a delivery may take some attempts. */
const TOLD_AFTER_MS = 15 * MINUTE_MS;
const TOLERANCE_MS = 25 * MINUTE_MS;
const OPEN = /^alerts\/([^/]+)\/open\/([^/]+)(?:\/(acknowledgedBy|snoozedUntil))?$/;

export const escalation: Auditor = {
  name: "escalation",
  watch: ({ world, server, receivers, farms }, violate) => {
    /** Since when nobody has answered, by farm and alert. */
    const unanswered = new Map<string, number>();
    server.onCommit(({ update, denial }) => {
      if (denial !== undefined) return;
      for (const [path, value] of Object.entries(update)) {
        const [, farmId, id, answer] = OPEN.exec(path) ?? [];
        if (farmId === undefined) continue;
        const alert = `${farmId} ${id}`;
        if (answer !== undefined || value === null) unanswered.delete(alert);
        else unanswered.set(alert, world.now());
      }
    });
    return {
      afterEvent: () => {
        for (const [alert, sinceMs] of unanswered) {
          if (world.now() - sinceMs < TOLD_AFTER_MS + TOLERANCE_MS) continue;
          const [farmId = ""] = alert.split(" ");
          const viewer = farms.find(({ id }) => id === farmId)?.viewer ?? "";
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
