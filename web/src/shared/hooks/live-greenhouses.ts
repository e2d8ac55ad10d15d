/**
 * All facts that are known now about the greenhouses of a farm. They are computed once for all components. The class
 * remembers the problems that it reported before.
 */

import type { OutOfBounds } from "@greenhouse/domain/alerts/findings";
import { DEFAULT_SILENT_AFTER_MS } from "@greenhouse/domain/alerts/settings";
import type { KnownOutput } from "@greenhouse/domain/outputs/model";
import type { Quantity } from "@greenhouse/domain/quantities/measurements";
import { entriesOf } from "@greenhouse/domain/stored";
import { DAY_MS } from "@greenhouse/domain/time";
import type { GreenhouseWatch } from "../../data/watches/greenhouse-watch";
import { tracedBeginning } from "../../model/findings/traced-beginning";
import type { Beginning, KnownPast } from "../../model/findings/traced-beginning";
import { bandsIn } from "../../model/plot/band";
import { nextReport } from "../../model/findings/beginnings";
import type { Report } from "../../model/findings/beginnings";
import { findingsInGreenhouse, idOf } from "../../model/findings/findings";
import type { GreenhouseFinding } from "../../model/findings/findings";
import { farmProblemsOf } from "../../model/findings/farm-problems";
import type { FarmProblem } from "../../model/findings/farm-problems";
import { outputsByGreenhouse } from "../../model/findings/output-findings";
import { gapOf } from "../../model/findings/coverage";
import type { Hours } from "../../model/days/day";
import type { Greenhouse } from "../../model/farm/farm";
import { timeOf, withOwnTimes } from "../../model/values/moments";
import { statesOf } from "../../model/values/newest";
import type { KnownNewest } from "../../model/values/newest";
import type { Reading } from "../../model/values/reading";
import type { Farm, LiveGreenhouse } from "./farm";
import { TICK_MS } from "./hooks";

/** The farm's records and the time, from which the state of its greenhouses is computed. */
export interface FarmNow extends Pick<
  Farm,
  "id" | "sensors" | "outputs" | "place" | "limits" | "openAlerts"
> {
  /** The time up to which the values are known, in Unix milliseconds. */
  readonly knownUntil: number;
  readonly isNight: boolean;
}

interface Computed {
  readonly inputs: readonly unknown[];
  /** The content of `live` as JSON, for comparison. */
  readonly text: string;
  readonly live: LiveGreenhouse;
}

type OutputsByGreenhouse = ReadonlyMap<string, readonly KnownOutput[]>;

export class LiveGreenhouses {
  readonly #computed = new Map<GreenhouseWatch, Computed>();
  readonly #reports = new Map<GreenhouseWatch, Report>();
  #outputs: { readonly inputs: readonly unknown[]; readonly byGreenhouse: OutputsByGreenhouse } = {
    inputs: [],
    byGreenhouse: new Map(),
  };
  #problems:
    { readonly inputs: readonly unknown[]; readonly problems: readonly FarmProblem[] } | undefined;

  /**
   * Reads the signal of the greenhouse, so that the component is rendered again when it changes.
   * @returns the same object for an unchanged greenhouse, so that its card is not rendered again
   */
  liveOf(now: FarmNow, greenhouse: Greenhouse, watch: GreenhouseWatch): LiveGreenhouse {
    const { place, sensors, limits, openAlerts, isNight } = now;
    const newest = watch.newest.value;
    const { ofCharts, ofCard, folded } = knownReadings(watch);
    const time = Math.floor(now.knownUntil / TICK_MS);
    const values = [newest, time, isNight, ofCharts, ofCard, folded];
    const records = [greenhouse, sensors, openAlerts, place, limits.silentAfter, limits.lowBattery];
    const inputs = [...values, ...records];
    const before = this.#computed.get(watch);
    if (before !== undefined && areEqual(before.inputs, inputs)) return before.live;
    const found = this.#compute(now, greenhouse, watch, newest);
    // Usually only the time has changed, and views that show an age read the clock themselves.
    const text = textOf(found);
    const isSame = before?.live.greenhouse === greenhouse && before.text === text;
    const live = isSame ? before.live : found;
    this.#computed.set(watch, { inputs, text, live });
    return live;
  }

  /** Computes the problems once for several components, because a storm has tens of thousands of alerts. */
  farmProblemsOf(farm: FarmNow, all: readonly LiveGreenhouse[]): readonly FarmProblem[] {
    const { openAlerts, sensors, knownUntil } = farm;
    const byGreenhouse = this.outputsOf(farm);
    // Only the findings of outputs change with the time alone.
    const time = byGreenhouse.size === 0 ? 0 : Math.floor(knownUntil / TICK_MS);
    const inputs = [openAlerts, sensors, byGreenhouse, time, ...all];
    if (this.#problems === undefined || !areEqual(this.#problems.inputs, inputs)) {
      const outputs = { byGreenhouse, now: knownUntil };
      this.#problems = { inputs, problems: farmProblemsOf(openAlerts, all, sensors, outputs) };
    }
    return this.#problems.problems;
  }

  /** Returns the outputs of each greenhouse with outputs, by its id. Reads the signal of the outputs. */
  outputsOf({
    id,
    sensors,
    outputs,
  }: Pick<Farm, "id" | "sensors" | "outputs">): OutputsByGreenhouse {
    const inputs = [sensors, outputs.value];
    if (!areEqual(this.#outputs.inputs, inputs)) {
      const stored = outputs.value ?? { outputs: null, orders: null, states: null };
      this.#outputs = { inputs, byGreenhouse: outputsByGreenhouse(id, sensors, stored) };
    }
    return this.#outputs.byGreenhouse;
  }

  #compute(
    now: FarmNow,
    greenhouse: Greenhouse,
    watch: GreenhouseWatch,
    newest: KnownNewest,
  ): LiveGreenhouse {
    const { place, limits, knownUntil, isNight } = now;
    const { silentAfter = DEFAULT_SILENT_AFTER_MS, lowBattery } = limits;
    const { thresholds } = greenhouse;
    const { isReady, senders } = newest;
    const sensors = now.sensors.filter((sensor) => sensor.greenhouse === greenhouse.id);
    const arrived = statesOf(newest, sensors, knownUntil, silentAfter);
    const { ofCharts, ofCard, folded } = knownReadings(watch);
    const readingsFor = (uid: string): readonly Reading[] =>
      ofCharts.get(uid) ?? ofCard.filter((reading) => reading.uid === uid);
    const states = new Map(
      [...arrived].map(([uid, state]) => [uid, withOwnTimes(state, readingsFor(uid))]),
    );
    const last = this.#reports.get(watch);
    // A value that fluctuates around its bound stays reported, so that it does not appear and disappear.
    const open = entriesOf(now.openAlerts).map(([id]) => id);
    const reported = new Set([...open, ...(last?.begun.keys() ?? [])]);
    const settings = { lowBattery, thresholds, isNight, watchesSilence: silentAfter !== 0 };
    // Until all values arrive, every sensor would seem silent.
    const found = isReady ? findingsInGreenhouse(settings, sensors, states, reported) : [];
    const report = nextReport(last, found, states, knownUntil);
    if (isReady) this.#reports.set(watch, report);
    const day = { from: knownUntil - DAY_MS, to: knownUntil };
    const pastOf: PastOf = ({ measurement, sensor: { uid } }) => ({
      newestAt: timeOf(measurement, states.get(uid) ?? { values: {} }),
      readings: readingsFor(uid),
      hours: folded.get(measurement) ?? NO_HOURS,
      isAlone: senders.uids.length === 1,
      bands: bandsIn(day, thresholds[measurement], place),
    });
    const findings = found.map((finding) => ({
      ...finding,
      begun: beginningOf(finding, report.begun.get(idOf(finding)), pastOf),
    }));
    const isReported = findings.length > 0;
    const gap = gapOf({ thresholds, place, isNight, sensors, states, isReported });
    // Does not subscribe to the history's signal, because that would start its listeners.
    const problem = newest.problem ?? watch.history.peek().problem;
    return {
      greenhouse,
      watch,
      isReady,
      senders,
      problem,
      sensors,
      states,
      isNight,
      findings,
      gap,
    };
  }
}

type PastOf = (finding: OutOfBounds & GreenhouseFinding) => KnownPast;

/** @param seenAt when the page saw the beginning, in Unix milliseconds; undefined if it did not */
function beginningOf(
  finding: GreenhouseFinding,
  seenAt: number | undefined,
  pastOf: PastOf,
): Beginning | undefined {
  if (seenAt !== undefined) return { at: seenAt, accuracy: "exact" };
  const isOfValue = finding.kind === "above" || finding.kind === "below";
  return isOfValue ? tracedBeginning(finding, pastOf(finding)) : undefined;
}

/**
 * Returns the readings that are known already: of the charts, or of a card. Subscribes to nothing, because that would
 * start listeners. The next rendering uses readings that arrive later.
 */
function knownReadings({ history, dayWatch }: GreenhouseWatch): KnownReadings {
  const day = dayWatch?.day.peek();
  return {
    ofCharts: history.peek().readings,
    ofCard: day?.source === "hours" ? day.newest : NO_READINGS,
    folded: day?.source === "hours" ? day.folded : NO_HOURS,
  };
}

const NO_HOURS: ReadonlyMap<never, never> = new Map<never, never>();

const NO_READINGS: readonly Reading[] = [];

interface KnownReadings {
  readonly ofCharts: ReadonlyMap<string, readonly Reading[]>;
  readonly ofCard: readonly Reading[];
  readonly folded: ReadonlyMap<Quantity, Hours>;
}

function textOf(live: LiveGreenhouse): string {
  const { states, sensors, senders, findings, isNight, isReady, gap, problem } = live;
  return JSON.stringify([[...states], sensors, senders, findings, isNight, isReady, gap, problem]);
}

function areEqual(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}
