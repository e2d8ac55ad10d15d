/** What a sensor sent in the last 30 days: a chart for each quantity and its battery, and when it reported. */

import { countedValue } from "@greenhouse/domain/quantities/measurements";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { NOTHING_AMENDED } from "../charts/chart-amendments";
import { ChartPanel } from "../charts/chart-panel";
import { useChartTools } from "../charts/chart-tools";
import { NOBODY } from "../charts/panels";
import { useHistory } from "../charts/use-history";
import { useLongHistory } from "../charts/use-long-history";
import type { Sensor } from "../model/farm/farm";
import type { SensorExclusion } from "../model/farm/left-out";
import { NO_MARKS } from "../model/farm/notes";
import { linesFor } from "../model/plot/chart-line";
import type { NewestValue } from "../model/plot/chart-line";
import type { SensorState } from "../model/values/latest";
import type { Column } from "../model/plot/series";
import { windowOf } from "../model/plot/time-range";
import type { TimeRange } from "../model/plot/time-range";
import { durationText } from "../model/values/duration";
import { reportedIn } from "../model/values/reported";
import { useFarm } from "../shared/hooks/farm";
import type { LiveGreenhouse } from "../shared/hooks/farm";
import { useNow } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { useSame } from "../shared/hooks/stable";
import { useCorrectionTexts } from "../text/corrections";
import { useSensorPageTexts } from "../text/sensor";
import "../charts/charts.css";

export interface SensorChartsProps {
  readonly sensor: Sensor;
  readonly live: LiveGreenhouse;
  readonly quantities: readonly Measurement[];
  readonly exclusions: readonly SensorExclusion[];
  /** Receives what the charts show. */
  readonly columns: { current: ReadonlyMap<Measurement, readonly Column[]> };
}

const RANGE: TimeRange = { kind: "recent", preset: "30d" };
/** Gaps that are listed. */
const MAX_GAPS = 5;

const nothing = (): void => undefined;

export function SensorCharts(props: SensorChartsProps): VNode {
  const { sensor, live, quantities, columns } = props;
  const { place } = useFarm();
  const words = useSensorPageTexts();
  const { watch, greenhouse } = live;
  const { uid, name, continuation } = sensor;
  const { newDevice } = useCorrectionTexts();
  const amended = useSame({
    ...NOTHING_AMENDED,
    devices:
      continuation === undefined
        ? []
        : [{ key: `/${uid}`, at: continuation.continuesFrom, text: newDevice(name) }],
  });
  const shown = windowOf(RANGE, useNow());
  const long = useLongHistory(watch, greenhouse.id, true);
  const history = watch.history.value;
  const { isIncomplete, isMissing, step } = useHistory(live, RANGE, long, true);
  const tools = useChartTools(!isIncomplete);
  const cursor = useSignal<number>();
  const lines = linesFor([{ uid, name, isFormer: false }]);
  const own = new Set([uid]);
  const series = quantities.map(
    (quantity) => [quantity, long?.seriesOf(uid, quantity, shown).columns ?? []] as const,
  );
  useEffect(() => {
    columns.current = new Map(series);
  });
  return (
    <section class="charts" aria-labelledby="days-title">
      <h2 id="days-title">{words.lastDays}</h2>
      {quantities.map((measurement) => (
        <ChartPanel
          key={measurement}
          {...{ measurement, lines, history, long, shown, place, cursor, isMissing }}
          isFromRollups
          measuring={own}
          banded={NOBODY}
          hidden={NOBODY}
          chosen={NOBODY}
          only={undefined}
          newest={() => newestOf(measurement, live.states.get(uid))}
          sampleStep={step ?? 0}
          isAwaited={isIncomplete}
          isReading={isIncomplete}
          foldVersion={history.folds.coverage?.version}
          bounds={measurement === "battery" ? undefined : greenhouse.thresholds[measurement]}
          rangeText={words.lastDays}
          notes={[]}
          marks={NO_MARKS}
          amended={amended}
          Layers={tools?.Layers}
          onRead={nothing}
          onZoom={nothing}
          onToggle={nothing}
          onOnly={nothing}
        />
      ))}
      <Reported columns={series.flatMap(([, all]) => all)} exclusions={props.exclusions} />
    </section>
  );
}

/** Returns the newest value, as the table above shows it. */
function newestOf(quantity: Measurement, state: SensorState | undefined): NewestValue | undefined {
  const latest = state?.values[quantity];
  const value = latest && countedValue(quantity, latest.value);
  return latest === undefined || value === undefined ? undefined : { value, isOld: latest.isStale };
}

interface ReportedProps extends Pick<SensorChartsProps, "exclusions"> {
  readonly columns: readonly Column[];
}

function Reported({ columns, exclusions }: ReportedProps): VNode | null {
  const { format } = usePage();
  const { reported: words } = useSensorPageTexts();
  const reported = reportedIn(columns, windowOf(RANGE, useNow()), exclusions);
  if (reported === undefined) return null;
  const { hours, all, gaps } = reported;
  return (
    <section class="card" aria-labelledby="reported-title">
      <h2 id="reported-title">{words.title}</h2>
      <p>{words.hours(format.count(hours), format.count(all))}</p>
      {gaps.length === 0 && <p class="quiet">{words.always}</p>}
      <ul class="plain">
        {gaps.slice(0, MAX_GAPS).map(({ from, to }) => (
          <li key={from}>
            {words.silent(format.range(from, to), durationText(to - from, format.locale))}
          </li>
        ))}
      </ul>
      {gaps.length > MAX_GAPS && <p class="quiet">{words.more(gaps.length - MAX_GAPS)}</p>}
    </section>
  );
}
