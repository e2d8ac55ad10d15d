/**
 * Lists the problems of a farm: problems that the page finds in the newest values, together with the open alerts. All
 * lists and counts of problems use this module.
 */

import { alertIdOf } from "@greenhouse/domain/alerts/ids";
import { parseOpenAlerts } from "@greenhouse/domain/alerts/records";
import type { Listed } from "@greenhouse/domain/alerts/records";
import { isOfOutput } from "@greenhouse/domain/alerts/model";
import type { AlertKind, OpenAlert } from "@greenhouse/domain/alerts/model";
import { worstFirst } from "@greenhouse/domain/alerts/findings";
import { quantitiesOf } from "@greenhouse/domain/alerts/condition";
import { isAwaitingAnswer } from "@greenhouse/domain/alerts/escalation";
import type { Quantity } from "@greenhouse/domain/quantities/measurements";
import type { OutputFinding } from "@greenhouse/domain/outputs/findings";
import type { KnownOutput } from "@greenhouse/domain/outputs/model";
import type { GreenhouseFinding } from "./findings";
import { shownOutputFindings } from "./output-findings";
import type { Greenhouse, Sensor } from "../farm/farm";
import type { SensorState } from "../values/latest";
import type { Beginning } from "./traced-beginning";

export interface FarmProblem {
  /** The id of the problem's alert, even if the alert is not open yet. */
  readonly id: string;
  readonly kind: AlertKind;
  readonly measurement?: Quantity | undefined;
  /** The name that people gave the output. */
  readonly outputName?: string | undefined;
  /** The newest value. */
  readonly value?: number | undefined;
  readonly bound?: number | undefined;
  /** Unix milliseconds; undefined without an alert if the page knows nothing of the beginning. */
  readonly since: number | undefined;
  /** How well `since` is known; undefined if it is exact. */
  readonly accuracy?: Exclude<Beginning["accuracy"], "exact"> | undefined;
  readonly uid: string;
  /** The present names. An alert has the names from its beginning. */
  readonly sensorName: string;
  readonly greenhouse: string;
  readonly greenhouseName: string;
  /** Undefined until the alert opens, and if alerts are off. */
  readonly alert: Listed<OpenAlert> | undefined;
  /** The value that was farthest beyond the bound since the alert opened. */
  readonly extreme?: number | undefined;
  /** Whether the newest value is fine again while the alert is still open. */
  readonly isOver: boolean;
  /** This newest value; undefined if the problem is not over, or if the value is not known. */
  readonly fineValue?: number | undefined;
}

/** The known facts about a greenhouse. */
export interface CheckedGreenhouse {
  readonly greenhouse: Greenhouse;
  readonly states: ReadonlyMap<string, SensorState>;
  readonly findings: readonly GreenhouseFinding[];
}

/** The outputs of a farm at a time. */
export interface FarmOutputs {
  /** By the id of their greenhouse. */
  readonly byGreenhouse: ReadonlyMap<string, readonly KnownOutput[]>;
  /** Unix milliseconds. */
  readonly now: number;
}

const NO_OUTPUTS: FarmOutputs = { byGreenhouse: new Map(), now: 0 };

/**
 * Returns the problems, the worst first: the value farthest beyond its bound, then the problem that has lasted longest.
 * @param stored `alerts/<farmId>/open`
 */
export function farmProblemsOf(
  stored: unknown,
  all: readonly CheckedGreenhouse[],
  sensors: readonly Sensor[],
  outputs = NO_OUTPUTS,
): readonly FarmProblem[] {
  const alerts = new Map(parseOpenAlerts(stored).map((alert) => [alert.id, alert]));
  const names = new Map(sensors.map(({ uid, name }) => [uid, name]));
  const ids = new Set(alerts.keys());
  const ofOutputs = (greenhouse: string): readonly FoundInOutput[] =>
    (outputs.byGreenhouse.get(greenhouse) ?? []).flatMap((output) => {
      const sensor = { uid: output.uid, name: names.get(output.uid) ?? output.uid };
      const found = shownOutputFindings(output, outputs.now, (id) => ids.has(id));
      return found.map((finding) => ({ ...finding, sensor }));
    });
  const found = all.flatMap(({ greenhouse, findings }) =>
    [...findings, ...ofOutputs(greenhouse.id)].map((finding) => {
      const id = alertIdOf({ ...finding, uid: finding.sensor.uid });
      const alert = alerts.get(id);
      alerts.delete(id);
      return problemOf(finding, greenhouse, id, alert);
    }),
  );
  const greenhouses = new Map(all.map((checked) => [checked.greenhouse.id, checked]));
  const others = [...alerts.values()].map((alert): FarmProblem => {
    const { id, kind, measurement, outputName, value, bound, extreme, since, uid, greenhouse } =
      alert;
    const place = greenhouses.get(greenhouse);
    const state = place?.states.get(uid);
    const newest =
      state && !isOfOutput(kind) ? quantitiesOf(state)[measurement ?? "battery"] : undefined;
    const isOver = alert.clearingSince !== undefined || (isOfValue(kind) && newest !== undefined);
    return {
      id,
      kind,
      measurement,
      outputName,
      value,
      bound,
      extreme,
      since,
      uid,
      greenhouse,
      alert,
      sensorName: names.get(uid) ?? alert.sensorName,
      greenhouseName: place?.greenhouse.name ?? alert.greenhouseName,
      isOver,
      ...(isOver && kind !== "silent" && newest !== undefined && { fineValue: newest }),
    };
  });
  return [...found, ...others].toSorted(worstFirst);
}

type FoundInOutput = OutputFinding & {
  readonly sensor: Pick<Sensor, "uid" | "name">;
  readonly begun?: undefined;
};

function problemOf(
  finding: GreenhouseFinding | FoundInOutput,
  { id: greenhouse, name: greenhouseName }: Greenhouse,
  id: string,
  alert: Listed<OpenAlert> | undefined,
): FarmProblem {
  const { sensor, begun, ...fact } = finding;
  const start = "since" in fact ? fact.since : begun?.at;
  const isRough = alert === undefined && begun !== undefined && begun.accuracy !== "exact";
  return {
    ...fact,
    id,
    extreme: alert?.extreme,
    since: alert?.since ?? start,
    ...(isRough && { accuracy: begun.accuracy }),
    uid: sensor.uid,
    sensorName: sensor.name,
    greenhouse,
    greenhouseName,
    alert,
    isOver: false,
  };
}

/** Whether the problem ends with the next value that is fine. */
function isOfValue(kind: FarmProblem["kind"]): boolean {
  return kind === "above" || kind === "below" || kind === "battery";
}

/** Returns the problems that nobody has acknowledged or snoozed. The page counts these. @param now Unix milliseconds */
export function waitingOf(problems: readonly FarmProblem[], now: number): readonly FarmProblem[] {
  return problems.filter(({ alert }) => alert === undefined || isAwaitingAnswer(alert, now));
}
