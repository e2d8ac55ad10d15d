/** Late readings beyond a limit, of which no alert told anybody, are logged as an alert that is over. */

import { entriesOf, numberOf, textOf } from "@greenhouse/domain/stored";
import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { LIMITS, MINIMA } from "../farm";
import type { Auditor } from "../simulation";

/** An alert tells of the values within this distance, and a late report of those within the longer one. */
const OF_ALERT_MS = HOUR_MS;
const OF_REPORT_MS = 12 * HOUR_MS;
/** Readings are folded every quarter of an hour, and checked in the next minute. */
const FOLDED_AFTER_MS = 30 * MINUTE_MS;

/** Below this it is too cold, whatever limit people have set. */
const COLDEST = Math.min(...MINIMA);

interface LateReading {
  readonly uid: string;
  readonly greenhouse: string;
  readonly kind: "above" | "below";
  readonly atMs: number;
  readonly arrivedMs: number;
}

export const late: Auditor = {
  name: "late readings",
  watch: ({ world, ledger, server, registry, farms }, violate) => {
    const arrived: LateReading[] = [];
    ledger.onStored(({ uid, stored, storedMs: atMs = 0 }, greenhouse) => {
      const foldedMs = numberOf(server.read(`rollupCoverage/${greenhouse}`), "until") ?? 0;
      if (atMs >= foldedMs) return;
      const value = numberOf(server.read([...stored].at(-1) ?? ""), "temperature");
      if (value === undefined || (value >= COLDEST && value <= LIMITS.max)) return;
      const kind = value > LIMITS.max ? "above" : "below";
      arrived.push({ uid, greenhouse, kind, atMs, arrivedMs: world.now() });
    });
    const isLogged = ({ uid, kind, atMs }: LateReading): boolean =>
      farms.some(({ id }) =>
        entriesOf(server.read(`alerts/${id}/log`)).some(([, entry]) => {
          const withinMs = numberOf(entry, "reportedAt") === undefined ? OF_ALERT_MS : OF_REPORT_MS;
          return (
            textOf(entry, "uid") === uid &&
            textOf(entry, "kind") === kind &&
            (numberOf(entry, "since") ?? Infinity) - withinMs <= atMs &&
            (numberOf(entry, "clearedAt") ?? 0) + withinMs >= atMs
          );
        }),
      );
    return {
      atEnd: () => {
        for (const reading of arrived) {
          const { uid, greenhouse, kind, arrivedMs } = reading;
          const isFolded = arrivedMs < world.now() - FOLDED_AFTER_MS;
          // Nobody is told of a sensor that the greenhouse no longer has.
          const isWatched = registry
            .during(uid, arrivedMs)
            .every((registered) => registered.greenhouse === greenhouse);
          if (isFolded && isWatched && !isLogged(reading))
            violate(`nobody is told that ${uid} was ${kind} its limit, which was known late`);
        }
      },
    };
  },
};
