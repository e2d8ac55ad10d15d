import { stateOf } from "../../../../web/src/model/latest";
import type { Reading } from "../../../../web/src/model/reading";

const MINUTE = 60_000;
const NOW = 1_700_000_000_000;

function reading(minutesAgo: number, values: Reading["values"]): Reading {
  const at = NOW - minutesAgo * MINUTE;
  return { key: `-${String(at)}`, uid: "air", at, values };
}

const unseen = { at: undefined, measured: {} };
const nothing = { current: null, bySensor: null, lastSeen: unseen, isDayRead: true };

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
      temperature: { value: 21, at: NOW - MINUTE, isStale: false },
      battery: { value: 80, at: NOW - 2 * MINUTE, isStale: false },
    },
    at: NOW - MINUTE,
    freshness: "fresh",
  });
});

test("a value without its time is older than all that was read: the sensor is silent", () => {
  const stored = {
    ...nothing,
    current: { temperature: 5 },
    bySensor: { air: { temperature: 19 } },
  };
  expect(stateOf("air", [], stored, NOW)).toEqual({
    uid: "air",
    values: { temperature: { value: 19, at: undefined, isStale: false } },
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
    values: { humidity: { value: 61, at, isStale: false } },
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

test("what the farm has set decides when a sensor is silent, and 0 means never", () => {
  const readings = [reading(70, { temperature: 20 })];
  const freshness = (silentAfter: number): string =>
    stateOf("air", readings, nothing, NOW, silentAfter).freshness;
  expect(freshness(60 * MINUTE)).toBe("silent");
  expect(freshness(80 * MINUTE)).toBe("old");
  expect(freshness(0)).toBe("old");
});

describe("with the times of lastSeen", () => {
  const HOUR = 60 * MINUTE;
  const day = Array.from({ length: 100 }, (_, index) => reading(100 - index, { humidity: 60 }));
  const bySensor = { air: { temperature: 21, humidity: 60, battery: 80 } };
  const seen = (measured: Readonly<Record<string, number>>): typeof nothing =>
    ({
      ...nothing,
      ...{ bySensor, lastSeen: { at: Math.max(...Object.values(measured)), measured } },
    }) as never;

  test("a dead probe of a live board is seen: its value is stale, at its own time", () => {
    const stored = seen({
      temperature: NOW - 20 * HOUR,
      humidity: NOW - MINUTE,
      battery: NOW - 20 * HOUR,
    });
    expect(stateOf("air", day, stored, NOW)).toEqual({
      uid: "air",
      at: NOW - MINUTE,
      freshness: "fresh",
      values: {
        temperature: { value: 21, at: NOW - 20 * HOUR, isStale: true },
        humidity: { value: 60, at: NOW - MINUTE, isStale: false },
        battery: { value: 80, at: NOW - 20 * HOUR, isStale: false },
      },
    });
  });

  test("a value whose time is known nowhere is older than a day", () => {
    const { values } = stateOf("air", day, seen({ humidity: NOW }), NOW);
    expect(values.temperature).toEqual({ value: 21, at: undefined, isStale: true });
  });

  test("what comes once an hour is not stale after half of it", () => {
    const hourly = Array.from({ length: 12 }, (_, index) =>
      reading(60 * (12 - index) - 30, { temperature: 21 }),
    );
    const readings = [...day, ...hourly].sort((a, b) => a.at - b.at);
    const stored = seen({ temperature: NOW - 30 * MINUTE, humidity: NOW });
    expect(stateOf("air", readings, stored, NOW).values.temperature?.isStale).toBe(false);
    // Unless the farm says what is too long.
    const state = stateOf("air", readings, stored, NOW, 20 * MINUTE);
    expect(state.values.temperature?.isStale).toBe(true);
  });

  test("the board's clock does not count", () => {
    const ahead = [reading(-4, { temperature: 25 })];
    const state = stateOf("air", ahead, seen({ temperature: NOW - 30_000 }), NOW);
    expect(state.at).toBe(NOW - 30_000);
    expect(state.values.temperature).toEqual({ value: 25, at: NOW - 30_000, isStale: false });
  });

  test("before the day was read, only what is surely fresh is said", () => {
    const stored = { ...seen({ temperature: NOW - HOUR }), isDayRead: false };
    expect(stateOf("air", [], stored, NOW).freshness).toBe("pending");
    const recent = { ...seen({ temperature: NOW - HOUR, humidity: NOW }), isDayRead: false };
    const state = stateOf("air", [], recent, NOW);
    expect([state.freshness, state.values.temperature?.isStale]).toEqual(["fresh", false]);
  });
});
