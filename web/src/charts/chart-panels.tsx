/** The charts of a greenhouse: three panels under each other with one range and one cursor. */

import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Note } from "../../../domain/src/notes";
import type { GreenhouseWatch } from "../data/greenhouse-watch";
import { parseView, viewSearch } from "../model/chart-view";
import { linesFor } from "../model/chart-line";
import type { Line } from "../model/chart-line";
import type { SensorState } from "../model/latest";
import { CHARTED } from "../model/measurement";
import type { Charted } from "../model/measurement";
import { parseRange, rangeSearch, windowOf } from "../model/time-range";
import type { TimeRange, Window } from "../model/time-range";
import { useFarm } from "../shared/farm";
import type { LiveGreenhouse } from "../shared/farm";
import { useNow, useSignalChanges } from "../shared/hooks";
import { usePage } from "../shared/page";
import { navigate, useAddress } from "../shared/router";
import { ChartNotes } from "./chart-notes";
import { ChartPanel } from "./chart-panel";
import { useChartTools } from "./chart-tools";
import { CsvExport } from "./csv-export";
import { RangePicker, useRangeText } from "./range-picker";
import "./charts.css";

/** A reading for each column of the screen and sensor is read, within these bounds; of longer histories, a sample. */
const BUDGET = { least: 4000, most: 12_000 };

export function ChartPanels(live: LiveGreenhouse): VNode {
  const { greenhouse, watch, states } = live;
  const { charts } = usePage().texts;
  const { place } = useFarm();
  const { path, search } = useAddress();
  const range = useMemo(() => parseRange(search), [search]);
  const setRange = (next: TimeRange): void => navigate(path + rangeSearch(next, search));
  const view = useMemo(() => parseView(search), [search]);
  const now = useNow();
  const pinch = useSignal<Window>();
  const shown = pinch.value ?? windowOf(range, now);
  // Without what is still to come.
  const shownRange: TimeRange = range.kind === "fixed" ? { kind: "fixed", ...shown } : range;
  const rangeText = useRangeText()(shownRange);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const cursor = useSignal<number>();
  const { lines, names } = useLines(live, shown);
  const { feed } = watch;
  useSignalChanges(watch.history);
  const step = feed.coverage(shown.from, Math.min(shown.to, now));
  const isReading = useHistory(watch, range);
  const isIncomplete = isReading || step === undefined;
  const tools = useChartTools(!isIncomplete);
  const notes = useSignal<readonly Note[]>([]);
  const greenhouseId = greenhouse.id;
  const section = useRef<HTMLElement>(null);
  return (
    <section ref={section} aria-labelledby="charts-title" class="charts" aria-busy={isIncomplete}>
      <div class="charts-head">
        <h2 id="charts-title">{charts.title}</h2>
        <RangePicker range={range} shown={shown} onRange={setRange} />
        <ChartNotes {...{ feed, range: shownRange, shown, isReading, step }} onRange={setRange} />
      </div>
      <div class="chart-tools">
        {tools && (
          <>
            <tools.Toolbar
              {...{ greenhouseId, cursor, view }}
              onView={(next) => navigate(path + viewSearch(next, search))}
            />
            <tools.Gestures {...{ section, range, shown, cursor, pinch }} onRange={setRange} />
          </>
        )}
      </div>
      {CHARTED.map((measurement) => (
        <ChartPanel
          key={measurement}
          {...{ measurement, lines, feed, shown, rangeText, hidden, cursor }}
          bounds={greenhouse.thresholds[measurement]}
          place={place}
          notes={notes.value}
          Layers={tools?.Layers}
          isFit={view.isFit}
          awaited={isIncomplete ? measuring(measurement, states) : NOBODY}
          sampleStep={step ?? 0}
          isReading={isIncomplete}
          onToggle={(uid) => setHidden(toggled(hidden, uid))}
          onZoom={(from, to) => setRange({ kind: "fixed", from, to })}
        />
      ))}
      {tools && <tools.NoteList key={greenhouseId} {...{ greenhouseId, range, shown, notes }} />}
      <div class="row between charts-foot">
        <p class="hint for-mouse">{charts.hintMouse}</p>
        <p class="hint for-touch">{charts.hintTouch}</p>
        <CsvExport greenhouse={greenhouse} watch={watch} names={names} shown={shown} />
      </div>
    </section>
  );
}

/** A line for each linked sensor, and for each that was linked before and has readings in the range. */
function useLines(
  { watch, sensors }: LiveGreenhouse,
  shown: Window,
): { readonly lines: readonly Line[]; readonly names: ReadonlyMap<string, string> } {
  const farm = useFarm();
  const { feed } = watch;
  const names = new Map(farm.sensors.map(({ uid, name }) => [uid, name]));
  const linked = new Set(sensors.map(({ uid }) => uid));
  const former = feed
    .uids()
    .filter((uid) => !linked.has(uid) && feed.firstIn(uid, shown) !== undefined);
  const lines = linesFor(
    [...linked, ...former].map((uid) => ({
      uid,
      name: names.get(uid) ?? feed.nameOf(uid) ?? uid,
      isFormer: !linked.has(uid),
    })),
  );
  return { lines, names };
}

/** Reads what is missing of the range and listens to it; says whether it still reads. */
function useHistory(watch: GreenhouseWatch, range: TimeRange): boolean {
  const { connection } = usePage();
  const { isConnected } = connection;
  const [isReading, setReading] = useState(false);
  const containers = watch.containers.size;
  useEffect(() => {
    if (!isConnected) return undefined;
    let isCurrent = true;
    const { from, to } = windowOf(range, connection.now());
    const sensors = Math.max(1, watch.sensors + containers);
    const readings = Math.min(BUDGET.most, Math.max(BUDGET.least, innerWidth * sensors));
    setReading(true);
    void watch.feed.follow(from, to, { readings, sensors }).then(() => {
      if (isCurrent) setReading(false);
    });
    return () => {
      isCurrent = false;
      setReading(false);
    };
  }, [watch, isConnected, range, containers]);
  return isReading;
}

const NOBODY: ReadonlySet<string> = new Set();

/** The sensors that measure this, known before their history is read. */
function measuring(
  measurement: Charted,
  states: ReadonlyMap<string, SensorState>,
): ReadonlySet<string> {
  const all = [...states.values()];
  return new Set(all.filter(({ values }) => values[measurement]).map(({ uid }) => uid));
}

function toggled(set: ReadonlySet<string>, one: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(one)) next.add(one);
  return next;
}
