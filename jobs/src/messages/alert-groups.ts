/** Groups the similar alerts of a notification: the alerts that it names, and the alerts that it only counts. */

import type { NotifiedTransition } from "@greenhouse/domain/alerts/outbox";
import { alertsOf, type Notification } from "./notification";

/** Alerts of the same transition, greenhouse, kind and quantity. */
export interface AlertGroup extends Pick<NotifiedTransition, "state" | "kind" | "measurement"> {
  /** The greenhouse's id; undefined for several greenhouses. */
  readonly greenhouse?: string;
  readonly greenhouseName?: string;
  /** The named alerts, the worst first. */
  readonly alerts: readonly NotifiedTransition[];
  /** The number of all alerts, named or not. */
  readonly count: number;
}

/** Returns the same id for all alerts of a group. */
export function sharedIdOf(
  group: Pick<AlertGroup, "state" | "kind" | "measurement" | "greenhouse">,
): string {
  const { state, kind, measurement = "", greenhouse = "" } = group;
  return [state, kind, measurement, greenhouse].join();
}

/** Returns the groups, the worst first. */
export function alertGroupsOf(
  notification: Pick<Notification, "alerts" | "others">,
): readonly AlertGroup[] {
  const parts: readonly AlertGroup[] = [
    ...alertsOf(notification).map((alert) => ({ ...alert, alerts: [alert], count: 1 })),
    ...Object.values(notification.others ?? {}).map((other) => ({ ...other, alerts: [] })),
  ];
  const groups = new Map<string, AlertGroup>();
  for (const part of parts) {
    const id = sharedIdOf(part);
    const { alerts, count } = groups.get(id) ?? { alerts: [], count: 0 };
    groups.set(id, {
      ...(groups.get(id) ?? part),
      alerts: [...alerts, ...part.alerts],
      count: count + part.count,
    });
  }
  return [...groups.values()];
}

export function countOf(groups: readonly AlertGroup[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}

/** Returns the alert if there is only one; undefined otherwise. */
export function onlyOf(groups: readonly AlertGroup[]): NotifiedTransition | undefined {
  return countOf(groups) === 1 ? groups[0]?.alerts[0] : undefined;
}
