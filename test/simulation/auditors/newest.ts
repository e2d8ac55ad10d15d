/**
 * The newest values are those of the newest stored reading. The functions promise this as far as one process can know. So
 * the auditor looks where one instance serves all requests, and only while no request is under way. A write that arrives when
 * its sender no longer waits may bring older values back, until the next reading.
 */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { fieldOf } from "@greenhouse/domain/stored";
import type { Reading } from "../ledger";
import type { Auditor } from "../simulation";

/** An older reading goes into history only. */
const RECENT_MS = 4.9 * MINUTE_MS;

export const newest: Auditor = {
  name: "newest values",
  watch: ({ world, ledger, server, backend }, violate) => {
    /** By the path of the newest value. */
    const expected = new Map<string, Reading>();
    const unchecked = new Set<string>();
    ledger.onStored((reading, greenhouse) => {
      const { uid, credential, storedMs = 0 } = reading;
      if (world.now() - storedMs > RECENT_MS) return;
      const layout = credential === "key in body" ? "current" : "bySensor";
      const path = `sensors/${greenhouse}/${layout}/${uid}/light`;
      const before = expected.get(path);
      if (before === undefined || (before.storedMs ?? 0) < storedMs) expected.set(path, reading);
      unchecked.add(path);
    });
    server.onStored(({ update, sender }) => {
      if (sender.isWaiting) return;
      for (const path of Object.keys(update)) expected.delete(path);
    });
    return {
      afterEvent: () => {
        const isQuiet = backend.network.underWay + backend.databaseNetwork.underWay === 0;
        if (!isQuiet || unchecked.size === 0) return;
        if (backend.started > 1) {
          unchecked.clear();
          return;
        }
        for (const path of unchecked) {
          const reading = expected.get(path);
          const [parent, field] = [path.slice(0, path.lastIndexOf("/")), "light"];
          const shown = fieldOf(server.read(parent), field);
          const shownMs = ledger.readings.get(Number(shown))?.storedMs ?? -Infinity;
          // Two readings of one millisecond are equally new.
          const isOlder = shownMs < (reading?.storedMs ?? -Infinity);
          if (isOlder && reading?.acknowledgedMs !== undefined) {
            violate(`${path} is ${String(shown)}, but the newest stored reading is ${reading.id}`);
          }
        }
        unchecked.clear();
      },
    };
  },
};
