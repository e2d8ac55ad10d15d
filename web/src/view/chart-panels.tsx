/** The charts of a greenhouse: three panels under each other with one range and one cursor. */

import type { VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { GreenhouseWatch } from "../data/greenhouse-watch";
import type { HistoryFeed } from "../data/history-feed";
import type { Greenhouse, Sensor } from "../model/farm";
import { CHARTED } from "../model/measurement";
import { parseRange, rangeSearch, rangeSince, windowOf } from "../model/time-range";
import type { TimeRange, Window } from "../model/time-range";
import { ChartPanel } from "./chart-panel";
import { CsvExport } from "./csv-export";
import { CursorTime } from "./cursor-time";
import { useFarm } from "./farm-context";
import { useConnection, useNow } from "./hooks";
import { linesFor } from "./line-styles";
import { usePage } from "./page";
import { RangePicker } from "./range-picker";
import { navigate, useAddress } from "./router";

export interface ChartPanelsProps {
  readonly greenhouse: Greenhouse;
  readonly watch: GreenhouseWatch;
  /** Those linked to the greenhouse; lines of others that once were are drawn as well. */
  readonly sensors: readonly Sensor[];
}

/** Of a range a reading for each column of the screen and sensor is read, within these bounds; else a sample. */
const BUDGET = { least: 4000, most: 12_000 };

export function ChartPanels({ greenhouse, watch, sensors }: ChartPanelsProps): VNode {
  const farm = useFarm();
  const { charts } = usePage().speech.texts;
  const { path, search } = useAddress();
  const range = useMemo(() => parseRange(search), [search]);
  const setRange = (next: TimeRange): void => navigate(path + rangeSearch(next));
  const now = useNow();
  const shown = windowOf(range, now);
  const isReading = useHistory(watch, range);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [cursor] = useState(() => new CursorTime());
  const { feed } = watch;
  const names = new Map(farm.sensors.map(({ uid, name }) => [uid, name]));
  const linked = new Set(sensors.map(({ uid }) => uid));
  const former = feed.uids().filter((uid) => !linked.has(uid) && isSeen(feed, uid, shown));
  const lines = linesFor(
    [...linked, ...former].map((uid) => ({
      uid,
      name: names.get(uid) ?? feed.nameOf(uid) ?? uid,
      isFormer: !linked.has(uid),
    })),
  );
  const step = feed.coverage(shown.from, Math.min(shown.to, now));
  return (
    <section aria-labelledby="charts-title" class="charts">
      <div class="charts-head">
        <h2 id="charts-title">{charts.title}</h2>
        <RangePicker range={range} shown={shown} onRange={setRange} />
      </div>
      <div class="chart-notes">
        <div role="status">
          {isReading && <p class="quiet">{charts.reading}</p>}
          {step !== undefined && step > 0 && <p class="quiet">{charts.sampled}</p>}
        </div>
        {!isReading && step !== undefined && (
          <EmptyBeginning feed={feed} range={range} shown={shown} onRange={setRange} />
        )}
      </div>
      {CHARTED.map((measurement) => (
        <ChartPanel
          key={measurement}
          measurement={measurement}
          bounds={greenhouse.thresholds[measurement]}
          lines={lines}
          feed={feed}
          range={range}
          now={now}
          sampleStep={step ?? 0}
          isReading={isReading}
          hidden={hidden}
          onToggle={(uid) => setHidden(toggled(hidden, uid))}
          cursor={cursor}
          onZoom={(from, to) => setRange({ kind: "fixed", from, to })}
        />
      ))}
      <div class="row between charts-foot">
        <p class="hint for-mouse">{charts.hintMouse}</p>
        <p class="hint for-touch">{charts.hintTouch}</p>
        <CsvExport greenhouse={greenhouse} watch={watch} names={names} shown={shown} />
      </div>
    </section>
  );
}

/** Reads the history of the range where it is not known yet; says whether it is at it. */
function useHistory(watch: GreenhouseWatch, range: TimeRange): boolean {
  const { connection } = usePage();
  const { isConnected } = useConnection();
  const [isReading, setReading] = useState(false);
  const { isReady } = watch;
  useEffect(() => {
    if (!isReady || !isConnected) return undefined;
    let isCurrent = true;
    const { from, to } = windowOf(range, connection.now());
    const sensors = Math.max(1, watch.sensors + watch.containers().size);
    const readings = Math.min(BUDGET.most, Math.max(BUDGET.least, innerWidth * sensors));
    setReading(true);
    void watch.feed.ensure(from, to, { readings, sensors }).then(() => {
      if (isCurrent) setReading(false);
    });
    return () => {
      isCurrent = false;
      setReading(false);
    };
  }, [watch, isReady, isConnected, range]);
  return isReading;
}

interface EmptyBeginningProps {
  readonly feed: HistoryFeed;
  readonly range: TimeRange;
  readonly shown: Window;
  readonly onRange: (range: TimeRange) => void;
}

/** A farm that began yesterday has little to show of a month: the way to the part that it has. */
function EmptyBeginning({ feed, range, shown, onRange }: EmptyBeginningProps): VNode | null {
  const { speech, format } = usePage();
  const { charts } = speech.texts;
  const first = Math.min(...feed.uids().map((uid) => firstIn(feed, uid, shown) ?? Infinity));
  const shorter = Number.isFinite(first) ? rangeSince(first, range, shown) : undefined;
  if (shorter === undefined) return null;
  return (
    <p class="quiet">
      {charts.since(format.moment(first, shown.to))}{" "}
      <button type="button" class="link" onClick={() => onRange(shorter)}>
        {charts.showSince}
      </button>
    </p>
  );
}

function isSeen(feed: HistoryFeed, uid: string, shown: Window): boolean {
  return firstIn(feed, uid, shown) !== undefined;
}

/** When a sensor's first reading in the range was, in Unix milliseconds. */
function firstIn(feed: HistoryFeed, uid: string, { from, to }: Window): number | undefined {
  const at = feed.readingsOf(uid).find((reading) => reading.at >= from)?.at;
  return at !== undefined && at <= to ? at : undefined;
}

function toggled(set: ReadonlySet<string>, one: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(one)) next.add(one);
  return next;
}
