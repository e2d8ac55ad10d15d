/**
 * Decides the transitions of one check of a farm: which alerts are raised, repeated or over, and which were reported
 * late. Pure: it computes the updates of the database and the transitions from the farm's records and the time.
 */

import { MINUTE_MS, SECOND_MS } from "@greenhouse/domain/time";
import { type OpenAlert } from "@greenhouse/domain/alerts/model";
import {
  isSnoozed,
  isAwaitingAnswer,
  notifiedBefore,
  notifiedNow,
} from "@greenhouse/domain/alerts/escalation";
import type { Update } from "../database";
import type { Transition } from "../outbox/transition";
import {
  closedTransitionOf,
  logEntryOf,
  openTransitionOf,
  raise,
  renew,
  type Finding,
} from "./alert-records";
import { lateUpdatesOf } from "./late-alerts";
import type { FarmRecords } from "./read-farm";
import {
  checkSensors,
  findAll,
  isAboutExcluded,
  isOver,
  isStillWatched,
  type CheckedSensor,
  type FindingOfSensor,
} from "./checked-sensors";

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

type Fields<T> = { readonly [Name in keyof T]?: T[Name] | undefined };

/** The records, findings and time of one check. */
interface Check {
  readonly farm: FarmRecords;
  readonly sensors: ReadonlyMap<string, CheckedSensor>;
  readonly found: ReadonlyMap<string, FindingOfSensor>;
  /** Unix milliseconds. */
  readonly now: number;
  readonly createPushKey: (now: number) => string;
}

/** The decision of a check about one alert. */
interface AlertDecision extends AlertUpdate {
  /** The open alert after the check; undefined if there is none. */
  readonly next: OpenAlert | undefined;
}

/**
 * @param now Unix milliseconds
 * @param createPushKey for entries of the log
 */
export function decide(
  farm: FarmRecords,
  now: number,
  createPushKey: (now: number) => string,
): Decision {
  const { state } = farm;
  const sensors = checkSensors(farm, now);
  const found = findAll(sensors, state.open, now);
  const check: Check = { farm, sensors, found, now, createPushKey };
  const ids = new Set([...found.keys(), ...state.open.keys(), ...state.pending.keys()]);
  const decisions = [...ids].map((id) => decideAlert(id, check));
  const late = lateUpdatesOf(farm, sensors, now, createPushKey);
  return {
    updates: [...decisions, ...late].filter(({ update }) => Object.keys(update).length > 0),
    unanswered: decisions.filter(({ next }) => next && isAwaitingAnswer(next, now)).length,
  };
}

function decideAlert(id: string, check: Check): AlertDecision {
  const alert = check.farm.state.open.get(id);
  const opened = open(id, check);
  if (alert === undefined) return opened;
  // A sensor that was moved closes its alert in the old greenhouse, and may open it in the new greenhouse.
  const continued = continueAlert(id, alert, check);
  const transition = continued.transition ?? opened.transition;
  return {
    update: { ...continued.update, ...opened.update },
    next: opened.next ?? continued.next,
    ...(transition && { transition }),
  };
}

/**
 * Marks a finding as pending. The second check with the finding opens an alert, unless the greenhouse has this alert
 * already.
 */
function open(id: string, { farm, found, now }: Check): AlertDecision {
  const { farmId, state } = farm;
  const seenAt = state.pending.get(id);
  const pending = `alerts/${farmId}/pending/${id}`;
  const { finding, sensor } = found.get(id) ?? {};
  if (finding === undefined || sensor === undefined) {
    return { update: seenAt === undefined ? {} : { [pending]: null }, next: undefined };
  }
  const isOpen = state.open.get(id)?.greenhouse === sensor.sensor.greenhouse;
  const checkNumber = checkNumberOf(seenAt, now);
  if (isOpen || checkNumber === undefined) return { update: {}, next: undefined };
  if (checkNumber === "first" || seenAt === undefined) {
    return { update: { [pending]: { since: now } }, next: undefined };
  }
  const alert = raise(finding, sensor, seenAt, now);
  return {
    update: { [`alerts/${farmId}/open/${id}`]: alert, [pending]: null },
    transition: {
      alert: { id, ...openTransitionOf("raised", alert, sensor, now) },
      to: notifiedBefore(alert),
    },
    next: alert,
  };
}

/** Closes an open alert after the second check that finds it over. Until then the alert escalates. */
function continueAlert(id: string, alert: OpenAlert, check: Check): AlertDecision {
  const { farm, sensors, found, now } = check;
  const sensor = sensors.get(alert.uid);
  // The finding may still hold, but the farm no longer watches it.
  if (sensor === undefined || !isStillWatched(alert, sensor, farm)) return remove(id, alert, check);
  if (isAboutExcluded(alert, sensor)) return remove(id, alert, check);
  const finding = found.get(id)?.finding;
  if (finding !== undefined || !isOver(alert, sensor)) {
    return escalate(id, alert, { finding, sensor }, check);
  }
  switch (checkNumberOf(alert.clearingSince, now)) {
    case "first":
      return { update: { [`${openPath(id, check)}/clearingSince`]: now }, next: alert };
    case "second":
      return close(id, alert, sensor, check);
    case undefined:
      return { update: {}, next: alert };
  }
}

/** Stores what has changed about an open alert. Notifies people of an acknowledgement, or reminds them. */
function escalate(
  id: string,
  alert: OpenAlert,
  { finding, sensor }: { readonly finding: Finding | undefined; readonly sensor: CheckedSensor },
  check: Check,
): AlertDecision {
  const { now } = check;
  const { acknowledgedBy: by, announced } = alert;
  const renewed = renew(alert, finding, sensor, now);
  const before = notifiedBefore(renewed);
  const isNews = by !== undefined && by !== announced;
  const to = isNews ? before : notifiedNow(renewed, now);
  const isReminded = !isNews && to.length > 0;
  const update = changesOf(openPath(id, check), alert, {
    ...renewed,
    announced: by,
    clearingSince: undefined,
    ...(isReminded && { remindedAt: now }),
  });
  if (to.length === 0) return { update, next: renewed };
  const transition = openTransitionOf(isNews ? "acknowledged" : "reminded", renewed, sensor, now);
  const newTo = isReminded ? to.filter((minutes) => !before.includes(minutes)) : [];
  return {
    update,
    transition: { alert: { id, ...transition }, to, newTo, ...(isNews && { by }) },
    next: renewed,
  };
}

/** Closes an alert, and notifies the people who know it, unless somebody has snoozed it. */
function close(
  id: string,
  alert: OpenAlert,
  { condition }: CheckedSensor,
  check: Check,
): AlertDecision {
  const { now } = check;
  const { acknowledgedBy: by } = alert;
  const removed = remove(id, alert, check);
  if (isSnoozed(alert, now)) return removed;
  const closed = { id, ...closedTransitionOf(alert, condition, now) };
  return {
    ...removed,
    transition: { alert: closed, to: notifiedBefore(alert), ...(by && { by }) },
  };
}

/** Moves an alert to the log, and notifies nobody. */
function remove(id: string, alert: OpenAlert, check: Check): AlertDecision {
  const { farm, now, createPushKey } = check;
  const entry = `alerts/${farm.farmId}/log/${createPushKey(now)}`;
  return {
    update: { [openPath(id, check)]: null, [entry]: logEntryOf(alert, now) },
    next: undefined,
  };
}

function openPath(id: string, { farm }: Pick<Check, "farm">): string {
  return `alerts/${farm.farmId}/open/${id}`;
}

/** Returns an update of the fields that differ. */
function changesOf(path: string, alert: OpenAlert, next: Fields<OpenAlert>): Update {
  const changed = Object.entries(next).filter(
    ([name, value]) => value !== alert[name as keyof OpenAlert],
  );
  return Object.fromEntries(changed.map(([name, value]) => [`${path}/${name}`, value ?? null]));
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
