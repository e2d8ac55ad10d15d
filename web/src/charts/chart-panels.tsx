/** The charts of a greenhouse: panels under each other with one range and one cursor. */

import { HOUR_MS } from "@greenhouse/domain/time";
import { useSignal } from "@preact/signals";
import type { FunctionComponent, VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { counts } from "@greenhouse/domain/alerts/attention";
import { QUANTITY } from "@greenhouse/domain/quantities/measurements";
import type { Note } from "@greenhouse/domain/identity/notes";
import type { GreenhouseWatch } from "../data/watches/greenhouse-watch";
import type { LongHistory } from "../data/history/long-history";
import { firstIn, readingsOf, stepOf } from "../model/history/known-history";
import { linesFor } from "../model/plot/chart-line";
import type { Line } from "../model/plot/chart-line";
import { isLong, parseRange, rangeSearch, windowOf } from "../model/plot/time-range";
import type { TimeRange, Window } from "../model/plot/time-range";
import { useFarm } from "../shared/hooks/farm";
import type { LiveGreenhouse } from "../shared/hooks/farm";
import { useKnownUntil, useNow } from "../shared/hooks/hooks";
import { Lazy } from "../shared/hooks/lazy";
import { usePage } from "../shared/hooks/page";
import { navigate, useAddress } from "../shared/hooks/router";
import { useAction, useSame } from "../shared/hooks/stable";
import { ChartNotes } from "./chart-notes";
import { ChartPanel } from "./chart-panel";
import { useChartTools } from "./chart-tools";
import type { CsvExportProps } from "./csv-export";
import { hasBand } from "./panel-lines";
import { RangePicker, useRangeText } from "./range-picker";
import { useLongHistory } from "./use-long-history";
import "./charts.css";

/** The budget is one reading for each sensor and pixel of width, within these bounds; beyond it, a sample is read. */
const BUDGET = { least: 4000, most: 12_000 };

/** Shown below the charts, and loaded after them. */
const CSV_EXPORT = (): Promise<FunctionComponent<CsvExportProps>> =>
  import("./csv-export").then((module) => module.CsvExport);

export function ChartPanels(live: LiveGreenhouse): VNode {
  const { greenhouse, watch, sensors } = live;
  const { charts } = usePage().texts;
  const { place } = useFarm();
  const { path, search } = useAddress();
  const range = useMemo(() => parseRange(search), [search]);
  const setRange = (next: TimeRange): void => navigate(path + rangeSearch(next, search));
  const now = useNow();
  const pinch = useSignal<Window>();
  const shown = pinch.value ?? windowOf(range, now);
  // Excludes the future.
  const shownRange: TimeRange = range.kind === "fixed" ? { kind: "fixed", ...shown } : range;
  const rangeText = useRangeText()(shownRange);
  const [hidden, setHidden] = useState(NOBODY);
  const [chosen, setChosen] = useState(NOBODY);
  const cursor = useSignal<number>();
  const measured = watch.measured.map((measurement) => {
    const measuring = new Set(watch.measuring(measurement));
    const hasMedian = QUANTITY[measurement].summary === "median";
    const banded = new Set(
      sensors.flatMap(({ uid, role }) =>
        hasMedian && counts(measurement, role) && measuring.has(uid) ? uid : [],
      ),
    );
    return { measurement, measuring, banded };
  });
  const isLongRange = isLong(shown);
  const isNeeded = isLongRange || measured.some(hasBand);
  const long = useLongHistory(watch, greenhouse.id, isNeeded);
  const { lines, names } = useLines(live, shown);
  const history = watch.history.value;
  const { isReading, isIncomplete, isMissing, step } = useHistory(watch, range, long, isLongRange);
  const tools = useChartTools(!isIncomplete);
  const notes = useSignal<readonly Note[]>([]);
  const greenhouseId = greenhouse.id;
  const section = useRef<HTMLElement>(null);
  return (
    <section ref={section} aria-labelledby="charts-title" class="charts" aria-busy={isIncomplete}>
      <div class="charts-head">
        <div class="charts-title">
          <h2 id="charts-title">{charts.title}</h2>
          {tools && <tools.AddNote {...{ greenhouseId, cursor, shown }} />}
        </div>
        <RangePicker range={range} shown={shown} onRange={setRange} />
        <ChartNotes
          {...{ history, range: shownRange, shown, isReading, step }}
          long={isLongRange ? long : undefined}
          coverage={isLongRange ? history.folds.coverage : undefined}
          measured={watch.measured}
          onRange={setRange}
        />
      </div>
      {tools && <tools.Gestures {...{ section, range, shown, cursor, pinch }} onRange={setRange} />}
      {measured.map(({ measurement, measuring, banded }) => (
        <ChartPanel
          key={measurement}
          {...{ measurement, measuring, lines, history, shown, rangeText, cursor, banded, long }}
          {...{ hidden, chosen, isLong: isLongRange }}
          foldVersion={history.folds.coverage?.version}
          bounds={greenhouse.thresholds[measurement]}
          place={place}
          notes={notes.value}
          Layers={tools?.Layers}
          isAwaited={isIncomplete}
          sampleStep={step ?? 0}
          isReading={isIncomplete}
          isMissing={isMissing}
          onToggle={(uid, isOfBand) =>
            isOfBand ? setChosen(toggled(chosen, uid)) : setHidden(toggled(hidden, uid))
          }
          onZoom={(from, to) => setRange({ kind: "fixed", from, to })}
        />
      ))}
      {tools && <tools.NoteList key={greenhouseId} {...{ greenhouseId, range, shown, notes }} />}
      <div class="row between charts-foot">
        {tools && (
          <Lazy load={CSV_EXPORT} props={{ greenhouse, watch, names, shown }}>
            {null}
          </Lazy>
        )}
      </div>
    </section>
  );
}

/** A line for each linked sensor, and for each former one that has, or may have, readings in the range. */
function useLines(
  { watch, sensors }: LiveGreenhouse,
  shown: Window,
): { readonly lines: readonly Line[]; readonly names: ReadonlyMap<string, string> } {
  const farm = useFarm();
  const history = watch.history.value;
  const names = new Map(farm.sensors.map(({ uid, name }) => [uid, name]));
  const linked = new Set(sensors.map(({ uid }) => uid));
  const isKnownOf = (uid: string): boolean => firstIn(history, uid, shown) !== undefined;
  const sent = isLong(shown) ? watch.uids : [...history.readings.keys()].filter(isKnownOf);
  const former = sent.filter((uid) => !linked.has(uid));
  const lines = linesFor(
    [...linked, ...former].map((uid) => ({
      uid,
      name: names.get(uid) ?? readingsOf(history, uid).at(-1)?.name ?? uid,
      isFormer: !linked.has(uid),
    })),
  );
  return { lines, names };
}

/** Starts this close together count as equal, in milliseconds: time passes while one rendering computes them. */
const MOVING = 1000;
/** Without a connection, the newest readings are known, but not that they are all: so long, in milliseconds. */
const LATELY = 2 * HOUR_MS;

interface HistoryState {
  readonly isReading: boolean;
  /** Whether a part of the range has not been read yet. */
  readonly isIncomplete: boolean;
  /** Whether a part other than the newest one has not been read yet. */
  readonly isMissing: boolean;
  /** The time between two samples of readings; 0 if all were read, undefined if part of the range was not. */
  readonly step: number | undefined;
}

/** Reads the missing parts of the range, except those drawn from roll-ups. */
function useHistory(
  watch: GreenhouseWatch,
  range: TimeRange,
  long: LongHistory | undefined,
  isLongRange: boolean,
): HistoryState {
  const { connection } = usePage();
  const { isConnected } = connection;
  const containers = watch.containers.size;
  const history = watch.history.value;
  const isKnown = !isLongRange || (long !== undefined && history.folds.isKnown);
  const windowsNow = (): readonly Window[] => {
    const shown = windowOf(range, connection.now());
    const windows = isLongRange && long !== undefined ? long.historyIn(shown) : [shown];
    return windows.map(({ from, to }) => ({ from, to: Math.min(to, connection.now()) }));
  };
  const windows = isKnown ? windowsNow() : [];
  // The start of a range that ends now moves with each rendering; that is no reason to read it again.
  const begin = windowOf(range, connection.now()).from;
  const starts = useSame(windows.map(({ from }) => (from <= begin + MOVING ? "" : from)));
  const follow = useAction(() => {
    const sensors = Math.max(1, watch.sensors + containers);
    const readings = Math.min(BUDGET.most, Math.max(BUDGET.least, innerWidth * sensors));
    for (const { from, to } of windowsNow()) {
      void watch.feed.follow(from, to, { readings, sensors });
    }
  });
  useEffect(() => {
    if (isConnected && isKnown) follow();
  }, [watch, isConnected, range, containers, isKnown, starts, history.gaps, follow]);
  const knownUntil = Math.min(useKnownUntil(), connection.now()) - LATELY;
  const older = windows.map(({ from, to }) => ({ from, to: Math.min(to, knownUntil) }));
  const isMissing = older.some(
    ({ from, to }) => stepOf(history, { from, to: Math.max(to, from + 1) }) === undefined,
  );
  const steps = windows.map((part) => stepOf(history, part));
  const isPartial = steps.includes(undefined);
  return {
    isReading: history.isReading || long?.isReading === true,
    isIncomplete: history.isReading || !isKnown || isPartial,
    isMissing: !isKnown || isMissing,
    step: !isKnown || isPartial ? undefined : Math.max(0, ...steps.map((step) => step ?? 0)),
  };
}

const NOBODY: ReadonlySet<string> = new Set();

function toggled(set: ReadonlySet<string>, one: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(one)) next.add(one);
  return next;
}
