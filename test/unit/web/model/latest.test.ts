import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { stateOf } from "../../../../web/src/model/values/latest";

const NOW = 1_700_000_000_000;
const SILENT_AFTER = 30 * MINUTE_MS;

const nothing = { current: null, bySensor: null };
const unseen = { at: undefined, measured: {}, isOneReading: false };

function seen(measured: Readonly<Record<string, number>>): Parameters<typeof stateOf>[2] {
  return { at: Math.max(...Object.values(measured)), measured, isOneReading: false };
}

test("a sensor that never sent anything", () => {
  expect(stateOf("air", nothing, unseen, SILENT_AFTER, NOW)).toEqual({
    uid: "air",
    values: {},
    at: undefined,
    freshness: "never",
    isOneReading: false,
  });
});

test("a dead probe of a live board is seen: its value is stale, at its own time", () => {
  const stored = { ...nothing, bySensor: { air: { temperature: 21, humidity: 60, battery: 80 } } };
  const times = seen({
    temperature: NOW - 20 * HOUR_MS,
    humidity: NOW - MINUTE_MS,
    battery: NOW - 20 * HOUR_MS,
  });
  expect(stateOf("air", stored, times, SILENT_AFTER, NOW)).toEqual({
    uid: "air",
    at: NOW - MINUTE_MS,
    freshness: "fresh",
    isOneReading: false,
    values: {
      temperature: { value: 21, at: NOW - 20 * HOUR_MS, isStale: true },
      humidity: { value: 60, at: NOW - MINUTE_MS, isStale: false },
      battery: { value: 80, at: NOW - 20 * HOUR_MS, isStale: false },
    },
  });
});

test("a sensor that sent nothing for two days is silent, with its last values and when they came", () => {
  const stored = { ...nothing, bySensor: { air: { temperature: 24.8 } } };
  const at = NOW - 48 * HOUR_MS;
  expect(stateOf("air", stored, seen({ temperature: at }), SILENT_AFTER, NOW)).toEqual({
    uid: "air",
    at,
    freshness: "silent",
    isOneReading: false,
    values: { temperature: { value: 24.8, at, isStale: true } },
  });
});

test("the record of the other layout counts while it is the newer one", () => {
  const stored = {
    current: { air: { temperature: 5, updatedAt: NOW - HOUR_MS } },
    bySensor: { air: { temperature: 19 } },
  };
  const valueAt = (at: number): number | undefined =>
    stateOf("air", stored, seen({ temperature: at }), SILENT_AFTER, NOW).values.temperature?.value;
  expect([valueAt(NOW), valueAt(NOW - HOUR_MS)]).toEqual([19, 5]);
});

describe("values that lastSeen has no time for", () => {
  test("are shown, but count no longer", () => {
    const stored = { ...nothing, bySensor: { air: { temperature: 19 } } };
    expect(stateOf("air", stored, unseen, SILENT_AFTER, NOW)).toEqual({
      uid: "air",
      at: undefined,
      freshness: "silent",
      isOneReading: false,
      values: { temperature: { value: 19, at: undefined, isStale: true } },
    });
    const half = { ...nothing, bySensor: { air: { temperature: 19, humidity: 60 } } };
    const state = stateOf("air", half, seen({ humidity: NOW }), SILENT_AFTER, NOW);
    expect([state.freshness, state.values.temperature?.isStale]).toEqual(["fresh", true]);
  });

  test("count where their record has a time of its own", () => {
    const at = NOW - 3 * MINUTE_MS;
    const stored = { ...nothing, current: { air: { humidity: 61, updatedAt: at } } };
    expect(stateOf("air", stored, unseen, SILENT_AFTER, NOW)).toEqual({
      uid: "air",
      at,
      freshness: "fresh",
      isOneReading: false,
      values: { humidity: { value: 61, at, isStale: false } },
    });
  });
});
