/**
 * What charts show of long ranges, and of many sensors together. A long range comes from roll-ups; what they do not
 * have, the newest hours above all, is folded from history.
 */

import { DAY_MS, HOUR_MS } from "../../../domain/src/rollups";
import { bucketOf, columnsOf, cut, foldBand, foldSeries } from "../model/columns";
import { levelOf, spansOf } from "../model/chart-spans";
import type { Span } from "../model/chart-spans";
import type { Charted } from "../model/measurement";
import { seriesOf } from "../model/series";
import type { Column, Series } from "../model/series";
import { isLong } from "../model/time-range";
import type { Window } from "../model/time-range";
import type { ConnectionWatch } from "./connection";
import type { HistoryFeed } from "./history-feed";
import { RollupFeed } from "./rollup-feed";
import type { RollUpList } from "./rollup-feed";

const LENGTHS = { hour: HOUR_MS, day: DAY_MS } as const;

/** A part of a list of roll-ups. */
export interface Wanted extends Window {
  readonly list: RollUpList;
}

export class LongHistory {
  readonly rollups: RollupFeed;
  readonly #feed: HistoryFeed;

  constructor(feed: HistoryFeed, connection: ConnectionWatch, greenhouseId: string) {
    this.#feed = feed;
    this.rollups = new RollupFeed(connection, greenhouseId);
  }

  /** Nothing is drawn of roll-ups in a short range. */
  spansOf(shown: Window): readonly Span[] {
    return isLong(shown) ? spansOf(shown, this.rollups) : [{ ...shown, source: "history" }];
  }

  /** Of one sensor; its readings alone where there are no roll-ups. */
  seriesOf(uid: string, quantity: Charted, shown: Window): Series {
    const series = seriesOf(this.#feed.readingsOf(uid), quantity);
    const spans = this.spansOf(shown);
    if (spans.every(({ source }) => source === "history")) return series;
    const columns = spans.flatMap((span) => {
      if (span.source !== "history")
        return this.#columnsIn({ uid, level: span.source, quantity }, span);
      const length = this.#lengthIn(span, shown);
      return cut(columnsOf(foldSeries(series, span, length), length), span);
    });
    return { ...series, columns };
  }

  /** The lowest, the highest and the median of the air. @param uids of its sensors */
  bandOf(uids: readonly string[], quantity: Charted, shown: Window): Series {
    const all = uids.map((uid) => seriesOf(this.#feed.readingsOf(uid), quantity));
    const columns = this.spansOf(shown).flatMap((span) => {
      if (span.source !== "history") {
        return this.#columnsIn({ uid: undefined, level: span.source, quantity }, span);
      }
      const length = this.#lengthIn(span, shown, all);
      const folded = foldBand(all.map((series) => foldSeries(series, span, length)));
      return cut(columnsOf(folded, length), span);
    });
    return {
      times: [],
      values: [],
      interval: undefined,
      faults: all.flatMap((one) => one.faults),
      columns,
    };
  }

  /** What is read of history itself, and with what gaps: undefined if it was not read, 0 if all of it was. */
  historyIn(shown: Window): readonly (Window & { readonly step: number | undefined })[] {
    return this.spansOf(shown)
      .filter(({ source }) => source === "history")
      .map(({ from, to }) => ({ from, to, step: this.#feed.coverage(from, to) }));
  }

  /** What these lines need. @param uids undefined stands for the band */
  wanted(
    uids: readonly (string | undefined)[],
    quantity: Charted,
    shown: Window,
  ): readonly Wanted[] {
    return this.spansOf(shown).flatMap(({ source, from, to }) =>
      source === "history"
        ? []
        : uids.map((uid) => ({ list: { uid, level: source, quantity }, from, to })),
    );
  }

  #columnsIn(list: RollUpList, span: Span): readonly Column[] {
    const found = [...this.rollups.of(list)].filter(
      ([start]) => start >= span.from && start < span.to,
    );
    return columnsOf(
      found.sort(([a], [b]) => a - b),
      LENGTHS[list.level],
    );
  }

  /** Long enough for each column to have a reading of every sensor that sends, and for samples to stay joined. */
  #lengthIn(span: Span, shown: Window, all: readonly Series[] = []): number {
    const step = this.#feed.coverage(span.from, span.to) ?? 0;
    if (!isLong(shown)) return Math.max(bucketOf(all), 2 * step);
    const length = isLong(span) ? LENGTHS[levelOf(shown)] : HOUR_MS;
    return Math.max(length, 2 * step);
  }
}
