import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { parseLastSeen } from "@greenhouse/domain/history/last-seen";
import { stateOf } from "../../../../web/src/model/values/latest";

const NOW = 1_700_000_000_000;
const SILENT_AFTER = 30 * MINUTE_MS;

const noValues = { current: null, bySensor: null };
const unseen = { at: undefined, measured: {}, unsigned: [], isOneReading: false };

function seen(measured: Readonly<Record<string, number>>): Parameters<typeof stateOf>[2] {
  return { at: Math.max(...Object.values(measured)), measured, unsigned: [], isOneReading: false };
}

test("describes a sensor that never sent data", () => {
  expect(stateOf("air", noValues, unseen, SILENT_AFTER, NOW)).toEqual({
    uid: "air",
    values: {},
    at: undefined,
    freshness: "never",
    isOneReading: false,
  });
});

test("marks the value of a dead probe on a live board as stale, at its own time", () => {
  const stored = { ...noValues, bySensor: { air: { temperature: 21, humidity: 60, battery: 80 } } };
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

test("calls a sensor silent after two days, with its last values and their times", () => {
  const stored = { ...noValues, bySensor: { air: { temperature: 24.8 } } };
  const at = NOW - 48 * HOUR_MS;
  expect(stateOf("air", stored, seen({ temperature: at }), SILENT_AFTER, NOW)).toEqual({
    uid: "air",
    at,
    freshness: "silent",
    isOneReading: false,
    values: { temperature: { value: 24.8, at, isStale: true } },
  });
});

test.each([
  [
    "the signed reading is newer by a second",
    { temperature: NOW, "unsigned,temperature": NOW - 1000 },
    -127,
  ],
  ["both came at the same time", { temperature: NOW, "unsigned,temperature": NOW }, -127],
  ["the unsigned reading is newer", { temperature: NOW - 1, "unsigned,temperature": NOW }, 24.3],
  [
    "the newer unsigned reading is without the temperature",
    { temperature: NOW - 1, "unsigned,light": NOW },
    -127,
  ],
  ["nobody knows", {}, -127],
])("uses the newer of a signed and an unsigned value: %s", (_, times, expected) => {
  const stored = {
    current: { air: { temperature: 24.3, light: 1, updatedAt: NOW } },
    bySensor: { air: { temperature: -127 } },
  };
  const { values } = stateOf("air", stored, parseLastSeen(times), SILENT_AFTER, NOW);
  expect(values.temperature?.value).toBe(expected);
});

describe("values without a time in lastSeen", () => {
  test("are shown, but no longer count", () => {
    const stored = { ...noValues, bySensor: { air: { temperature: 19 } } };
    expect(stateOf("air", stored, unseen, SILENT_AFTER, NOW)).toEqual({
      uid: "air",
      at: undefined,
      freshness: "silent",
      isOneReading: false,
      values: { temperature: { value: 19, at: undefined, isStale: true } },
    });
    const half = { ...noValues, bySensor: { air: { temperature: 19, humidity: 60 } } };
    const state = stateOf("air", half, seen({ humidity: NOW }), SILENT_AFTER, NOW);
    expect([state.freshness, state.values.temperature?.isStale]).toEqual(["fresh", true]);
  });

  test("count if their record has a time", () => {
    const at = NOW - 3 * MINUTE_MS;
    const stored = { ...noValues, current: { air: { humidity: 61, updatedAt: at } } };
    expect(stateOf("air", stored, unseen, SILENT_AFTER, NOW)).toEqual({
      uid: "air",
      at,
      freshness: "fresh",
      isOneReading: false,
      values: { humidity: { value: 61, at, isStale: false } },
    });
  });
});
