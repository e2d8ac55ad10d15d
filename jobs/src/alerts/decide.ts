/**
 * Decides what one look at a farm changes: which alerts are raised, repeated or over. Pure: from what was read and the
 * time it computes one update, and what people are notified of.
 */

import { alertIdOf, type NotifiedAlert, type OpenAlert } from "../../../domain/src/alerts";
import { attentionOf, type Attention } from "../../../domain/src/attention";
import type { Update } from "../database";
import { lookAtSensors, type Looked } from "./looked";
import { closingFactOf, factOf, logEntryOf, quantityIn, raise, valueOf } from "./facts";
import { isOver, isStillWatched, mustRemind } from "./over";
import type { FarmRecords } from "./records";

export interface Decision {
  /** All that the look changes; empty where it changes nothing. */
  readonly update: Update;
  readonly notifications: Notifications;
}

/** What people are notified of, by alert id. */
export interface Notifications {
  readonly raised: Readonly<Record<string, NotifiedAlert>>;
  readonly reminded: Readonly<Record<string, NotifiedAlert>>;
  readonly cleared: Readonly<Record<string, NotifiedAlert>>;
}

/**
 * The time between two looks that count as two. Runs may overlap, and a look from before an outage of the jobs is too
 * old.
 */
const BETWEEN_LOOKS_MS = { least: 30_000, most: 5 * 60_000 };

/**
 * @param now Unix milliseconds
 * @param createPushKey for entries of the log
 */
export function decide(
  farm: FarmRecords,
  now: number,
  createPushKey: (now: number) => string,
): Decision {
  const path = `alerts/${farm.farmId}`;
  const { pending, open, version } = farm.state;
  const looked = lookAtSensors(farm, now);
  const found = findingsOf(looked);
  const update: Record<string, unknown> = {};
  const notifications = { raised: {}, reminded: {}, cleared: {} } as Record<
    keyof Notifications,
    Facts
  >;

  for (const [id, { finding, at }] of found) {
    const before = open.get(id);
    if (before !== undefined && before.greenhouse === at.sensor.greenhouse) continue;
    const seenAt = pending.get(id);
    const look = orderOf(seenAt, now);
    if (look === "first") update[`${path}/pending/${id}`] = { since: now };
    else if (seenAt !== undefined && look === "second") {
      const alert = raise(finding, at, seenAt, now);
      update[`${path}/open/${id}`] = alert;
      update[`${path}/pending/${id}`] = null;
      notifications.raised[id] = factOf(alert);
    }
  }
  for (const id of pending.keys()) if (!found.has(id)) update[`${path}/pending/${id}`] = null;

  const end = (id: string, alert: OpenAlert): void => {
    // If its sensor was moved, this look may raise the alert again.
    update[`${path}/open/${id}`] ??= null;
    update[`${path}/log/${createPushKey(now)}`] = logEntryOf(alert, now);
  };
  for (const [id, alert] of open) {
    const child = `${path}/open/${id}`;
    const about = looked.get(alert.uid);
    const finding = found.get(id)?.finding;
    const { clearingSince, snoozedUntil = 0 } = alert;
    if (about === undefined || !isStillWatched(alert, about, farm)) {
      // The condition may go on, but the farm no longer watches it.
      end(id, alert);
    } else if (finding !== undefined || !isOver(alert, about)) {
      Object.assign(update, goOn(alert, finding, child));
      if (!mustRemind(alert, now)) continue;
      update[`${child}/remindedAt`] = now;
      notifications.reminded[id] = { ...factOf(alert), ...(finding && valueOf(finding)) };
    } else if (orderOf(clearingSince, now) === "first") {
      update[`${child}/clearingSince`] = now;
    } else if (orderOf(clearingSince, now) === "second") {
      end(id, alert);
      if (snoozedUntil <= now)
        notifications.cleared[id] = closingFactOf(alert, about.condition, now);
    }
  }
  if (Object.keys(update).length > 0) update[`${path}/version`] = version + 1;
  return { update, notifications };
}

/**
 * Whether this look is the first or the second at what was seen at `seenAt`; undefined while it is too early for the
 * second.
 */
function orderOf(seenAt: number | undefined, now: number): "first" | "second" | undefined {
  const age = now - (seenAt ?? -Infinity);
  if (age > BETWEEN_LOOKS_MS.most) return "first";
  return age >= BETWEEN_LOOKS_MS.least ? "second" : undefined;
}

type Facts = Record<string, NotifiedAlert>;

export function mustNotify({ raised, reminded, cleared }: Notifications): boolean {
  return [raised, reminded, cleared].some((facts) => Object.keys(facts).length > 0);
}

interface Found {
  readonly finding: Attention;
  readonly at: Looked;
}

function findingsOf(looked: ReadonlyMap<string, Looked>): ReadonlyMap<string, Found> {
  const found = new Map<string, Found>();
  for (const [uid, at] of looked) {
    for (const finding of attentionOf(at.limits, at.condition, at.sensor.role)) {
      found.set(alertIdOf({ ...quantityIn(finding), kind: finding.kind, uid }), { finding, at });
    }
  }
  return found;
}

/** The update of an alert that goes on: its extreme, the bound that holds now, and that it is not about to be over. */
function goOn(alert: OpenAlert, finding: Attention | undefined, child: string): Update {
  const update: Record<string, unknown> = {};
  if (alert.clearingSince !== undefined) update[`${child}/clearingSince`] = null;
  if (finding === undefined || !("bound" in finding)) return update;
  const { value, bound } = finding;
  if (bound !== alert.bound) update[`${child}/bound`] = bound;
  const isWorse =
    alert.extreme === undefined ||
    (finding.kind === "above" ? value > alert.extreme : value < alert.extreme);
  if (isWorse) update[`${child}/extreme`] = value;
  return update;
}
