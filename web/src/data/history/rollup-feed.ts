/** The rollups of one greenhouse. Each part of a list is read once, and again when its hours were folded again. */

import { signal } from "@preact/signals-core";
import { fineRollupPath, parseFineHour } from "@greenhouse/domain/rollups/fine-rollups";
import {
  greenhouseRollupPath,
  lengthOf,
  parseGreenhouseRollup,
  parseRollup,
  parseSeries,
  rollupPath,
  startOf,
} from "@greenhouse/domain/rollups/rollups";
import type { GreenhouseRollup, Rollup } from "@greenhouse/domain/rollups/rollups";
import { entriesOf } from "@greenhouse/domain/stored";
import { findList } from "../../model/history/known-rollups";
import type { KnownRollups, RollupList, RollupRow } from "../../model/history/known-rollups";
import type { Window } from "../../model/plot/time-range";
import { publish } from "../connection/publish";
import { sdkLoaded } from "../connection/sdk";
import { foldedAgain } from "../../model/history/corrected-folds";
import { NO_AMENDMENTS } from "../../model/values/amendments";
import type { GreenhouseWatch } from "../watches/greenhouse-watch";
import { RangeStore } from "./range-store";

interface StoredList extends RollupList {
  readonly store: RangeStore<RollupRow>;
}

export type RollupFeedSettings = Pick<GreenhouseWatch, "folds" | "amendments">;

export class RollupFeed {
  readonly rollups = signal<KnownRollups>({ lists: [], isReading: false, problem: undefined });
  readonly #greenhouseId: string;
  readonly #lists: StoredList[] = [];
  #lastRead: RangeStore<RollupRow> | undefined;

  constructor({ folds, amendments }: RollupFeedSettings, greenhouseId: string) {
    this.#greenhouseId = greenhouseId;
    folds.onChange((change, { from, to }) => {
      if (change === "folded") this.#forget({ from, to });
    });
    let before = folds.state.peek().coverage;
    folds.state.subscribe(({ coverage }) => {
      const { corrections } = amendments.peek() ?? NO_AMENDMENTS;
      for (const hours of foldedAgain(before, coverage, corrections)) this.#forget(hours);
      before = coverage;
    });
  }

  #forget({ from, to }: Window): void {
    for (const { level, store } of this.#lists) {
      // The jobs fold the hour's day again together with the hour.
      const whole = level === "day" ? "day" : "hour";
      store.forget({
        from: startOf(whole, from),
        to: startOf(whole, to - 1) + lengthOf(whole),
      });
    }
  }

  /** Reads the missing rollups in a part of a list. @param wanted consists of whole hours or days */
  async read(list: RollupList, wanted: Window): Promise<void> {
    const { store } = this.#listOf(list);
    await store.fill(wanted, Infinity, async (part) => {
      const rows = await readRollups(this.#greenhouseId, list, part);
      store.remove(part);
      store.add(rows);
      return 0;
    });
    this.#lastRead = store;
  }

  #listOf(list: RollupList): StoredList {
    const before = findList(this.#lists, list);
    if (before !== undefined) return before;
    const store = new RangeStore<RollupRow>(() => publish(this.rollups, () => this.#known));
    const stored = { ...list, store };
    this.#lists.push(stored);
    return stored;
  }

  get #known(): KnownRollups {
    return {
      lists: this.#lists.map(({ store, ...list }) => {
        return { ...list, ranges: store.ranges, rows: store.rows.get(list.uid ?? "") ?? [] };
      }),
      isReading: this.#lists.some(({ store }) => store.isReading),
      problem: this.#lastRead?.problem,
    };
  }
}

async function readRollups(
  greenhouseId: string,
  { uid, level, quantity }: RollupList,
  { from, to }: Window,
): Promise<readonly RollupRow[]> {
  const path =
    level === "fiveMinutes"
      ? fineRollupPath(greenhouseId, quantity)
      : uid === undefined
        ? greenhouseRollupPath(greenhouseId, level, quantity)
        : rollupPath(greenhouseId, uid, level, quantity);
  // The keys sort like numbers, because all have the same number of digits.
  const { database, endBefore, get, orderByKey, query, ref, startAt } = await sdkLoaded;
  const range = [orderByKey(), startAt(String(from)), endBefore(String(to))] as const;
  const snapshot = await get(query(ref(database, path), ...range));
  const stored: unknown = snapshot.val();
  const rollups =
    level === "fiveMinutes"
      ? fineRollupsIn(stored)
      : [
          ...parseSeries<Rollup | GreenhouseRollup>(
            stored,
            uid === undefined ? parseGreenhouseRollup : parseRollup,
          ),
        ];
  return rollups.map(([at, rollup]) => ({ uid: uid ?? "", key: String(at), at, rollup }));
}

function fineRollupsIn(stored: unknown): readonly (readonly [number, GreenhouseRollup])[] {
  return entriesOf(stored).flatMap(([start, text]) =>
    parseFineHour(text, Number(start)).map(([at, figures]) => [at, { ...figures, n: 1 }] as const),
  );
}
