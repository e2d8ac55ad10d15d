/**
 * Composes the content of a notification: it names the worst alerts and counts the others. So it stays small, however many
 * alerts there are. Pure.
 */

import {
  MAX_CONTENT_BYTES,
  MAX_NAMED,
  type NotifiedTransition,
  type OtherAlerts,
  type OutboxNotification,
} from "@greenhouse/domain/alerts/outbox";
import { type Alert } from "@greenhouse/domain/alerts/model";
import type { Listed } from "@greenhouse/domain/alerts/records";
import { sharedIdOf } from "../messages/alert-groups";
import { isOpen, rank } from "../messages/notification";
import { pick } from "../pick";

export type NotificationContent = Pick<OutboxNotification, "alerts" | "others">;

/** Size limits for the named alerts, and for the named alerts together with the counts of each greenhouse. */
const NAMED_BYTES = MAX_CONTENT_BYTES / 2;
const COUNTED_BYTES = (MAX_CONTENT_BYTES * 7) / 8;

/** The fields that alerts of one count have in common. */
const GREENHOUSE_FIELDS = ["state", "kind", "measurement", "greenhouse", "greenhouseName"] as const;
const FARM_FIELDS = ["state", "kind"] as const;

/** Composes the content. @param counted alerts of which only the number is known */
function contentOf(
  alerts: readonly Listed<NotifiedTransition>[],
  counted: readonly OtherAlerts[] = [],
): NotificationContent {
  const ranked = rank(alerts).map(({ id, ...alert }) => [id, alert] as const);
  const named = takeWithin(ranked.slice(0, MAX_NAMED), NAMED_BYTES);
  const others = ranked.slice(named.length).map(([, alert]) => ({ ...alert, count: 1 }));
  const groups = count([...counted, ...others], GREENHOUSE_FIELDS);
  const byGreenhouse = groups
    .filter(([, { greenhouse }]) => greenhouse !== undefined)
    .toSorted(([, a], [, b]) => b.count - a.count);
  const kept = takeWithin(byGreenhouse, COUNTED_BYTES - sizeOf(named));
  const left = count(
    groups.filter((group) => !kept.includes(group)).map(([, other]) => other),
    FARM_FIELDS,
  );
  // The database stores no empty objects.
  return {
    ...(named.length > 0 && { alerts: Object.fromEntries(named) }),
    ...(groups.length > 0 && { others: Object.fromEntries([...kept, ...left]) }),
  };
}

/** Merges two notifications that wait. If both name an alert, the newer transition replaces the older. */
export function merge(older: NotificationContent, newer: NotificationContent): NotificationContent {
  const alerts = Object.entries({ ...older.alerts, ...newer.alerts });
  const others = [older, newer].flatMap((content) => Object.values(content.others ?? {}));
  return contentOf(
    alerts.map(([id, alert]) => ({ id, ...alert })),
    others,
  );
}

/** Lowers the counts of open alerts to the number of alerts that are open now. */
export function limitedToOpen(
  { alerts = {}, others = {} }: NotificationContent,
  open: readonly Alert[],
): NotificationContent {
  const counts = Object.entries(others).map(([id, other]) => {
    const isSame = ({ kind, greenhouse }: Alert): boolean =>
      kind === other.kind && greenhouse === (other.greenhouse ?? greenhouse);
    const maxCount = isOpen(other) ? open.filter(isSame).length : Infinity;
    return [id, { ...other, count: Math.min(other.count, maxCount) }] as const;
  });
  return { alerts, others: Object.fromEntries(counts.filter(([, { count }]) => count > 0)) };
}

type Counted = readonly (readonly [sharedId: string, other: OtherAlerts])[];

function count(
  others: readonly OtherAlerts[],
  common: typeof GREENHOUSE_FIELDS | typeof FARM_FIELDS,
): Counted {
  const groups = new Map<string, OtherAlerts>();
  for (const other of others) {
    const shared: Omit<OtherAlerts, "count"> = pick(other, common);
    const id = sharedIdOf(shared);
    const group = groups.get(id);
    const escalation = Math.max(group?.escalation ?? 0, other.escalation ?? 0);
    const sum = (group?.count ?? 0) + other.count;
    groups.set(id, { ...shared, ...(escalation > 0 && { escalation }), count: sum });
  }
  return [...groups];
}

/** Returns the first items that fit into this number of bytes. */
function takeWithin<T>(all: readonly T[], bytes: number): readonly T[] {
  let left = bytes;
  const end = all.findIndex((item) => (left -= sizeOf(item)) < 0);
  return end < 0 ? all : all.slice(0, end);
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
