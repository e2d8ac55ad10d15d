/** The charts of a greenhouse: three panels under each other with one range and one cursor. */

import type { VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { GreenhouseWatch } from "../data/greenhouse-watch";
import type { Greenhouse, Sensor } from "../model/farm";
import type { SensorState } from "../model/latest";
import { CHARTED } from "../model/measurement";
import type { Charted } from "../model/measurement";
import { parseRange, rangeSearch, windowOf } from "../model/time-range";
import type { TimeRange } from "../model/time-range";
import { ChartNotes } from "./chart-notes";
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
  readonly states: ReadonlyMap<string, SensorState>;
}

/** Of a range a reading for each column of the screen and sensor is read, within these bounds; else a sample. */
const BUDGET = { least: 4000, most: 12_000 };

export function ChartPanels({ greenhouse, watch, sensors, states }: ChartPanelsProps): VNode {
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
  const step = feed.coverage(shown.from, Math.min(shown.to, now));
  return (
    <section
      aria-labelledby="charts-title"
      class="charts"
      aria-busy={isReading || step === undefined}
    >
      <div class="charts-head">
        <h2 id="charts-title">{charts.title}</h2>
        <RangePicker range={range} shown={shown} onRange={setRange} />
        <ChartNotes {...{ feed, range, shown, isReading, step }} onRange={setRange} />
      </div>
      {CHARTED.map((measurement) => (
        <ChartPanel
          key={measurement}
          measurement={measurement}
          bounds={greenhouse.thresholds[measurement]}
          lines={lines}
          awaited={watch.isDayRead ? NOBODY : measuring(measurement, states)}
          feed={feed}
          range={range}
          now={now}
          sampleStep={step ?? 0}
          isReading={isReading || step === undefined}
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
  const containers = watch.containers().size;
  useEffect(() => {
    if (!isReady || !isConnected) return undefined;
    let isCurrent = true;
    const { from, to } = windowOf(range, connection.now());
    const sensors = Math.max(1, watch.sensors + containers);
    const readings = Math.min(BUDGET.most, Math.max(BUDGET.least, innerWidth * sensors));
    setReading(true);
    void watch.feed.ensure(from, to, { readings, sensors }).then(() => {
      if (isCurrent) setReading(false);
    });
    return () => {
      isCurrent = false;
      setReading(false);
    };
  }, [watch, isReady, isConnected, range, containers]);
  return isReading;
}

const NOBODY: ReadonlySet<string> = new Set();

/** The sensors that are known to measure this before their history is there. */
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
