/**
 * The chart data of long ranges, and of many sensors together. Both are drawn from rollups. Times without rollups, mainly
 * the newest hours, are folded from the history.
 */

import { computed } from "@preact/signals-core";
import type { ReadonlySignal } from "@preact/signals-core";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import { joinedRows, wantedOf } from "../../model/history/succeeded-rollups";
import { HOUR_MS } from "@greenhouse/domain/time";
import { bucketOf, columnsOf, cut, foldBand, foldSeries } from "../../model/plot/columns";
import { columnLengthOf, levelOf, spansOf } from "../../model/plot/chart-spans";
import type { ColumnLevel, Span } from "../../model/plot/chart-spans";
import { usualInterval } from "../../model/values/gaps";
import type { Charted } from "../../model/values/measurement";
import { seriesOf } from "../../model/plot/series";
import type { Column, Series } from "../../model/plot/series";
import { isLong } from "../../model/plot/time-range";
import type { Window } from "../../model/plot/time-range";
import { readingsOf, stepOf } from "../../model/history/known-history";
import type { KnownHistory } from "../../model/history/known-history";
import { areRead, firstStartIn } from "../../model/history/known-rollups";
import type { KnownRollups, RollupList, Wanted } from "../../model/history/known-rollups";
import { withCorrected } from "../../model/history/corrected-folds";
import { NO_AMENDMENTS } from "../../model/values/amendments";
import type { Amendments } from "../../model/values/amendments";
import type { GreenhouseWatch } from "../watches/greenhouse-watch";
import { RollupFeed } from "./rollup-feed";

/** Returns the long history of a greenhouse. While a view reads it, it listens to the history and the rollups. */
export function longHistoryOf(
  watch: GreenhouseWatch,
  greenhouseId: string,
): ReadonlySignal<LongHistory> {
  const { history, amendments } = watch;
  const feed = new RollupFeed(watch, greenhouseId);
  const read = ({ list, ...part }: Wanted): void => void feed.read(list, part);
  return computed(() => {
    return new LongHistory(
      history.value,
      feed.rollups.value,
      amendments.value ?? NO_AMENDMENTS,
      read,
    );
  });
}

export class LongHistory {
  /** Reads missing rollups. The function stays the same while the greenhouse's farm is shown. */
  readonly read: (wanted: Wanted) => void;
  readonly #history: KnownHistory;
  readonly #rollups: KnownRollups;
  readonly #amendments: Amendments;

  constructor(
    history: KnownHistory,
    rollups: KnownRollups,
    amendments: Amendments,
    read: LongHistory["read"],
  ) {
    this.#history = history;
    this.#rollups = rollups;
    this.#amendments = amendments;
    this.read = read;
  }

  get isReading(): boolean {
    return this.#rollups.isReading;
  }

  /** Why rollups cannot be read; undefined while they can. */
  get problem(): KnownRollups["problem"] {
    return this.#rollups.problem;
  }

  isRead({ list, ...part }: Wanted): boolean {
    return areRead(this.#rollups, list, part);
  }

  /** Returns the first start of a rollup of these quantities in a window; undefined if unknown. */
  firstIn(window: Window, quantities: readonly Charted[]): number | undefined {
    return firstStartIn(this.#rollups, window, quantities);
  }

  /** Returns the sources of a range. */
  spansOf(shown: Window): readonly Span[] {
    const { folds } = this.#history;
    return spansOf(shown, withCorrected(folds, this.#amendments.corrections, shown));
  }

  /** Returns the series of one sensor; without columns if no rollups are used. */
  seriesOf(uid: string, quantity: Measurement, shown: Window): Series {
    const series = seriesOf(readingsOf(this.#history, uid), quantity);
    const spans = this.spansOf(shown);
    if (spans.every(({ source }) => source === "history")) return series;
    const columns = spans.flatMap((span) => {
      if (span.source !== "history")
        return this.#columnsIn({ uid, level: levelOfSensor(span.source), quantity }, span);
      const length = this.#lengthIn(span, shown);
      return cut(columnsOf(foldSeries(series, span, length), length), span);
    });
    return { ...series, columns };
  }

  /** Returns the lowest value, the highest value and the median of the air sensors. @param uids of these sensors */
  bandOf(uids: readonly string[], quantity: Measurement, shown: Window): Series {
    const all = uids.map((uid) => seriesOf(readingsOf(this.#history, uid), quantity));
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
      faults: all.flatMap((series) => series.faults),
      columns,
    };
  }

  /**
   * Returns the parts that are drawn from the history itself. `step` is the time between two samples: 0 if all readings
   * were read, undefined if the part was not read.
   */
  historyIn(shown: Window): readonly (Window & { readonly step: number | undefined })[] {
    return this.spansOf(shown)
      .filter(({ source }) => source === "history")
      .map(({ from, to }) => ({ from, to, step: stepOf(this.#history, { from, to }) }));
  }

  /** Returns the rollups that these lines need. @param uids undefined stands for the band */
  wanted(
    uids: readonly (string | undefined)[],
    quantity: Measurement,
    shown: Window,
  ): readonly Wanted[] {
    return this.spansOf(shown).flatMap(({ source, from, to }) =>
      source === "history"
        ? []
        : uids.flatMap((uid) => {
            const level = uid === undefined ? source : levelOfSensor(source);
            return wantedOf(
              { list: { uid, level, quantity }, from, to },
              this.#amendments.succession,
            );
          }),
    );
  }

  #columnsIn(list: RollupList, span: Span): readonly Column[] {
    const rows = joinedRows(this.#rollups, list, span, this.#amendments.succession);
    // If all sensors report less often, most parts of an hour are empty. Their columns are longer, so that they join.
    const interval = list.level === "fiveMinutes" ? usualInterval(rows.map(({ at }) => at)) : 0;
    return columnsOf(
      rows.map(({ at, rollup }) => [at, rollup] as const),
      Math.max(columnLengthOf(list.level), interval ?? 0),
    );
  }

  /**
   * Returns the length of a column. Each column contains a reading of every active sensor and, in a sample, a sample.
   */
  #lengthIn(span: Span, shown: Window, all: readonly Series[] = []): number {
    const step = stepOf(this.#history, span) ?? 0;
    if (!isLong(shown)) return Math.max(bucketOf(all), 2 * step);
    const length = isLong(span) ? columnLengthOf(levelOf(shown)) : HOUR_MS;
    return Math.max(length, 2 * step);
  }
}

/** A sensor itself has no rollups of five minutes. */
function levelOfSensor(level: ColumnLevel): ColumnLevel {
  return level === "fiveMinutes" ? "hour" : level;
}
