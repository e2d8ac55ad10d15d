/** The newest values are those of the newest reading, in whatever order writes are stored and confirmed. */

import { NewestReadings } from "../../../../functions/src/sensor-data/newest";
import type { PlannedReading } from "../../../../functions/src/sensor-data/plan";

const NOW = 1_700_000_000_000;

function reading(seconds: number, uid = "a", greenhouse = "g"): PlannedReading {
  const registered = { farmId: "f", greenhouse, sensorName: uid, sensorType: "SHT31" };
  return {
    ...registered,
    index: 0,
    uid,
    measurements: { light: seconds },
    updatedAt: NOW + seconds * 1_000,
    arrivedMs: NOW + 60_000,
    key: "key",
    entryKey: `entry-${seconds}`,
    replacesNewest: true,
    isSignOfLife: false,
  };
}

type Outcome = "stored" | "denied" | "unknown";

interface Case {
  readonly name: string;
  /** The two writes are under way together. */
  readonly older: PlannedReading;
  readonly newer: PlannedReading;
  /** How they end, in this order. */
  readonly ends: readonly (readonly ["older" | "newer", Outcome])[];
  readonly isWrittenAgain: boolean;
}

const sensors = [
  { of: "one sensor", older: reading(1), newer: reading(2) },
  { of: "two sensors of a greenhouse", older: reading(1, "b"), newer: reading(2) },
];
const cases: readonly Case[] = sensors.flatMap(({ of, older, newer }) =>
  (
    [
      ["the older confirmed first", ["older", "stored"], ["newer", "stored"], true],
      ["the newer confirmed first", ["newer", "stored"], ["older", "stored"], true],
      ["the older not confirmed, first", ["older", "unknown"], ["newer", "stored"], true],
      ["the older not confirmed, last", ["newer", "stored"], ["older", "unknown"], true],
      ["the older denied, first", ["older", "denied"], ["newer", "stored"], false],
      ["the older denied, last", ["newer", "stored"], ["older", "denied"], false],
      ["the newer not confirmed", ["older", "stored"], ["newer", "unknown"], false],
      ["the newer denied", ["older", "stored"], ["newer", "denied"], false],
    ] as const
  ).map(([order, first, second, isWrittenAgain]) => {
    return { name: `${of}: ${order}`, older, newer, ends: [first, second], isWrittenAgain };
  }),
);

test.each(cases)("$name", ({ older, newer, ends, isWrittenAgain }) => {
  for (const first of ["older", "newer"]) {
    const newest = new NewestReadings();
    const begin = { older: () => newest.begin([older]), newer: () => newest.begin([newer]) };
    const writes =
      first === "older"
        ? { older: begin.older(), newer: begin.newer() }
        : { newer: begin.newer(), older: begin.older() };
    const again = ends.flatMap(([which, outcome]) => newest.end(writes[which], outcome));
    expect(again).toEqual(isWrittenAgain ? [newer] : []);
    expect(newest.keysUnderWay).toBe(0);
  }
});

test("writes one after the other are not written again, nor those of other greenhouses", () => {
  const newest = new NewestReadings();
  for (const each of [reading(1), reading(2), reading(1, "b"), reading(3)]) {
    expect(newest.end(newest.begin([each]), "stored")).toEqual([]);
  }
  const writes = [reading(4), reading(5, "c", "h")].map((each) => newest.begin([each]));
  expect(writes.flatMap((each) => newest.end(each, "stored"))).toEqual([]);
});

test("a write that was never confirmed makes the next newer one be written again, once", () => {
  const newest = new NewestReadings();
  newest.end(newest.begin([reading(1)]), "unknown");
  // The board sends it again: the values are the same, whichever is stored last.
  expect(newest.end(newest.begin([reading(1)]), "stored")).toEqual([]);
  newest.end(newest.begin([reading(2)]), "unknown");
  expect(newest.end(newest.begin([reading(3)]), "stored")).toEqual([reading(3)]);
  expect(newest.end(newest.begin([reading(4)]), "stored")).toEqual([]);
});

test("a reading that is written again while an older one ends is written once more", () => {
  const newest = new NewestReadings();
  const [older, newer, oldest] = [reading(1), reading(2), reading(0)].map((each) => {
    return { each, write: newest.begin([each]) };
  });
  newest.end(older!.write, "stored");
  const again = newest.end(newer!.write, "stored");
  const restoring = newest.begin(again);
  expect(newest.end(oldest!.write, "stored")).toEqual([newer!.each]);
  expect(newest.end(restoring, "stored")).toEqual([newer!.each]);
});

test("what was stored meanwhile by another sensor is written with it", () => {
  const newest = new NewestReadings();
  const [older, newer] = [newest.begin([reading(1)]), newest.begin([reading(2)])];
  newest.end(newest.begin([reading(3, "b")]), "stored");
  newest.end(older, "stored");
  const again = newest.end(newer, "stored");
  expect(again).toHaveLength(2);
  expect(again).toEqual(expect.arrayContaining([reading(2), reading(3, "b")]));
});

test("nothing is kept of writes that ended", () => {
  const newest = new NewestReadings();
  for (let index = 0; index < 30_000; index += 1) {
    const outcome = (["stored", "denied", "unknown"] as const)[index % 3]!;
    newest.end(newest.begin([reading(1, `sensor-${index}`)]), outcome);
  }
  expect(newest.keysUnderWay).toBe(0);
});
