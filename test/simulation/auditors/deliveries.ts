/** Notifications are delivered under one id each: at least once, and once where no fault hides the delivery. */

import { entriesOf } from "@greenhouse/domain/stored";
import { faultsIn } from "../faults/faults";
import type { Auditor } from "../simulation";

/** With these faults, a run may end before it has stored that a notification was delivered. */
const HIDES_DELIVERY = new Set([
  "runKilled",
  "channels.lostAnswer",
  "database.lostAnswer",
  "database.delayMs",
  "database.partitionEveryMs",
]);

export const deliveries: Auditor = {
  name: "deliveries",
  watch: ({ server, farms, receivers, chosen }, violate) => {
    const written = new Set<string>();
    server.onCommit(({ update, denial }) => {
      if (denial !== undefined) return;
      for (const path of Object.keys(update)) {
        const [, , id] = /^alertOutbox\/([^/]+)\/([^/]+)/.exec(path) ?? [];
        if (id !== undefined) written.add(id);
      }
    });
    const isSure = !faultsIn(chosen).some((fault) => HIDES_DELIVERY.has(fault));
    return {
      atEnd: () => {
        for (const { id } of farms) {
          for (const [message] of entriesOf(server.read(`alertOutbox/${id}`))) {
            violate(`notification ${message} of ${id} still waits after a calm hour`);
          }
        }
        for (const { to, id } of receivers.received) {
          // An e-mail's id ends with a digest of its recipient.
          if (!written.has(id.split(".")[0] ?? ""))
            violate(`${to} got ${id}, which no check has written`);
        }
        if (!isSure) return;
        const seen = new Set<string>();
        for (const { to, id } of receivers.received) {
          if (seen.has(`${to} ${id}`)) violate(`${to} got notification ${id} twice`);
          seen.add(`${to} ${id}`);
        }
      },
    };
  },
};
