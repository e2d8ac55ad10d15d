/** A signed reading is stored with the time at which it was taken, however wrong the clock of its board is. */

import type { Auditor } from "../simulation";

/** The clients correct a clock that is more than ten seconds off. A clock drifts, and answers have whole seconds. */
const TOLERANCE_MS = 15_000;

export const times: Auditor = {
  name: "times",
  watch: ({ ledger }, violate) => {
    ledger.onStored(({ id, uid, credential, takenMs, storedMs, isUndated }) => {
      if (credential === "key in body" || isUndated || storedMs === undefined) return;
      const offMs = storedMs - takenMs;
      if (Math.abs(offMs) > TOLERANCE_MS) {
        violate(
          `reading ${id} of ${uid} is stored with a time that is ${Math.round(offMs / 1_000)} s off`,
        );
      }
    });
    return {};
  },
};
