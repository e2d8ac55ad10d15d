/**
 * The problems on a farm: the findings in the newest values, together with the open alerts. All views that list or count
 * problems ask here.
 */

import { parseOpenAlerts } from "@greenhouse/domain/alerts/records";
import type { Listed } from "@greenhouse/domain/alerts/records";
import type { AlertKind, OpenAlert } from "@greenhouse/domain/alerts/model";
import { worstFirst } from "@greenhouse/domain/alerts/findings";
import { quantitiesOf } from "@greenhouse/domain/alerts/condition";
import { isWaiting } from "@greenhouse/domain/alerts/escalation";
import type { Quantity } from "@greenhouse/domain/quantities/measurements";
import { idOf } from "./findings";
import type { GreenhouseFinding } from "./findings";
import type { Greenhouse, Sensor } from "../farm/farm";
import type { SensorState } from "../values/latest";

export interface FarmProblem {
  /** That of its alert, whether or not it was raised already. */
  readonly id: string;
  readonly kind: AlertKind;
  readonly measurement?: Quantity | undefined;
  /** As people named it. */
  readonly outputName?: string | undefined;
  /** The newest one. */
  readonly value?: number | undefined;
  readonly bound?: number | undefined;
  /** Unix milliseconds; undefined if there is no alert and the page did not see it begin. */
  readonly since: number | undefined;
  readonly uid: string;
  /** Present names: those in an alert are of when it was raised. */
  readonly sensorName: string;
  readonly greenhouse: string;
  readonly greenhouseName: string;
  /** Undefined until it is raised, and where alerts are off. */
  readonly alert: Listed<OpenAlert> | undefined;
  /** Whether the newest value is fine again, and the alert not closed yet. */
  readonly isOver: boolean;
}

/** A greenhouse with its findings. */
export interface CheckedGreenhouse {
  readonly greenhouse: Greenhouse;
  readonly states: ReadonlyMap<string, SensorState>;
  readonly findings: readonly GreenhouseFinding[];
}

/** The worst first: what is farthest beyond its bound, then what has lasted longest. @param stored `alerts/<farmId>/open` */
export function farmProblemsOf(
  stored: unknown,
  all: readonly CheckedGreenhouse[],
  sensors: readonly Sensor[],
): readonly FarmProblem[] {
  const alerts = new Map(parseOpenAlerts(stored).map((alert) => [alert.id, alert]));
  const found = all.flatMap(({ greenhouse, findings }) =>
    findings.map((finding) => {
      const id = idOf(finding);
      const alert = alerts.get(id);
      alerts.delete(id);
      return problemOf(finding, greenhouse, id, alert);
    }),
  );
  const names = new Map(sensors.map(({ uid, name }) => [uid, name]));
  const greenhouses = new Map(all.map((one) => [one.greenhouse.id, one]));
  const others = [...alerts.values()].map((alert): FarmProblem => {
    const { id, kind, measurement, outputName, value, bound, since, uid, greenhouse } = alert;
    const place = greenhouses.get(greenhouse);
    const state = place?.states.get(uid);
    const isMeasured = state && quantitiesOf(state)[measurement ?? "battery"] !== undefined;
    return {
      id,
      kind,
      measurement,
      outputName,
      value,
      bound,
      since,
      uid,
      greenhouse,
      alert,
      sensorName: names.get(uid) ?? alert.sensorName,
      greenhouseName: place?.greenhouse.name ?? alert.greenhouseName,
      isOver: alert.clearingSince !== undefined || (isOfValue(kind) && isMeasured === true),
    };
  });
  return [...found, ...others].toSorted(worstFirst);
}

function problemOf(
  finding: GreenhouseFinding,
  { id: greenhouse, name: greenhouseName }: Greenhouse,
  id: string,
  alert: Listed<OpenAlert> | undefined,
): FarmProblem {
  const { sensor, begunAt, ...fact } = finding;
  const known = "since" in fact ? fact.since : begunAt;
  return {
    ...fact,
    id,
    since: alert?.since ?? known,
    uid: sensor.uid,
    sensorName: sensor.name,
    greenhouse,
    greenhouseName,
    alert,
    isOver: false,
  };
}

/** Whether it ends with the next value that is fine. */
function isOfValue(kind: FarmProblem["kind"]): boolean {
  return kind === "above" || kind === "below" || kind === "battery";
}

/** What nobody has acknowledged or snoozed: what counts. @param now Unix milliseconds */
export function waitingOf(problems: readonly FarmProblem[], now: number): readonly FarmProblem[] {
  return problems.filter(({ alert }) => alert === undefined || isWaiting(alert, now));
}
