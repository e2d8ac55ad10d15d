/** The charts of a greenhouse: three panels under each other with one range and one cursor. */

import type { VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { GreenhouseWatch } from "../data/greenhouse-watch";
import type { Greenhouse, Sensor } from "../model/farm";
import { CHARTED } from "../model/measurement";
import { parseRange, rangeSearch, windowOf } from "../model/time-range";
import type { TimeRange } from "../model/time-range";
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

/** So many readings of a range are read; above that a sample of them. */
const BUDGET = 20_000;

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
  const linked = sensors.map(({ uid }) => uid);
  const former = feed
    .uids()
    .filter((uid) => !linked.includes(uid) && hasAny(feed.readingsOf(uid), shown));
  const lines = linesFor([...linked, ...former], names);
  const step = feed.coverage(shown.from, Math.min(shown.to, now));
  return (
    <section aria-labelledby="charts-title" class="charts">
      <div class="charts-head">
        <h2 id="charts-title">{charts.title}</h2>
        <RangePicker range={range} shown={shown} onRange={setRange} />
      </div>
      <div class="chart-notes" role="status">
        {isReading && <p class="quiet">{charts.reading}</p>}
        {step !== undefined && step > 0 && <p class="quiet">{charts.sampled}</p>}
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
        <p class="hint">{charts.hint}</p>
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
    setReading(true);
    void watch.feed.ensure(from, to, BUDGET).then(() => {
      if (isCurrent) setReading(false);
    });
    return () => {
      isCurrent = false;
      setReading(false);
    };
  }, [watch, isReady, isConnected, range]);
  return isReading;
}

function hasAny(
  readings: readonly { readonly at: number }[],
  shown: { from: number; to: number },
): boolean {
  return readings.some(({ at }) => at >= shown.from && at <= shown.to);
}

function toggled(set: ReadonlySet<string>, one: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(one)) next.add(one);
  return next;
}
