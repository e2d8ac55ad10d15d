/** Notifications for the tests: 22 November 2026, 03:04 in Berlin. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import type {
  TransitionKind,
  NotifiedTransition,
  OtherAlerts,
} from "@greenhouse/domain/alerts/outbox";
import { alertIdOf, lateIdOf } from "@greenhouse/domain/alerts/ids";
import type { Notification } from "../../../../jobs/src/messages/notification";

export const AT = Date.UTC(2026, 10, 22, 2, 4);
export const STOP = "https://example.web.app/unsubscribe?token=00ff&person=p1";

/** An alert without its state. */
export type Fact = Omit<NotifiedTransition, "state">;

/** @param others alerts that are only counted */
export function messageOf(
  alerts: Partial<Record<TransitionKind, readonly Fact[]>>,
  others: readonly OtherAlerts[] = [],
): Notification {
  const named = Object.entries(alerts).flatMap(([state, facts]) =>
    facts.map(
      (fact) =>
        [
          (state === "late" ? lateIdOf : alertIdOf)(fact),
          { ...fact, state: state as TransitionKind },
        ] as const,
    ),
  );
  return {
    id: "-Oabc",
    farmId: "sunny-acres",
    farmName: "Sunny Acres",
    timeZone: "Europe/Berlin",
    pageUrl: "https://example.web.app",
    at: AT,
    alerts: Object.fromEntries(named),
    others: Object.fromEntries(others.map((group, index) => [String(index), group])),
  };
}

export const frost: Fact = {
  kind: "below",
  uid: "t-1",
  sensorName: "Air, north bench",
  greenhouse: "tomatoes",
  greenhouseName: "Tomatoes",
  measurement: "temperature",
  value: 2.1,
  bound: 5,
  since: AT - 23 * MINUTE_MS,
  hour: { "60": 6.2, "40": 5.1, "20": 3.4, "0": 2.1 },
};

export const thawed: Fact = {
  ...frost,
  since: AT - 151 * MINUTE_MS,
  clearedAt: AT,
  extreme: 1.4,
  hour: { "60": 2.2, "20": 4.9, "0": 6.04 },
};

/** @param index from 0; the first sensor sent the newest reading */
export function silentOne(index: number, greenhouse: string, greenhouseName: string): Fact {
  return {
    kind: "silent",
    uid: `${greenhouse}-${index}`,
    sensorName: `Air ${index}`,
    greenhouse,
    greenhouseName,
    since: AT - (62 + index) * MINUTE_MS,
  };
}

export function silentSensors(count: number, greenhouse: string, greenhouseName: string): Fact[] {
  return Array.from({ length: count }, (_, index) => silentOne(index, greenhouse, greenhouseName));
}

/** Nobody answered for half an hour. */
export const repeated: Fact = { ...frost, value: 1.2, extreme: 0.8, escalation: 2 };
