/** A refused reading is not stored. A reading is not refused if its sensor and key were in force all the time. */

import type { Reading } from "../ledger";
import type { Auditor, Simulation } from "../simulation";

/** Refusals that depend on what is registered. */
const BY_REGISTRATION = new Set([
  "invalid-signature",
  "invalid-api-key",
  "sensor-not-found",
  "sensor-not-linked",
  "sensor-has-own-key",
  "farm-not-found",
]);

export const refusals: Auditor = {
  name: "refusals",
  watch: (simulation, violate) => {
    const { ledger, chosen } = simulation;
    /** Readings whose registration changed while their request was under way: their first write may be stored. */
    const raced = new Set<number>();
    ledger.onAnswered((reading) => {
      const { id, uid, refusal } = reading;
      if (refusal === undefined || !BY_REGISTRATION.has(refusal)) return;
      const [first] = reading.sent;
      if (first && simulation.registry.during(uid, first.atMs).length > 1) raced.add(id);
      if (wasInForce(simulation, reading)) {
        violate(
          `reading ${id} of ${uid} is refused (${refusal}), but its sensor and key were in force`,
        );
      }
    });
    return {
      atEnd: () => {
        for (const { id, uid, refusal, sent, stored } of ledger.readings.values()) {
          const isSentOnce = sent.length === 1 && chosen["devices.duplicate"] === 0;
          if (refusal !== undefined && isSentOnce && stored.size > 0 && !raced.has(id)) {
            violate(`reading ${id} of ${uid} is refused (${refusal}), but stored`);
          }
        }
      },
    };
  },
};

function wasInForce(
  { registry, sensorKey }: Simulation,
  { uid, credential, sent }: Reading,
): boolean {
  const last = sent.at(-1);
  if (last === undefined) return false;
  return registry.during(uid, last.atMs).every(({ greenhouse, keys, farmKeys }) => {
    if (greenhouse === undefined) return false;
    if (credential === "key in body") return last.key === sensorKey;
    return (credential === "farm" ? farmKeys : keys).includes(last.key);
  });
}
