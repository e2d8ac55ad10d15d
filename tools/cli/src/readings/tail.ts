/** Follows the history of greenhouses: every new entry, in both layouts. */

import { DAY_MS } from "@greenhouse/domain/time";
import type { Corrections } from "@greenhouse/domain/quantities/corrections";
import { RESERVED_UIDS } from "@greenhouse/domain/identity/keys";
import type { Database } from "../core/database";
import { keyRangeOf } from "@greenhouse/domain/identity/key-range";
import { findSources, readEntry } from "./history-pages";
import type { Entry, Source } from "./history-pages";

export interface Follower {
  readonly onEntry: (entry: Entry) => void;
  /** Called when the database ends the listening, after the last entry. */
  readonly onLost: (error: Error) => void;
}

/** A device's clock may be slow, so the key of its entry may be earlier than now. */
const BACK_MS = 600_000;
const AHEAD_MS = 365 * DAY_MS;

/**
 * Resolves when every entry that is stored from now on will be reported.
 * @param corrections of the farm, as of now
 * @param nowMs the server's time in Unix milliseconds
 * @returns a function that stops
 */
export async function follow(
  database: Database,
  greenhouses: readonly string[],
  corrections: Corrections,
  nowMs: number,
  { onEntry, onLost }: Follower,
): Promise<() => void> {
  const period = { fromMs: nowMs - BACK_MS, toMs: nowMs + AHEAD_MS };
  const stops: (() => void)[] = [];

  /**
   * Resolves when all existing entries have arrived. @param isWanted whether to report existing
   * entries too
   */
  const watch = (source: Source, isWanted: boolean): Promise<void> =>
    new Promise((resolve) => {
      const stop = database.watch(source.path, source.range, {
        onChild: (key, value) => {
          const entry = isWanted ? readEntry(source, [key, value], corrections) : undefined;
          if (entry !== undefined) onEntry(entry);
        },
        onReady: () => {
          isWanted = true;
          resolve();
        },
        onLost,
      });
      stops.push(stop);
    });

  const followGreenhouse = async (greenhouse: string): Promise<void> => {
    const sources = await findSources(database, greenhouse, period);
    await Promise.all(sources.map((source) => watch(source, false)));
    const knownUids = new Set([...RESERVED_UIDS, ...sources.flatMap(({ uid }) => uid ?? [])]);
    // A sensor's first reading with the key in the body adds its uid to the newest values.
    const onChild = (uid: string): void => {
      if (knownUids.has(uid)) return;
      knownUids.add(uid);
      const path = `sensors/${greenhouse}/history/${uid}`;
      void watch({ greenhouse, path, uid, range: keyRangeOf(period) }, true);
    };
    stops.push(database.watch(`sensors/${greenhouse}/current`, {}, { onChild, onLost }));
  };

  await Promise.all(greenhouses.map(followGreenhouse));
  return () => stops.forEach((stop) => stop());
}
