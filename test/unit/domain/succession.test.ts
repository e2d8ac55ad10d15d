/** Sensors that replace others: which sensor a reading belongs to. */

import {
  continuationIn,
  continuationsIn,
  createSuccession,
  NO_SUCCESSION,
} from "@greenhouse/domain/identity/succession";
import type { Continuation } from "@greenhouse/domain/identity/succession";
import { fc } from "rtdb-emulator/testing/properties";

const continues = (uid: string, replaced: string, continuesFrom: number): Continuation => ({
  uid,
  continues: replaced,
  continuesFrom,
});

test.each([
  ["a replacement", { continues: "old", continuesFrom: 5 }, continues("new", "old", 5)],
  ["no other sensor", { continuesFrom: 5 }, undefined],
  ["no time", { continues: "old" }, undefined],
  ["itself", { continues: "new", continuesFrom: 5 }, undefined],
])("a registration names %s", (_, registration, expected) => {
  expect(continuationIn("new", registration)).toEqual(expected);
});

test("a farm's registrations name every replacement", () => {
  const registrations = { new: { continues: "old", continuesFrom: 5 }, old: {}, odd: 1 };
  expect(continuationsIn(registrations)).toEqual([continues("new", "old", 5)]);
  expect(continuationsIn(null)).toEqual([]);
});

test("a chain of devices is one sensor, and each has its part of the past", () => {
  const { ownerOf, predecessorsOf, isEmpty } = createSuccession([
    continues("c", "b", 20),
    continues("b", "a", 10),
    continues("z", "y", 5),
  ]);
  expect(isEmpty).toBe(false);
  expect(["a", "b", "c", "y", "x"].map((uid) => ownerOf(uid, 4))).toEqual([
    "c",
    "c",
    "c",
    "z",
    "x",
  ]);
  expect(["a", "b", "c"].map((uid) => ownerOf(uid, 10))).toEqual(["a", "c", "c"]);
  expect(["a", "b", "c"].map((uid) => ownerOf(uid, 20))).toEqual(["a", "b", "c"]);
  expect(predecessorsOf("c")).toEqual([
    { uid: "b", until: 20 },
    { uid: "a", until: 10 },
  ]);
  expect(predecessorsOf("a")).toEqual([]);
  expect(NO_SUCCESSION.isEmpty).toBe(true);
});

test("a device that was replaced before it replaced another has nothing of later", () => {
  const { predecessorsOf } = createSuccession([continues("c", "b", 10), continues("b", "a", 20)]);
  expect(predecessorsOf("c")).toEqual([
    { uid: "b", until: 10 },
    { uid: "a", until: 10 },
  ]);
});

test("of several sensors that continue the same one, the first has its readings, in any order", () => {
  const all = [continues("c", "a", 20), continues("b", "a", 10), continues("d", "a", 10)];
  for (const order of [all, all.toReversed()]) {
    const { ownerOf, predecessorsOf } = createSuccession(order);
    expect(ownerOf("a", 4)).toBe("b");
    expect(["b", "c", "d"].map((uid) => predecessorsOf(uid).length)).toEqual([1, 0, 0]);
  }
});

test("a device that came back has its own readings, and those of the device between", () => {
  const { ownerOf } = createSuccession([continues("b", "a", 10), continues("a", "b", 20)]);
  expect([ownerOf("a", 4), ownerOf("b", 15), ownerOf("a", 25)]).toEqual(["a", "a", "a"]);
});

test("circles end", () => {
  const { ownerOf, predecessorsOf } = createSuccession([
    continues("a", "b", 10),
    continues("b", "c", 10),
    continues("c", "a", 10),
  ]);
  expect(["a", "b", "c"].map((uid) => ownerOf(uid, 20))).toEqual(["a", "b", "c"]);
  expect(predecessorsOf("a").length).toBeLessThanOrEqual(20);
  expect(["a", "b", "c"]).toContain(ownerOf("a", 5));
});

test("a reading belongs to the sensor that lists its device, and to no other sensor of today", () => {
  const times = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(times, fc.nat(60), (unsorted, at) => {
      const chain = unsorted
        .toSorted((a, b) => a - b)
        .map((from, index) => continues(`s${index + 1}`, `s${index}`, from));
      const { ownerOf, predecessorsOf } = createSuccession(chain);
      const last = `s${chain.length}`;
      const ofLast = predecessorsOf(last);
      for (const [index] of chain.entries()) {
        const uid = `s${index}`;
        const until = ofLast.find((device) => device.uid === uid)?.until ?? -Infinity;
        expect([uid, at, ownerOf(uid, at) === last]).toEqual([uid, at, at < until]);
      }
      expect(ownerOf(last, at)).toBe(last);
    }),
  );
});
