/** The sensors of a farm during one check, and whether their open alerts go on. Pure. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { alertIdOf } from "@greenhouse/domain/alerts/ids";
import { quantityOf } from "@greenhouse/domain/words/sentence";
import { isOfOutput, type OpenAlert } from "@greenhouse/domain/alerts/model";
import { counts, findingsOf, isWatched } from "@greenhouse/domain/alerts/findings";
import {
  conditionOf,
  hasExcluded,
  isWhollyExcluded,
  quantitiesOf,
} from "@greenhouse/domain/alerts/condition";
import type { Condition } from "@greenhouse/domain/alerts/condition";
import type { Limits } from "@greenhouse/domain/alerts/findings";
import { parseLastSeen } from "@greenhouse/domain/history/last-seen";
import { stillHolds } from "@greenhouse/domain/quantities/margins";
import {
  boundsAt,
  type Measurement,
  type Quantity,
} from "@greenhouse/domain/quantities/measurements";
import { missingSince } from "@greenhouse/domain/alerts/missing-since";
import type { KnownOutput } from "@greenhouse/domain/outputs/model";
import { outputFindingsOf } from "@greenhouse/domain/outputs/findings";
import { planFindingsOf } from "@greenhouse/domain/outputs/plan-findings";
import { isNight } from "@greenhouse/domain/sun";
import type { CheckedPlan } from "../plans/check-plans";
import type { Finding } from "./alert-records";
import type { FarmRecords, Sensor } from "./read-farm";

export interface CheckedSensor {
  readonly sensor: Sensor;
  readonly greenhouseName: string;
  readonly condition: Condition;
  readonly limits: Limits;
  readonly outputs: readonly KnownOutput[];
  /** The plans of these outputs. */
  readonly plans: readonly CheckedPlan[];
  /** When the quantity was last measured, if that is too long ago. */
  readonly missingSince: (quantity: Quantity) => number | undefined;
}

const NEVER_SEEN = parseLastSeen(undefined);

/** Returns the sensors by uid. @param now Unix milliseconds */
export function checkSensors(farm: FarmRecords, now: number): ReadonlyMap<string, CheckedSensor> {
  const { settings, place, lastSeen } = farm;
  const outputsOf = Map.groupBy(farm.outputs, ({ uid }) => uid);
  const plansOf = Map.groupBy(farm.checkedPlans, ({ id }) => id.uid);
  return new Map(
    farm.sensors.flatMap((sensor) => {
      const greenhouse = farm.greenhouses.get(sensor.greenhouse);
      if (greenhouse === undefined) return [];
      const { uid } = sensor;
      const seen = lastSeen.get(uid) ?? NEVER_SEEN;
      const silentAfterMs = settings.silentAfterMinutes * MINUTE_MS;
      const condition = conditionOf(uid, greenhouse, seen, silentAfterMs, now);
      const limits: Limits = {
        thresholds: greenhouse.thresholds,
        isNight: place !== undefined && isNight(now, place),
        lowBattery: settings.lowBatteryPercent,
        watchesSilence: settings.silentAfterMinutes > 0,
      };
      const outputs = outputsOf.get(uid) ?? [];
      const plans = plansOf.get(uid) ?? [];
      const checked = {
        sensor,
        greenhouseName: greenhouse.name,
        condition,
        limits,
        outputs,
        plans,
      };
      const since = (quantity: Quantity) => missingSince(quantity, seen, silentAfterMs, now);
      return [[uid, { ...checked, missingSince: since }] as const];
    }),
  );
}

export interface FindingOfSensor {
  readonly finding: Finding;
  readonly sensor: CheckedSensor;
}

/** Returns the findings of all sensors and outputs, by the id of their alert. @param now Unix milliseconds */
export function findAll(
  sensors: ReadonlyMap<string, CheckedSensor>,
  open: FarmRecords["state"]["open"],
  now: number,
): ReadonlyMap<string, FindingOfSensor> {
  const found = new Map<string, FindingOfSensor>();
  for (const [uid, sensor] of sensors) {
    const { limits, condition, outputs, plans } = sensor;
    const findings: readonly Finding[] = [
      ...findingsOf(limits, condition, sensor.sensor.role),
      ...outputs.flatMap((knownOutput) => {
        const id = alertIdOf({ kind: "unapplied", uid, output: knownOutput.output });
        return outputFindingsOf(knownOutput, now, open.has(id));
      }),
      ...plans.flatMap((checked) => planFindingsOf(checked, now)),
    ];
    for (const finding of findings) {
      found.set(alertIdOf({ ...finding, uid }), { finding, sensor });
    }
  }
  return found;
}

/**
 * Whether the farm still watches the subject of the alert. Its sensor must be in the same greenhouse. Its output must be
 * defined, or a threshold in the same direction must apply, by day or by night.
 */
export function isStillWatched(
  about: Pick<OpenAlert, "kind" | "measurement" | "output" | "greenhouse">,
  { sensor, limits, outputs, plans }: CheckedSensor,
  { settings }: FarmRecords,
): boolean {
  const { kind, measurement, output, greenhouse } = about;
  if (sensor.greenhouse !== greenhouse) return false;
  const { thresholds, lowBattery } = limits;
  const bounds =
    measurement !== undefined && counts(measurement, sensor.role)
      ? thresholds[measurement]
      : undefined;
  switch (kind) {
    case "below":
      return bounds?.min !== undefined || bounds?.nightMin !== undefined;
    case "above":
      return bounds?.max !== undefined || bounds?.nightMax !== undefined;
    case "silent":
      return (
        settings.silentAfterMinutes > 0 &&
        (measurement === undefined || isWatched(measurement as Measurement, thresholds))
      );
    case "battery":
      return lowBattery > 0 && thresholds.battery === undefined;
    case "fault":
      return true;
    case "unapplied":
    case "limit":
    case "manual":
      return outputs.some((candidate) => candidate.output === output);
    case "blind":
    case "ineffective":
      return plans.some(({ id }) => id.output === output);
  }
}

/** Whether people have excluded what the alert is about. A silent probe is missed again after the exclusion. */
export function isAboutExcluded(
  alert: Pick<OpenAlert, "kind" | "measurement">,
  { condition }: Pick<CheckedSensor, "condition">,
): boolean {
  const { kind, measurement } = alert;
  if (isOfOutput(kind)) return false;
  if (kind !== "silent") return hasExcluded(quantityOf(alert), condition);
  if (measurement === undefined) return isWhollyExcluded(condition);
  const { values } = condition;
  return hasExcluded(measurement, condition) && values[measurement as Measurement] === undefined;
}

/**
 * Whether an alert without a finding is over: a value that the sensor has sent shows it. A silent sensor keeps its
 * alerts.
 */
export function isOver(alert: OpenAlert, { condition, limits }: CheckedSensor): boolean {
  const { kind } = alert;
  // The order can end such an alert, not only the board's report.
  if (isOfOutput(kind)) return true;
  const { freshness } = condition;
  if (freshness === "silent" || freshness === "never") return false;
  // A probe that no longer sends while its board does may have been removed. It is no longer faulty.
  if (kind === "silent" || kind === "fault") return true;
  const quantity = quantityOf(alert);
  const value = quantitiesOf(condition)[quantity];
  if (value === undefined) return false;
  const bounds =
    kind === "battery"
      ? { min: limits.lowBattery }
      : boundsAt(limits.thresholds[quantity] ?? {}, limits.isNight);
  return !stillHolds(kind, quantity, value, bounds);
}
