/** Follows the history of greenhouses: every entry that comes, of whichever layout. */

import { RESERVED_UIDS } from "../../domain/src/keys";
import type { Database } from "./database";
import { findKeyInBodySensors, keyRangeOf, readEntry, splitRange } from "./history";
import type { Entry, Source } from "./history";

export interface Follower {
  readonly onEntry: (entry: Entry) => void;
  /** After this nothing comes any more. */
  readonly onLost: (error: Error) => void;
}

/** A device's clock may be behind, and with it its entry's key: so far back keys are looked at. */
const BACK_MS = 600_000;
const AHEAD_MS = 365 * 86_400_000;

/**
 * Resolves once what is stored from now on is told.
 * @param nowMs the server's time in Unix milliseconds
 * @returns how to stop
 */
export async function follow(
  database: Database,
  greenhouses: readonly string[],
  nowMs: number,
  follower: Follower,
): Promise<() => void> {
  const stops: (() => void)[] = [];
  const tails = greenhouses.map((greenhouse) => new Tail(database, greenhouse, nowMs, follower));
  stops.push(...tails.map((each) => () => each.stop()));
  await Promise.all(tails.map((each) => each.start()));
  return () => stops.forEach((stop) => stop());
}

class Tail {
  private readonly stops: (() => void)[] = [];
  private readonly path: string;
  private readonly range: ReturnType<typeof keyRangeOf>;

  constructor(
    private readonly database: Database,
    private readonly greenhouse: string,
    nowMs: number,
    private readonly follower: Follower,
  ) {
    this.path = `sensors/${greenhouse}/history`;
    this.range = keyRangeOf({ fromMs: nowMs - BACK_MS, toMs: nowMs + AHEAD_MS });
  }

  async start(): Promise<void> {
    const uids = await findKeyInBodySensors(this.database, this.greenhouse);
    const signed = splitRange(this.range, uids).map((range) => this.source(undefined, range));
    const keyed = uids.map((uid) => this.source(uid));
    await Promise.all([...signed, ...keyed].map((source) => this.watch(source, "later")));
    this.watchForSensors(new Set<string>([...RESERVED_UIDS, ...uids]));
  }

  stop(): void {
    for (const stop of this.stops) stop();
  }

  private source(uid: string | undefined, range: Source["range"] = this.range): Source {
    const path = uid === undefined ? this.path : `${this.path}/${uid}`;
    return { greenhouse: this.greenhouse, path, uid, range };
  }

  /** Resolves when all that was there has been seen: "later" entries are those after that. */
  private watch(source: Source, wanted: "all" | "later"): Promise<void> {
    let isWanted = wanted === "all";
    return new Promise((resolve) => {
      const stop = this.database.watch(source.path, source.range, {
        onChild: (key, value) => {
          const entry = isWanted ? readEntry(source, [key, value]) : undefined;
          if (entry !== undefined) this.follower.onEntry(entry);
        },
        onReady: () => {
          isWanted = true;
          resolve();
        },
        onLost: this.follower.onLost,
      });
      this.stops.push(stop);
    });
  }

  /** The first reading that a sensor sends with the key in its body puts its uid among the newest values. */
  private watchForSensors(known: Set<string>): void {
    const stop = this.database.watch(
      `sensors/${this.greenhouse}/current`,
      {},
      {
        onChild: (key) => {
          if (known.has(key)) return;
          known.add(key);
          void this.watch(this.source(key), "all");
        },
        onLost: this.follower.onLost,
      },
    );
    this.stops.push(stop);
  }
}
