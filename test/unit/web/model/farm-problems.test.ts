import { MINUTE_MS } from "@greenhouse/domain/time";
import type { GreenhouseFinding } from "../../../../web/src/model/findings/findings";
import { farmProblemsOf, waitingOf } from "../../../../web/src/model/findings/farm-problems";
import type { CheckedGreenhouse } from "../../../../web/src/model/findings/farm-problems";
import type { Sensor } from "../../../../web/src/model/farm/farm";
import type { SensorState } from "../../../../web/src/model/values/latest";

const NOW = Date.UTC(2026, 0, 2, 3);

function sensor(uid: string): Sensor {
  return { uid, name: `Air ${uid}`, type: "SHT31", greenhouse: "g", role: "air" };
}

function above(uid: string, value: number): GreenhouseFinding {
  return { kind: "above", measurement: "temperature", value, bound: 30, sensor: sensor(uid) };
}

function found(
  findings: readonly GreenhouseFinding[],
  states: ReadonlyMap<string, SensorState> = new Map(),
): readonly CheckedGreenhouse[] {
  return [
    { greenhouse: { id: "g", name: "Tomatoes", thresholds: {}, card: [] }, findings, states },
  ];
}

/** An alert as the jobs write it. */
function alert(kind: string, uid: string, minutesAgo: number, more: object = {}): object {
  const since = NOW - minutesAgo * MINUTE_MS;
  return {
    kind,
    uid,
    greenhouse: "g",
    sensorName: "Former name",
    greenhouseName: "Former house",
    measurement: "temperature",
    value: 30.4,
    bound: 30,
    since,
    raisedAt: since,
    ...more,
  };
}

test("combines a value beyond its bound with its alert, with newest value and present names", () => {
  const stored = { "above,temperature,a": alert("above", "a", 12) };
  const problems = farmProblemsOf(stored, found([above("a", 39)]), [sensor("a")]);
  expect(problems).toEqual([
    {
      id: "above,temperature,a",
      kind: "above",
      measurement: "temperature",
      value: 39,
      bound: 30,
      since: NOW - 12 * MINUTE_MS,
      uid: "a",
      sensorName: "Air a",
      greenhouse: "g",
      greenhouseName: "Tomatoes",
      isOver: false,
      alert: expect.objectContaining({ id: "above,temperature,a", sensorName: "Former name" }),
    },
  ]);
});

test("lists alerts without a current problem by present names; a removed sensor keeps its name", () => {
  const stored = {
    "above,temperature,a": alert("above", "a", 12),
    "above,temperature,gone": alert("above", "gone", 9),
  };
  const problems = farmProblemsOf(stored, found([]), [sensor("a")]);
  expect(problems.map(({ sensorName, value, isOver }) => [sensorName, value, isOver])).toEqual([
    ["Air a", 30.4, false],
    ["Former name", 30.4, false],
  ]);
});

test("marks an alert as over if its value is known and fine again", () => {
  const values = { temperature: { value: 21, at: NOW, isStale: false } };
  const fresh = { uid: "a", at: NOW, freshness: "fresh", values, isOneReading: false } as const;
  const stale = { ...fresh, values: { temperature: { ...values.temperature, isStale: true } } };
  const stored = { "above,temperature,a": alert("above", "a", 12) };
  const isOver = (state: SensorState): boolean | undefined =>
    farmProblemsOf(stored, found([], new Map([["a", state]])), [])[0]?.isOver;
  expect([isOver(fresh), isOver(stale)]).toEqual([true, false]);
});

test("dates a problem without an alert from its observed start, and silence from the last reading", () => {
  const begunAt = NOW - MINUTE_MS;
  const silent: GreenhouseFinding = {
    kind: "silent",
    since: NOW - 40 * MINUTE_MS,
    sensor: sensor("b"),
  };
  const all = [{ ...above("a", 31), begunAt }, { ...silent, begunAt }, above("before", 30.5)];
  const problems = farmProblemsOf(null, found(all), []);
  expect(problems.map(({ uid, since }) => [uid, since])).toEqual([
    ["a", begunAt],
    ["before", undefined],
    ["b", NOW - 40 * MINUTE_MS],
  ]);
});

test("sorts by distance beyond the bound, then faults and silence, then batteries, the longest first", () => {
  const humid: GreenhouseFinding = {
    kind: "above",
    measurement: "humidity",
    value: 96,
    bound: 80,
    sensor: sensor("humid"),
  };
  const cold: GreenhouseFinding = {
    kind: "below",
    measurement: "temperature",
    value: 2,
    bound: 12,
    sensor: sensor("cold"),
  };
  const silent = (uid: string, minutesAgo: number): GreenhouseFinding => ({
    kind: "silent",
    since: NOW - minutesAgo * MINUTE_MS,
    sensor: sensor(uid),
  });
  const battery: GreenhouseFinding = {
    kind: "battery",
    value: 3,
    bound: 20,
    sensor: sensor("battery"),
  };
  const all = [battery, silent("b", 40), silent("a", 90), above("warm", 30.1), humid, cold];
  const order = (list: readonly GreenhouseFinding[]): readonly string[] =>
    farmProblemsOf(null, found(list), []).map(({ uid }) => uid);
  expect(order(all)).toEqual(["cold", "humid", "warm", "a", "b", "battery"]);
  expect(order(all.toReversed())).toEqual(order(all));
  const ten = Array.from({ length: 10 }, (_, index) => above(String(index), 30 + index));
  expect(order(ten)[0]).toBe("9");
});

test("counts problems that are neither acknowledged nor snoozed", () => {
  const changes = [{}, { acknowledgedBy: "ada" }, { snoozedUntil: NOW + 1 }, { snoozedUntil: NOW }];
  const stored = Object.fromEntries(
    changes.map((change, index) => [
      `above,temperature,${index}`,
      alert("above", String(index), 9, change),
    ]),
  );
  const all = farmProblemsOf(stored, found([above("unraised", 31)]), []);
  const waiting = waitingOf(all, NOW).map(({ uid }) => uid);
  expect(waiting.toSorted()).toEqual(["0", "3", "unraised"]);
});
