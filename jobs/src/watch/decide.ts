/**
 * Decides the transitions of one check of a farm: which alerts are raised, repeated or over, and which were reported
 * late. Pure: it computes the updates of the database and the transitions from the farm's records and the time.
 */

import { MINUTE_MS, SECOND_MS } from "@greenhouse/domain/time";
import { alertIdOf } from "@greenhouse/domain/alerts/ids";
import { type OpenAlert } from "@greenhouse/domain/alerts/model";
import { findingsOf } from "@greenhouse/domain/alerts/findings";
import {
  isSnoozed,
  isAwaitingAnswer,
  unansweredSince,
  notifiedBefore,
  notifiedNow,
} from "@greenhouse/domain/alerts/escalation";
import { outputFindingsOf } from "@greenhouse/domain/outputs/findings";
import type { Update } from "../database";
import type { Transition } from "../outbox/transition";
import {
  closedTransitionOf,
  logEntryOf,
  openTransitionOf,
  raise,
  type Finding,
} from "./alert-records";
import { lateUpdatesOf } from "./late-alerts";
import type { FarmRecords } from "./read-farm";
import { isOver, isStillWatched, checkSensors, type CheckedSensor } from "./checked-sensors";

/** The result of a check. */
export interface Decision {
  readonly updates: readonly AlertUpdate[];
  /** How many alerts of the farm wait for an answer after the check. */
  readonly unanswered: number;
}

/** The update of one alert's records, and the transition that people are notified of. */
export interface AlertUpdate {
  readonly update: Update;
  readonly transition?: Transition;
}

/**
 * Bounds of the time between the first and the second check of a finding. Runs may overlap, and a check from before an
 * outage of the jobs is too old.
 */
const MIN_CHECK_INTERVAL_MS = 30 * SECOND_MS;
const MAX_CHECK_INTERVAL_MS = 5 * MINUTE_MS;

/**
 * @param now Unix milliseconds
 * @param createPushKey for entries of the log
 */
export function decide(
  farm: FarmRecords,
  now: number,
  createPushKey: (now: number) => string,
): Decision {
  const { farmId, state } = farm;
  const sensors = checkSensors(farm, now);
  const found = findAll(sensors, state.open, now);

  /**
   * Marks a finding as pending. The second check with the finding raises an alert, unless the greenhouse has this alert
   * already.
   */
  const markOrRaise = (id: string): AlertUpdate => {
    const seenAt = state.pending.get(id);
    const pending = `alerts/${farmId}/pending/${id}`;
    const { finding, sensor } = found.get(id) ?? {};
    if (finding === undefined || sensor === undefined) {
      return { update: seenAt === undefined ? {} : { [pending]: null } };
    }
    if (state.open.get(id)?.greenhouse === sensor.sensor.greenhouse) return { update: {} };
    const check = checkNumberOf(seenAt, now);
    if (check === "first") return { update: { [pending]: { since: now } } };
    if (check === undefined || seenAt === undefined) return { update: {} };
    const alert = raise(finding, sensor, seenAt, now);
    return {
      update: { [`alerts/${farmId}/open/${id}`]: alert, [pending]: null },
      transition: {
        alert: { id, ...openTransitionOf("raised", alert, sensor, now) },
        to: notifiedBefore(alert),
      },
    };
  };

  /** Continues an open alert, or closes it after the second check that finds it over. */
  const continueOrClose = (id: string, alert: OpenAlert): AlertUpdate => {
    const child = `alerts/${farmId}/open/${id}`;
    const sensor = sensors.get(alert.uid);
    const end = (): Update => ({
      [child]: null,
      [`alerts/${farmId}/log/${createPushKey(now)}`]: logEntryOf(alert, now),
    });
    // The finding may still hold, but the farm no longer watches it.
    if (sensor === undefined || !isStillWatched(alert, sensor, farm)) return { update: end() };
    const { acknowledgedBy: by, announced, clearingSince } = alert;
    const finding = found.get(id)?.finding;
    if (finding === undefined && isOver(alert, sensor)) {
      const check = checkNumberOf(clearingSince, now);
      if (check === "first") return { update: { [`${child}/clearingSince`]: now } };
      if (check === undefined) return { update: {} };
      if (isSnoozed(alert, now)) return { update: end() };
      const closed = { id, ...closedTransitionOf(alert, sensor.condition, now) };
      return {
        update: end(),
        transition: { alert: closed, to: notifiedBefore(alert), ...(by && { by }) },
      };
    }
    const renewed = renew(alert, finding, sensor, now);
    const before = notifiedBefore(renewed);
    const isNews = by !== undefined && by !== announced;
    const to = isNews ? before : notifiedNow(renewed, now);
    const isReminded = !isNews && to.length > 0;
    const next = {
      ...renewed,
      announced: by,
      clearingSince: undefined,
      ...(isReminded && { remindedAt: now }),
    };
    const update: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(next)) {
      if (value !== alert[name as keyof OpenAlert]) update[`${child}/${name}`] = value ?? null;
    }
    if (to.length === 0) return { update };
    const open = openTransitionOf(isNews ? "acknowledged" : "reminded", renewed, sensor, now);
    const newTo = isReminded ? to.filter((minutes) => !before.includes(minutes)) : [];
    return { update, transition: { alert: { id, ...open }, to, newTo, ...(isNews && { by }) } };
  };

  let unanswered = 0;
  const updates = [
    ...new Set([...found.keys(), ...state.open.keys(), ...state.pending.keys()]),
  ].map((id): AlertUpdate => {
    const alert = state.open.get(id);
    const opened = markOrRaise(id);
    // A sensor that was moved closes its alert in the old greenhouse, and may raise it in the new greenhouse.
    const { update, transition = opened.transition } =
      alert === undefined ? opened : continueOrClose(id, alert);
    const merged = { ...update, ...opened.update };
    const next = merged[`alerts/${farmId}/open/${id}`];
    const isAwaitingNext =
      next === undefined ? alert && isAwaitingAnswer(alert, now) : next !== null;
    if (isAwaitingNext === true) unanswered += 1;
    return { update: merged, ...(transition && { transition }) };
  });
  const late = lateUpdatesOf(farm, sensors, now, createPushKey);
  return {
    updates: [...updates, ...late].filter(({ update }) => Object.keys(update).length > 0),
    unanswered,
  };
}

/**
 * Returns whether this check is the first or the second that sees a finding, or that sees an alert over. Returns
 * undefined while it is too early for the second.
 * @param seenAt time of the first such check; undefined before it
 */
function checkNumberOf(seenAt: number | undefined, now: number): "first" | "second" | undefined {
  const age = now - (seenAt ?? -Infinity);
  if (age > MAX_CHECK_INTERVAL_MS) return "first";
  return age >= MIN_CHECK_INTERVAL_MS ? "second" : undefined;
}

interface FindingOfSensor {
  readonly finding: Finding;
  readonly sensor: CheckedSensor;
}

function findAll(
  sensors: ReadonlyMap<string, CheckedSensor>,
  open: FarmRecords["state"]["open"],
  now: number,
): ReadonlyMap<string, FindingOfSensor> {
  const found = new Map<string, FindingOfSensor>();
  for (const [uid, sensor] of sensors) {
    const { limits, condition, outputs } = sensor;
    const findings: readonly Finding[] = [
      ...findingsOf(limits, condition, sensor.sensor.role),
      ...outputs.flatMap((knownOutput) => {
        const id = alertIdOf({ kind: "unapplied", uid, output: knownOutput.output });
        return outputFindingsOf(knownOutput, now, open.has(id));
      }),
    ];
    for (const finding of findings) {
      found.set(alertIdOf({ ...finding, uid }), { finding, sensor });
    }
  }
  return found;
}

/** Renews an open alert: its names, its bound, its extreme, and the time since which nobody answers. */
function renew(
  alert: OpenAlert,
  finding: Finding | undefined,
  { sensor, greenhouseName }: CheckedSensor,
  now: number,
): OpenAlert {
  const since = unansweredSince(alert, now);
  const isNewlyUnanswered = since !== (alert.unansweredSince ?? alert.raisedAt);
  const renewed: OpenAlert = {
    ...alert,
    sensorName: sensor.name,
    greenhouseName,
    ...(isNewlyUnanswered && {
      unansweredSince: since,
      notified: notifiedBefore(alert).at(-1) ?? 0,
    }),
  };
  if (finding === undefined) return renewed;
  const { kind, bound, value, outputName } = finding;
  if (outputName !== undefined) {
    // Another order may have come between two checks. Boards report the time of a manual change slightly differently
    // each time.
    const { since = renewed.since } = kind === "unapplied" ? finding : renewed;
    return { ...renewed, outputName, since, ...(value !== undefined && { value }) };
  }
  if (bound === undefined || value === undefined) return renewed;
  const { extreme = value } = alert;
  const worse = kind === "above" ? Math.max : Math.min;
  return { ...renewed, bound, extreme: worse(value, extreme) };
}
