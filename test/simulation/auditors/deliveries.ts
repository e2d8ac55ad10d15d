/** Notifications are delivered under one id each: at least once, and once where no fault hides the delivery. */

import { SECOND_MS } from "@greenhouse/domain/time";
import { entriesOf, fieldOf } from "@greenhouse/domain/stored";
import { faultsIn } from "../faults/faults";
import type { Auditor } from "../simulation";
import { isQuiet } from "./quiet";

/** With these faults, a run may end before it has stored that a notification was delivered. */
const HIDES_DELIVERY = new Set([
  "runKilled",
  "channels.lostAnswer",
  "deadConnection",
  "database.lostRequest",
  "database.lostAnswer",
  "database.longestDelayMs",
  "database.partitionEveryMs",
]);

/** Two attempts at a delivery are further apart: two minutes, less a third of one (jobs/src/outbox/deliver.ts). */
const MIN_PAUSE_MS = 95 * SECOND_MS;

export const deliveries: Auditor = {
  name: "deliveries",
  watch: ({ world, server, farms, receivers, chosen }, violate) => {
    const written = new Set<string>();
    server.onWrite(/^alertOutbox\/[^/]+\/([^/]+)/, ([, id = ""]) => void written.add(id));
    const isSure = !faultsIn(chosen).some((fault) => HIDES_DELIVERY.has(fault));
    return {
      atEnd: () => {
        for (const { id, owner } of farms) {
          for (const [message, stored] of entriesOf(server.read(`alertOutbox/${id}`))) {
            // Quiet hours hold back what an owner would get.
            const recipients = entriesOf(fieldOf(stored, "to")).map(([recipient]) => recipient);
            if (isQuiet(world.now()) && recipients.every((name) => name.endsWith(owner))) continue;
            violate(`notification ${message} of ${id} still waits after a calm hour`);
          }
        }
        const receivedMs = new Map<string, number>();
        for (const { to, id, atMs } of receivers.received) {
          if (id === undefined) continue;
          // An e-mail's id ends with a digest of its recipient.
          if (!written.has(id.split(".")[0] ?? ""))
            violate(`${to} got ${id}, which no check has written`);
          const before = receivedMs.get(`${to} ${id}`);
          receivedMs.set(`${to} ${id}`, atMs);
          if (before === undefined) continue;
          if (isSure || atMs - before < MIN_PAUSE_MS) violate(`${to} got notification ${id} twice`);
        }
      },
    };
  },
};
