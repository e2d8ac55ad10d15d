/** Reads the runs of plans in the range of the charts, and passes them on as marks. Renders nothing. */

import type { DefinedOutput } from "@greenhouse/domain/outputs/model";
import { KEPT_RUNS_MS } from "@greenhouse/domain/outputs/plans/limits";
import type { PlanRun } from "@greenhouse/domain/outputs/plans/model";
import { parsePlanRuns } from "@greenhouse/domain/outputs/plans/records";
import {
  AFTER_RUN_KEYS,
  firstRunKey,
  planRunsPath,
} from "@greenhouse/domain/outputs/plans/updates";
import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import type { Signal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { valueOf } from "../data/watches/watch";
import { NO_MARKS } from "../model/farm/notes";
import type { ChartNote, PlanMarks } from "../model/farm/notes";
import type { TimeRange, Window } from "../model/plot/time-range";
import { useWatch } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { useAction } from "../shared/hooks/stable";
import { usePlanTexts } from "../text/plans";
import { usePlanTeller } from "./plan-teller";
import "./plans.css";

export interface PlanMarkersProps {
  readonly outputs: readonly DefinedOutput[];
  readonly range: TimeRange;
  readonly shown: Window;
  /** Passes the runs to the charts. */
  readonly marks: Signal<PlanMarks>;
}

type Runs = ReadonlyMap<string, readonly ChartNote[]>;

export function PlanMarkers({ outputs, marks, ...shared }: PlanMarkersProps): VNode {
  const texts = usePlanTexts();
  const [byOutput, setRuns] = useState<Runs>(new Map());
  const set = useAction((name: string, runs: readonly ChartNote[] | undefined): void =>
    setRuns((before) => {
      const after = new Map(before);
      if (runs === undefined) after.delete(name);
      else after.set(name, runs);
      return after;
    }),
  );
  useEffect(() => {
    marks.value = { label: texts.marks, runs: [...byOutput.values()].flat() };
  }, [byOutput, marks, texts]);
  useEffect(() => () => void (marks.value = NO_MARKS), [marks]);
  return (
    <>
      {outputs.map((output) => (
        <RunsOf key={`${output.uid}/${output.output}`} {...{ ...shared, output }} onRuns={set} />
      ))}
    </>
  );
}

interface RunsOfProps extends Pick<PlanMarkersProps, "range" | "shown"> {
  readonly output: DefinedOutput;
  readonly onRuns: (name: string, runs: readonly ChartNote[] | undefined) => void;
}

/** The newest runs in the range. More would not fit beside each other. */
const MAX_RUNS = 200;
const MAX_AGE_MS = Math.max(...Object.values(KEPT_RUNS_MS));

function RunsOf({ output, range, shown, onRuns }: RunsOfProps): null {
  const { connection } = usePage();
  const now = connection.now();
  const teller = usePlanTeller(now);
  const name = `${output.uid}/${output.output}`;
  // Ids begin with the local date, which may be a day before or after the date in UTC.
  const from = firstRunKey(Math.max(shown.from, now - MAX_AGE_MS) - DAY_MS);
  const to = range.kind === "fixed" ? `${firstRunKey(shown.to + DAY_MS)}~` : AFTER_RUN_KEYS;
  const part = { newest: MAX_RUNS, fromKey: from, toKey: to };
  const watched = valueOf(useWatch(planRunsPath(output), parsePlanRuns, part));
  // Texts contain dates relative to today.
  const hour = Math.floor(now / HOUR_MS);
  const noteOf = useAction((run: PlanRun): ChartNote => {
    const { action, at, planned = at } = run;
    return {
      key: `${name}/${run.id}`,
      // The cycle began when it was decided.
      at: action === "ran" ? at : planned,
      text: `${output.defined.name}: ${teller.run(run)}`,
      isRun: true,
    };
  });
  useEffect(() => {
    if (watched === undefined) return;
    const made = watched.filter(({ action }) => action !== "skipped");
    onRuns(name, made.map(noteOf));
  }, [watched, hour, name, onRuns, noteOf]);
  useEffect(() => () => onRuns(name, undefined), [name, onRuns]);
  return null;
}
