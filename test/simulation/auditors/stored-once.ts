/** An acknowledged reading is stored, exactly once where repetitions are recognized, and under the right greenhouse. */

import type { Auditor } from "../simulation";

const greenhouseIn = (path: string): string => path.split("/")[1] ?? "";

export const storedOnce: Auditor = {
  name: "stored once",
  watch: ({ ledger, registry }, violate) => {
    ledger.onStored((reading, greenhouse) => {
      const { id, uid } = reading;
      const linked = registry.latest(uid)?.greenhouse;
      if (linked !== greenhouse) {
        violate(
          `reading ${id} of ${uid} is stored in ${greenhouse}, but the sensor is linked to ${linked}`,
        );
      }
      const places = Array.from(reading.stored, greenhouseIn);
      if (reading.isIdempotent && new Set(places).size < places.length) {
        violate(`reading ${id} of ${uid} is stored twice: ${[...reading.stored].join(" ")}`);
      }
    });
    ledger.onAnswered(({ id, uid, refusal, stored }) => {
      if (refusal === undefined && stored.size === 0) {
        violate(`reading ${id} of ${uid} is acknowledged, but not stored`);
      }
    });
    return {};
  },
};
