import { stateOf } from "../../../../web/src/model/latest";
import type { Reading } from "../../../../web/src/model/reading";

const MINUTE = 60_000;
const NOW = 1_700_000_000_000;

function reading(minutesAgo: number, values: Reading["values"]): Reading {
  const at = NOW - minutesAgo * MINUTE;
  return { key: `-${String(at)}`, uid: "air", at, values };
}

const nothing = { current: null, bySensor: null, isDayRead: true };

test("a sensor that never sent anything", () => {
  expect(stateOf("air", [], nothing, NOW)).toEqual({
    uid: "air",
    values: {},
    at: undefined,
    freshness: "never",
  });
});

test("each measurement keeps its newest value", () => {
  const readings = [reading(2, { temperature: 20, battery: 80 }), reading(1, { temperature: 21 })];
  expect(stateOf("air", readings, nothing, NOW)).toEqual({
    uid: "air",
    values: {
      temperature: { value: 21, at: NOW - MINUTE },
      battery: { value: 80, at: NOW - 2 * MINUTE },
    },
    at: NOW - MINUTE,
    freshness: "fresh",
  });
});

test("a value without its time is older than all that was read: the sensor is silent", () => {
  const stored = {
    current: { temperature: 5 },
    bySensor: { air: { temperature: 19 } },
    isDayRead: true,
  };
  expect(stateOf("air", [], stored, NOW)).toEqual({
    uid: "air",
    values: { temperature: { value: 19, at: undefined } },
    at: undefined,
    freshness: "silent",
  });
});

test("before the day was read nobody is called silent, nor said to have sent nothing", () => {
  const stored = { ...nothing, bySensor: { air: { temperature: 19 } }, isDayRead: false };
  expect(stateOf("air", [], stored, NOW).freshness).toBe("pending");
  expect(stateOf("other", [], stored, NOW).freshness).toBe("pending");
  expect(stateOf("air", [reading(1, {})], stored, NOW).freshness).toBe("fresh");
});

test("the record of the other layout has its own time", () => {
  const at = NOW - 3 * MINUTE;
  const stored = { ...nothing, current: { air: { humidity: 61, updatedAt: at } } };
  expect(stateOf("air", [], stored, NOW)).toEqual({
    uid: "air",
    values: { humidity: { value: 61, at } },
    at,
    freshness: "fresh",
  });
});

test("a sensor is as old as its own habit says", () => {
  const every = (step: number, last: number): Reading[] =>
    [4, 3, 2, 1, 0].map((place) => reading(last + place * step, { temperature: 20 }));
  const freshness = (readings: Reading[]): string =>
    stateOf("air", readings, nothing, NOW).freshness;
  expect(freshness(every(1, 4))).toBe("fresh");
  expect(freshness(every(1, 6))).toBe("old");
  expect(freshness(every(1, 16))).toBe("silent");
  expect(freshness(every(60, 70))).toBe("fresh");
  expect(freshness(every(60, 160))).toBe("old");
  expect(freshness(every(60, 310))).toBe("silent");
});
