/** In the end no device waits: every reading of a device with a store is acknowledged or refused. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import type { Auditor } from "../simulation";

const USUAL_MS = 2 * MINUTE_MS;

export const settled: Auditor = {
  name: "settled",
  watch: ({ world, ledger, logged }, violate) => ({
    atEnd: () => {
      for (const {
        id,
        uid,
        credential,
        takenMs,
        acknowledgedMs,
        refusal,
      } of ledger.readings.values()) {
        const isKept = credential === "farm" || credential === "client";
        if (!isKept || world.now() - takenMs < USUAL_MS) continue;
        if (acknowledgedMs === undefined && refusal === undefined) {
          violate(`reading ${id} of ${uid} still waits after a calm hour`);
        }
      }
      for (const entry of logged) {
        if (entry["event"] === "unexpected_error")
          violate(`an unexpected error: ${String(entry["message"])}`);
      }
    },
  }),
};
