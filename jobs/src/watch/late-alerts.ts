/**
 * Records the findings of late readings (jobs/src/rollups/late-readings.ts) in the log, and makes one transition of them.
 * It opens no alert, because the finding no longer holds. Pure.
 */

import { HOUR_MS } from "@greenhouse/domain/time";
import { AFTER_MINUTES } from "@greenhouse/domain/alerts/people";
import { alertIdOf, lateIdOf } from "@greenhouse/domain/alerts/ids";
import {
  type Alert,
  type LateFinding,
  type LoggedAlert,
  type OpenAlert,
} from "@greenhouse/domain/alerts/model";
import type { Listed } from "@greenhouse/domain/alerts/records";
import { excessOf } from "@greenhouse/domain/quantities/margins";
import { byExcess, spellsOf } from "../rollups/late-readings";
import { pick } from "../pick";
import { SHARED_FIELDS } from "./alert-records";
import type { AlertUpdate } from "./decide";
import type { FarmRecords } from "./read-farm";
import { isStillWatched, type CheckedSensor } from "./checked-sensors";

/** An alert that was open within this time of a value has already told people of the value. */
const MAX_DISTANCE_MS = HOUR_MS;
/** Within this time, late values of one sensor, kind and quantity are reported only once. */
export const SAME_DAY_MS = 12 * HOUR_MS;
/** An older finding is from before alerts were switched off and on again. */
const MAX_WAIT_MS = 24 * HOUR_MS;

/** Makes one update for each sensor, kind and quantity. The log gets every spell, the notification only the worst. */
export function lateUpdatesOf(
  farm: FarmRecords,
  sensors: ReadonlyMap<string, CheckedSensor>,
  now: number,
  createPushKey: (now: number) => string,
): readonly AlertUpdate[] {
  const { farmId, state } = farm;
  const groups = Map.groupBy(state.late, alertIdOf);
  return [...groups.values()].map((findings): AlertUpdate => {
    const spells = newSpellsOf(
      findings.filter((finding) => isDue(finding, sensors, farm, now)),
      farm,
    );
    const entries = spells.flatMap((spell) => entryOf(spell, sensors, now));
    const update = Object.fromEntries([
      ...findings.map(({ id }) => [`alerts/${farmId}/late/${id}`, null] as const),
      ...entries.map((entry) => [`alerts/${farmId}/log/${createPushKey(now)}`, entry] as const),
    ]);
    const [worst] = entries;
    if (worst === undefined) return { update };
    const late = {
      ...pick(worst, [...SHARED_FIELDS, "value", "clearedAt"]),
      state: "late" as const,
    };
    return { update, transition: { alert: { ...late, id: lateIdOf(late) }, to: AFTER_MINUTES } };
  });
}

/** Whether the finding is new enough, and the farm still watches its subject. */
function isDue(
  finding: LateFinding,
  sensors: ReadonlyMap<string, CheckedSensor>,
  farm: FarmRecords,
  now: number,
): boolean {
  const sensor = sensors.get(finding.uid);
  if (sensor === undefined || now - finding.foundAt > MAX_WAIT_MS) return false;
  return isStillWatched(finding, sensor, farm);
}

/**
 * Returns the spells that no alert has reported, the worst first, and at most one within SAME_DAY_MS.
 * @param findings of one kind and sensor
 */
function newSpellsOf(
  findings: readonly Listed<LateFinding>[],
  { state }: Pick<FarmRecords, "state">,
): readonly LateFinding[] {
  const [first] = findings;
  if (first === undefined) return [];
  const isSame = (alert: Alert): boolean =>
    alertIdOf(alert) === alertIdOf(first) && alert.greenhouse === first.greenhouse;
  const alerts = [...state.open.values(), ...state.logged].filter(isSame);
  const reportedLate = alerts.filter((alert) => "reportedAt" in alert).map(periodOf);
  const noticed = alerts.filter((alert) => !("reportedAt" in alert));
  const spells: LateFinding[] = [];
  for (const spell of byExcess(spellsOf(findings))) {
    const isSameDay = [...reportedLate, ...spells].some((other) =>
      isNear(other, spell, SAME_DAY_MS),
    );
    if (!isSameDay && !isCovered(spell, noticed)) spells.push(spell);
  }
  return spells;
}

/**
 * Whether the whole spell is within MAX_DISTANCE_MS of alerts. A much warmer frost alert does not count: its recipients
 * do not know how cold it was.
 */
function isCovered(spell: LateFinding, alerts: readonly (OpenAlert | LoggedAlert)[]): boolean {
  const periods = alerts
    .filter(
      ({ extreme, value }) =>
        excessOf({ ...spell, value: extreme ?? value }) >= excessOf(spell) - 1,
    )
    .map(periodOf);
  let uncoveredFrom = spell.since;
  for (const { since, until } of periods.toSorted((a, b) => a.since - b.since)) {
    if (since - MAX_DISTANCE_MS <= uncoveredFrom)
      uncoveredFrom = Math.max(uncoveredFrom, until + MAX_DISTANCE_MS + 1);
  }
  return uncoveredFrom > spell.until;
}

type Period = Pick<LateFinding, "since" | "until">;

/** An open alert has no end. */
function periodOf(alert: OpenAlert | LoggedAlert): Period {
  return { since: alert.since, until: "clearedAt" in alert ? alert.clearedAt : Infinity };
}

function isNear(a: Period, b: Period, withinMs: number): boolean {
  return a.since - withinMs <= b.until && b.since - withinMs <= a.until;
}

function entryOf(
  { kind, measurement, uid, greenhouse, value, bound, since, until }: LateFinding,
  sensors: ReadonlyMap<string, CheckedSensor>,
  now: number,
): readonly LoggedAlert[] {
  const checked = sensors.get(uid);
  if (checked === undefined) return [];
  const { sensor, greenhouseName } = checked;
  const names = { uid, sensorName: sensor.name, greenhouse, greenhouseName };
  const values = { kind, measurement, value, bound, extreme: value };
  return [{ ...names, ...values, since, clearedAt: until, raisedAt: now, reportedAt: now }];
}
