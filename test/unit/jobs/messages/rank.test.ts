/** The order in which alerts are named. */

import { alertIdOf } from "@greenhouse/domain/alerts/ids";
import type { TransitionKind } from "@greenhouse/domain/alerts/outbox";
import { rank } from "../../../../jobs/src/messages/notification";
import { frost, silentOne } from "./fixtures";
import type { Fact } from "./fixtures";

function listed(name: string, state: TransitionKind, fact: Fact) {
  return { ...fact, id: alertIdOf(fact), state, sensorName: name };
}

test("sorts by answer, kind, escalation, quantity, distance from the bound, and age", () => {
  const humid = { ...frost, kind: "above", measurement: "humidity", value: 99, bound: 60 } as const;
  const battery = { ...silentOne(9, "t", "T"), kind: "battery", value: 1, bound: 20 } as const;
  const ordered = [
    listed("unanswered", "reminded", { ...frost, escalation: 2 }),
    listed("colder", "raised", { ...frost, uid: "t-2", value: 1 }),
    listed("cold", "raised", frost),
    listed("humid", "raised", humid),
    listed("longer silent", "raised", silentOne(2, "t", "T")),
    listed("silent", "raised", silentOne(1, "t", "T")),
    listed("battery", "raised", battery),
    listed("acknowledged", "acknowledged", frost),
    listed("over", "cleared", frost),
  ];
  const names = rank(ordered.toReversed()).map(({ sensorName }) => sensorName);
  expect(names).toEqual(ordered.map(({ sensorName }) => sensorName));
});

test("equal alerts are in the order of their ids", () => {
  const alike = ["a", "b", "c"].map((uid) => listed(uid, "raised", { ...frost, uid }));
  expect(rank(alike.toReversed())).toEqual(alike);
});
