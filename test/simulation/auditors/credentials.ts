/** History holds only readings that came with a key in force at the moment of the write. */

import type { Auditor } from "../simulation";

export const credentials: Auditor = {
  name: "credentials",
  watch: ({ ledger, registry, sensorKey }, violate) => {
    ledger.onStored(({ id, uid, credential, sent }) => {
      const now = registry.latest(uid);
      const inForce =
        credential === "key in body"
          ? [sensorKey]
          : credential === "farm"
            ? now?.farmKeys
            : now?.keys;
      if (!sent.some(({ key }) => inForce?.includes(key))) {
        violate(`reading ${id} of ${uid} is stored with a key that is not in force`);
      }
    });
    return {};
  },
};
