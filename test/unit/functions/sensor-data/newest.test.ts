/** The newest values come from the newest reading, in any order in which writes are stored and confirmed. */

import fc from "fast-check";

import { NewestReadings } from "../../../../functions/src/sensor-data/newest";
import { planNewest, type PlannedReading } from "../../../../functions/src/sensor-data/plan";

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
  /** Two concurrent writes. */
  readonly older: PlannedReading;
  readonly newer: PlannedReading;
  /** The ends of the writes, in this order. */
  readonly ends: readonly (readonly ["older" | "newer", Outcome])[];
  readonly isWrittenAgain: boolean;
}

const cases = (
  [
    ["the older confirmed first", ["older", "stored"], ["newer", "stored"], true],
    ["the older not confirmed, last", ["newer", "stored"], ["older", "unknown"], true],
    ["the older denied, last", ["newer", "stored"], ["older", "denied"], false],
    ["the newer not confirmed", ["older", "stored"], ["newer", "unknown"], false],
    ["the newer denied", ["older", "stored"], ["newer", "denied"], false],
  ] as const
).map(([name, first, second, isWrittenAgain]): Case => ({
  name,
  older: reading(1, "b"),
  newer: reading(2),
  ends: [first, second],
  isWrittenAgain,
}));

test.each(cases)("$name", ({ older, newer, ends, isWrittenAgain }) => {
  for (const first of ["older", "newer"]) {
    const newest = new NewestReadings("hmac");
    const begin = { older: () => newest.begin([older]), newer: () => newest.begin([newer]) };
    const writes =
      first === "older"
        ? { older: begin.older(), newer: begin.newer() }
        : { newer: begin.newer(), older: begin.older() };
    const again = ends.flatMap(([age, outcome]) => newest.end(writes[age], outcome));
    expect(again).toEqual(isWrittenAgain ? [newer] : []);
    expect(newest.greenhousesUnderWay).toBe(0);
  }
});

test("does not rewrite consecutive writes, or writes of other greenhouses", () => {
  const newest = new NewestReadings("hmac");
  for (const entry of [reading(1), reading(2), reading(1, "b"), reading(3)]) {
    expect(newest.end(newest.begin([entry]), "stored")).toEqual([]);
  }
  const writes = [reading(4), reading(5, "c", "h")].map((entry) => newest.begin([entry]));
  expect(writes.flatMap((write) => newest.end(write, "stored"))).toEqual([]);
});

test("rewrites the next newer reading once after an unconfirmed write", () => {
  const newest = new NewestReadings("hmac");
  newest.end(newest.begin([reading(1)]), "unknown");
  // The board repeats the reading. The values are the same in any order.
  expect(newest.end(newest.begin([reading(1)]), "stored")).toEqual([]);
  newest.end(newest.begin([reading(2)]), "unknown");
  expect(newest.end(newest.begin([reading(3)]), "stored")).toEqual([reading(3)]);
  expect(newest.end(newest.begin([reading(4)]), "stored")).toEqual([]);
});

test("shares values only between writes of one sensor if the key is in the body", () => {
  const newest = new NewestReadings("key-in-body");
  const writes = [reading(1), reading(2, "b"), reading(3)].map((entry) => newest.begin([entry]));
  expect(writes.flatMap((write) => newest.end(write, "stored"))).toEqual([reading(3)]);
});

const measured = fc.subarray(["temperature", "humidity", "light"] as const);
const sent = fc.array(fc.record({ uid: fc.constantFrom("a", "b"), measured }), { maxLength: 6 });
const steps = fc.infiniteStream(fc.nat(1_000));

test("keeps the newest values in any order of starts, writes and confirmations", () => {
  fc.assert(
    fc.property(sent, steps, (all, numbers) => {
      const newest = new NewestReadings("hmac");
      const stored = new Map<string, PlannedReading>();
      const readings = all.map((entry, index) => {
        const measurements = Object.fromEntries(entry.measured.map((name) => [name, index]));
        return { ...reading(index, entry.uid), measurements };
      });
      const wanted = new Map(readings.flatMap((entry) => pathsOf(entry)));
      const pick = <T>(from: T[]): T => from.splice(numbers.next().value % from.length, 1)[0]!;
      // All writes start together. A later request has a newer reading, or does not change the newest values.
      let written = [...readings].map((entry) => [entry] as readonly PlannedReading[]);
      let updates = 0;
      while (written.length > 0) {
        const writes = written.map((entry) => ({ write: newest.begin(entry), isStored: false }));
        updates += writes.length;
        written = [];
        while (writes.length > 0) {
          const picked = pick(writes);
          if (picked.isStored) {
            const again = newest.end(picked.write, "stored");
            if (again.length > 0) written.push(again);
          } else {
            for (const [path, entry] of picked.write) stored.set(path, entry);
            writes.push({ ...picked, isStored: true });
          }
        }
      }
      expect(stored).toEqual(wanted);
      expect(updates).toBeLessThanOrEqual(readings.length + 1);
    }),
  );
});

function pathsOf(entry: PlannedReading): (readonly [string, PlannedReading])[] {
  return Object.keys(planNewest("hmac", entry)).map((path) => [path, entry] as const);
}

test("a newer reading in its earlier greenhouse does not make a moved sensor's reading old", () => {
  const newest = new NewestReadings("hmac");
  newest.end(newest.begin([reading(2)]), "stored");
  expect(newest.isNewest(reading(1))).toBe(false);
  expect(newest.isNewest(reading(1, "a", "elsewhere"))).toBe(true);
});
