/** Messages for the tests: 22 November 2026, 03:04 in Berlin. */

import type { NotifiedAlert } from "../../../../domain/src/alerts";
import { alertIdOf } from "../../../../domain/src/alerts";
import type { Message } from "../../../../jobs/src/messages/message";

export const MINUTE = 60_000;
export const AT = Date.UTC(2026, 10, 22, 2, 4);
export const STOP = "https://example.web.app/unsubscribe?token=00ff&person=p1";

type State = "raised" | "reminded" | "cleared";

export function messageOf(alerts: Partial<Record<State, readonly NotifiedAlert[]>>): Message {
  const byId = Object.entries(alerts).map(([state, facts]) => [
    state,
    Object.fromEntries(facts.map((fact) => [alertIdOf(fact), fact])),
  ]);
  return {
    id: "-Oabc",
    farmId: "sunny-acres",
    farmName: "Sunny Acres",
    timeZone: "Europe/Berlin",
    pageUrl: "https://example.web.app",
    at: AT,
    ...(Object.fromEntries(byId) as Pick<Message, State>),
  };
}

export const frost: NotifiedAlert = {
  kind: "below",
  uid: "t-1",
  sensorName: "Air, north bench",
  greenhouse: "tomatoes",
  greenhouseName: "Tomatoes",
  measurement: "temperature",
  value: 2.1,
  bound: 5,
  since: AT - 23 * MINUTE,
  hour: { "60": 6.2, "40": 5.1, "20": 3.4, "0": 2.1 },
};

export const thawed: NotifiedAlert = {
  ...frost,
  since: AT - 151 * MINUTE,
  clearedAt: AT,
  extreme: 1.4,
  hour: { "60": 2.2, "20": 4.9, "0": 6.04 },
};

/** @param index from 0; the first sent the newest reading */
export function silentOne(
  index: number,
  greenhouse: string,
  greenhouseName: string,
): NotifiedAlert {
  return {
    kind: "silent",
    uid: `${greenhouse}-${index}`,
    sensorName: `Air ${index}`,
    greenhouse,
    greenhouseName,
    since: AT - (62 + index) * MINUTE,
  };
}

export function silentOnes(
  count: number,
  greenhouse: string,
  greenhouseName: string,
): NotifiedAlert[] {
  return Array.from({ length: count }, (_, index) => silentOne(index, greenhouse, greenhouseName));
}
