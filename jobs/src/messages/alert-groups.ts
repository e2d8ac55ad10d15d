/** The alerts of a message that are alike: those that it names, and those that it only counts. */

import type { NotifiedTransition } from "@greenhouse/domain/alerts/outbox";
import { alertsOf, type Notification } from "./notification";

/** Of one state, greenhouse, kind and quantity. */
export interface AlertGroup extends Pick<NotifiedTransition, "state" | "kind" | "measurement"> {
  /** The id; undefined: of several greenhouses. */
  readonly greenhouse?: string;
  readonly greenhouseName?: string;
  /** Those that are named, the worst first. */
  readonly alerts: readonly NotifiedTransition[];
  /** With those that are not named. */
  readonly count: number;
}

/** Alerts with the same are of one group. */
export function sharedIdOf(
  group: Pick<AlertGroup, "state" | "kind" | "measurement" | "greenhouse">,
): string {
  const { state, kind, measurement = "", greenhouse = "" } = group;
  return [state, kind, measurement, greenhouse].join();
}

/** The worst first. */
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

/** The alert of a message of one alone. */
export function onlyOf(groups: readonly AlertGroup[]): NotifiedTransition | undefined {
  return countOf(groups) === 1 ? groups[0]?.alerts[0] : undefined;
}
