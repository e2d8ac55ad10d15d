/** The charts of a greenhouse. All panels share one range and one cursor. */

import { useSignal } from "@preact/signals";
import type { FunctionComponent, VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Note } from "@greenhouse/domain/identity/notes";
import type { DefinedOutput } from "@greenhouse/domain/outputs/model";
import { NO_MARKS } from "../model/farm/notes";
import type { PlanMarks } from "../model/farm/notes";
import { coveredFor } from "../model/plot/chart-spans";
import { endsNow, isLong, isLongForMany } from "../model/plot/time-range";
import type { PlannedRunsProps } from "../outputs/planned-runs";
import { useFarm } from "../shared/hooks/farm";
import type { LiveGreenhouse } from "../shared/hooks/farm";
import { useNow } from "../shared/hooks/hooks";
import { Lazy } from "../shared/hooks/lazy";
import { usePage } from "../shared/hooks/page";
import { NOTHING_AMENDED } from "./chart-amendments";
import type { SharedFigure } from "./chart-figure";
import { ChartNotes } from "./chart-notes";
import { useChartTools } from "./chart-tools";
import type { ComparedPanelsProps } from "./compare/compared-panels";
import { useComparison } from "./compare/use-comparison";
import type { CsvExportProps } from "./csv-export";
import { hasBand } from "./panel-lines";
import { NOBODY, Panels } from "./panels";
import { RangePicker, useRangeText } from "./range-picker";
import { useHistory } from "./use-history";
import { measuredIn, useLines } from "./use-lines";
import { useReadCharts } from "./use-read-charts";
import { useLongHistory } from "./use-long-history";
import { useRange } from "./use-range";
import "./charts.css";

/** Shown below the charts, and loaded after them. */
const CSV_EXPORT = (): Promise<FunctionComponent<CsvExportProps>> =>
  import("./csv-export").then((module) => module.CsvExport);

/** Loaded when somebody compares. */
const COMPARED = (): Promise<FunctionComponent<ComparedPanelsProps>> =>
  import("./compare/compared-panels").then((module) => module.ComparedPanels);

/** Loaded for greenhouses with outputs, after the charts. */
const PLANNED_RUNS = (): Promise<FunctionComponent<PlannedRunsProps>> =>
  import("../outputs/planned-runs").then((module) => module.PlannedRuns);

export interface ChartPanelsProps extends LiveGreenhouse {
  readonly outputs: readonly DefinedOutput[];
}

export function ChartPanels({ outputs, ...live }: ChartPanelsProps): VNode {
  const { greenhouse, watch, senders } = live;
  const { id: greenhouseId, thresholds } = greenhouse;
  const { charts } = usePage().texts;
  const { place, startOthers } = useFarm();
  const { range, setRange, pinch, shown, shownRange } = useRange();
  const rangeText = useRangeText()(shownRange);
  const cursor = useSignal<number>();
  const notes = useSignal<readonly Note[]>([]);
  const marks = useSignal<PlanMarks>(NO_MARKS);
  const amended = useSignal(NOTHING_AMENDED);
  const section = useRef<HTMLElement>(null);
  const { versus, only, compare } = useComparison();
  const measured = measuredIn(live, endsNow(range, useNow()), only);
  // A link may name sensors that sent nothing here.
  const isEmpty = live.isReady && !versus && only !== undefined && measured.length === 0;
  const [chosen, setChosen] = useState(NOBODY);
  const isBanded = versus !== undefined || measured.some(hasBand);
  // The readings of many sensors are much to read. They are read for a chosen sensor, which has only rollups of hours.
  const isOnlyBands = isBanded && (versus !== undefined || chosen.size === 0);
  const isFromRollups = isLong(shown) || (isOnlyBands && isLongForMany(shown));
  const long = useLongHistory(watch, greenhouseId, isFromRollups || isBanded);
  const { lines, names } = useLines(live, shown, isFromRollups);
  const history = watch.history.value;
  const { isReading, isIncomplete, isMissing, step } = useHistory(live, range, long, isFromRollups);
  const hasPanels = versus === undefined && measured.length > 0;
  const { areRead, noteRead } = useReadCharts(section, !isIncomplete, hasPanels);
  const tools = useChartTools(areRead);
  useEffect(() => {
    if (areRead) startOthers();
  }, [areRead, startOthers]);
  const figure: SharedFigure = {
    shown,
    rangeText,
    place,
    notes: notes.value,
    marks: marks.value,
    amended: amended.value,
    Layers: tools?.Layers,
    cursor,
    onZoom: (from, to) => setRange({ kind: "fixed", from, to }),
  };
  return (
    <section ref={section} aria-labelledby="charts-title" class="charts" aria-busy={isIncomplete}>
      <div class="charts-head">
        <div class="charts-title">
          <h2 id="charts-title">{charts.title}</h2>
          {tools && <tools.AddNote {...{ greenhouseId, cursor, shown }} />}
          {tools && <tools.CompareButton greenhouseId={greenhouseId} />}
          {tools && <tools.LeaveOut {...{ live, section, shown, cursor, amended }} />}
        </div>
        <RangePicker range={range} shown={shown} onRange={setRange} />
        <ChartNotes
          {...{ history, range: shownRange, shown, isReading, step }}
          long={isFromRollups ? long : undefined}
          coverage={isFromRollups ? coveredFor(shown, history.folds.coverage) : undefined}
          measured={senders.measured}
          onRange={setRange}
        />
      </div>
      {tools && <tools.Gestures {...{ section, range, shown, cursor, pinch }} onRange={setRange} />}
      {tools && isFromRollups && (
        <tools.Recomputing coverage={history.folds.coverage} shown={shown} />
      )}
      {tools && <tools.CompareNote greenhouseId={greenhouseId} />}
      {isEmpty && <p class="quiet">{charts.notComparable}</p>}
      {versus === undefined ? (
        <Panels
          {...{ ...figure, measured, thresholds, lines, history, long, only, chosen }}
          isMissing={isMissing}
          isFromRollups={isFromRollups}
          onChosen={setChosen}
          onRead={noteRead}
          foldVersion={history.folds.coverage?.version}
          isAwaited={isIncomplete}
          isReading={isIncomplete}
          sampleStep={step ?? 0}
          onOnly={(uids) => compare({ only: uids && new Set(uids) })}
        />
      ) : (
        <Lazy
          load={COMPARED}
          props={{ ...figure, live, versus, range, long, isFromRollups, isReading: isIncomplete }}
        >
          <p class="quiet">{charts.reading}</p>
        </Lazy>
      )}
      {tools && <tools.LeftOut {...{ live, shown, amended }} />}
      {tools && <tools.NoteList key={greenhouseId} {...{ greenhouseId, range, shown, notes }} />}
      {tools && outputs.length > 0 && (
        <Lazy load={PLANNED_RUNS} props={{ outputs, range, shown, marks }}>
          {null}
        </Lazy>
      )}
      <div class="row between charts-foot">
        {tools && (
          <Lazy load={CSV_EXPORT} props={{ greenhouse, senders, names, shown }}>
            {null}
          </Lazy>
        )}
      </div>
    </section>
  );
}
