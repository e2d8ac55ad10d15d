/** Values: their parts, ages, units, and texts. */

import { parseLastSeen } from "@greenhouse/domain/history/last-seen";
import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import fc from "fast-check";
import type { GreenhouseFinding } from "../../../../web/src/model/findings/findings";
import { durationText } from "../../../../web/src/model/values/duration";
import { createFormatter } from "../../../../web/src/model/values/format";
import { gapLimit, usualInterval } from "../../../../web/src/model/values/gaps";
import { stateOf } from "../../../../web/src/model/values/latest";
import type { SensorState } from "../../../../web/src/model/values/latest";
import { withOwnTimes } from "../../../../web/src/model/values/moments";
import { NO_AMENDMENTS } from "../../../../web/src/model/values/amendments";
import { readReading } from "../../../../web/src/model/values/reading";
import { alarmOf, figureOf, headlineOf } from "../../../../web/src/model/values/summary";
import { unitsOf } from "../../../../web/src/model/values/units";
import { chooseLocale } from "../../../../web/src/text/language";
import { NO_CORRECTIONS } from "@greenhouse/domain/quantities/corrections";

test.each([
  ["en", ["de-AT", "en-GB", "en"], "en-GB"],
  // A browser's name for the system language C.UTF-8.
  ["en", ["en-US@posix"], "en"],
] as const)("chooses for %s and the browser's languages %j: %s", (language, wanted, locale) => {
  expect(chooseLocale(language, wanted)).toBe(locale);
});

describe("formats", () => {
  const en = createFormatter("en-GB", "UTC");
  const fahrenheit = createFormatter("en-GB", "UTC", "F");
  const de = createFormatter("de-DE", "Europe/Berlin");

  test.each([
    [de, 75.04, "humidity", 75, "75,04\u202f%"],
    [en, -3.5, "temperature", 0, "\u22123.5\u202f°C"],
    [fahrenheit, 23.91, "temperature", 23.9, "75.04\u202f°F"],
  ] as const)(
    "adds digits until a value differs from its bound",
    (format, value, quantity, bound, text) => {
      expect(format.value(value, quantity, bound)).toBe(text);
    },
  );

  test.each([
    [0.5, "30 s ago"],
    [59, "59 min ago"],
    [48 * 60 - 1, "47 h ago"],
    [48 * 60, "2 days ago"],
  ])("writes %d minutes as %p", (minutes, text) => {
    expect(en.age(0, minutes * MINUTE_MS).replace("\u202f", " ")).toBe(text);
  });

  test.each([
    ["2026-11-30T09:00Z", "13:05"],
    ["2026-11-29T14:00Z", "30 Nov, 13:05"],
    ["2025-11-30T14:00Z", "30 Nov 2026, 13:05"],
  ])("names the time under the cursor of a chart from %s to now as %p", (from, text) => {
    const now = Date.parse("2026-11-30T14:00Z");
    const at = Date.parse("2026-11-30T13:05:42Z");
    expect(en.cursor(at, { from: Date.parse(from), to: now }, now)).toBe(text);
  });

  test.each([
    [0, "1 min"],
    [59, "59 min"],
    [60, "1 h"],
    [119, "1 h 59 min"],
    [24 * 60 + 100, "1 day 1 h"],
  ])("writes a duration of %d minutes as %p", (minutes, text) => {
    expect(durationText(minutes * MINUTE_MS, "en").replaceAll("\u202f", " ")).toBe(text);
  });
});

test.each([
  [[], 0, 30],
  [[0, 0.5, 1, 1.5], 0, 2],
  [[0, 1, 2, 9], 0, 3],
  [[0, 1, 2, 9], 10, 20],
])("after readings at minutes %j, sampled every %d, a gap is longer than %d", (at, step, gap) => {
  const interval = usualInterval(at.map((minute) => minute * MINUTE_MS));
  expect(gapLimit(interval, step * MINUTE_MS)).toBe(gap * MINUTE_MS);
});

describe("the state of a sensor", () => {
  const NOW = 1_700_000_000_000;
  const SILENT_AFTER = 30 * MINUTE_MS;

  const noValues = { current: null, bySensor: null, corrections: NO_CORRECTIONS };
  const unseen = { at: undefined, measured: {}, unsigned: [], isOneReading: false };

  function seen(measured: Readonly<Record<string, number>>): Parameters<typeof stateOf>[2] {
    return {
      at: Math.max(...Object.values(measured)),
      measured,
      unsigned: [],
      isOneReading: false,
    };
  }

  test("marks the value of a dead probe on a live board as stale, at its own time", () => {
    const stored = { ...noValues, bySensor: { air: { temperature: 21, humidity: 60 } } };
    const times = seen({
      temperature: NOW - 20 * HOUR_MS,
      humidity: NOW - MINUTE_MS,
    });
    expect(stateOf("air", stored, times, SILENT_AFTER, NOW)).toEqual({
      uid: "air",
      at: NOW - MINUTE_MS,
      freshness: "fresh",
      isOneReading: false,
      values: {
        temperature: { value: 21, at: NOW - 20 * HOUR_MS, isStale: true },
        humidity: { value: 60, at: NOW - MINUTE_MS, isStale: false },
      },
    });
  });

  test.each([
    ["both came at the same time", { temperature: NOW, "unsigned,temperature": NOW }, -127],
    ["the unsigned reading is newer", { temperature: NOW - 1, "unsigned,temperature": NOW }, 24.3],
    ["nobody knows", {}, -127],
  ])("uses the newer of a signed and an unsigned value: %s", (_, times, expected) => {
    const stored = {
      current: { air: { temperature: 24.3, light: 1, updatedAt: NOW } },
      bySensor: { air: { temperature: -127 } },
      corrections: NO_CORRECTIONS,
    };
    const { values } = stateOf("air", stored, parseLastSeen(times), SILENT_AFTER, NOW);
    expect(values.temperature?.value).toBe(expected);
  });

  test("shows values without a time, but does not count them", () => {
    const stored = { ...noValues, bySensor: { air: { temperature: 19, humidity: 60 } } };
    const state = stateOf("air", stored, seen({ humidity: NOW }), SILENT_AFTER, NOW);
    expect(state.values.temperature).toEqual({ value: 19, at: undefined, isStale: true });
    expect(state.freshness).toBe("fresh");
    expect(stateOf("air", stored, unseen, SILENT_AFTER, NOW).freshness).toBe("silent");
  });
});

describe("the time of a value", () => {
  const NOW = 1_700_000_000_000;
  const reading = (at: number, values: Record<string, number>) => ({
    key: `${at}`,
    uid: "a",
    at,
    values,
  });
  const value = (number: number, at: number) => ({ value: number, at, isStale: false });
  const arrived: SensorState = {
    uid: "a",
    at: NOW,
    freshness: "fresh",
    values: { temperature: value(21, NOW), humidity: value(60, NOW - HOUR_MS) },
    isOneReading: false,
  };

  test("is the time of its reading in a batch, not of the batch's arrival", () => {
    const readings = [reading(NOW - 9 * MINUTE_MS, { temperature: 21 })];
    expect(withOwnTimes(arrived, readings)).toEqual(arrived);
    const own = NOW - 4 * MINUTE_MS;
    const state = withOwnTimes(arrived, [...readings, reading(own, { temperature: 21 })]);
    expect([state.at, state.values.temperature?.at]).toEqual([own, own]);
    expect(state.values.humidity).toEqual(arrived.values.humidity);
  });

  test("stays the time of arrival while its reading is not known", () => {
    expect(withOwnTimes(arrived, [reading(NOW - MINUTE_MS, { temperature: 20 })])).toEqual(arrived);
  });
});

describe("a reading", () => {
  const SIGNED = { uid: undefined };

  test.each([
    ["nothing", null],
    ["a container of the other layout", { "-K": { temperature: 1, updatedAt: 2 } }],
    ["an inherited uid", Object.create({ uid: "air", updatedAt: 1 }) as unknown],
  ])("rejects as a reading: %s", (_, stored) => {
    expect(readReading(SIGNED, "-K", stored, NO_AMENDMENTS)).toBeUndefined();
  });
});

describe("the figure of several sensors", () => {
  const NOW = 1_700_000_000_000;

  function state(
    uid: string,
    at: number,
    values: Record<string, number>,
    freshness: SensorState["freshness"] = "fresh",
  ): SensorState {
    const latest = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, { value, at, isStale: false }]),
    );
    return { uid, at, freshness, values: latest, isOneReading: true };
  }

  const a = state("a", NOW - 3, { temperature: 18 });
  const b = state("b", NOW - 2, { temperature: 24 });
  const mute = state("mute", NOW - 9, { temperature: 40 }, "silent");
  const late = [18, 24].map((temperature) => state(`${temperature}`, NOW, { temperature }, "old"));

  test.each([
    ["of live sensors", [a, b, mute], { value: 21, low: 18, high: 24, isLive: true }],
    ["of late sensors if none is live", [mute, ...late], { value: 21, low: 18, isLive: false }],
    ["of a silent sensor if all are", [mute], { value: 40, low: 40, isLive: false }],
  ] as const)("is the middle %s", (_, states, expected) => {
    expect(figureOf(states, "temperature")).toMatchObject(expected);
  });

  test("ignores stale values and faults if there are others", () => {
    const fault = state("fault", NOW, { temperature: -127 });
    const dead = state("dead", NOW, { humidity: 50 });
    const stale = { value: 21, at: NOW - 99, isStale: true };
    const states = [fault, { ...dead, values: { ...dead.values, temperature: stale } }];
    expect(figureOf([...states, a], "temperature")).toMatchObject({ value: 18, uids: ["a"] });
    expect(figureOf(states, "temperature")).toMatchObject({ value: 21, uids: ["dead"] });
    expect(figureOf([fault], "temperature")).toBeUndefined();
  });

  test.each([
    ["of two, as nobody knows which is wrong", { soil: 16, air: 32.5 }, 24.25, []],
    ["where all lie apart", { a: 5, b: 16, c: 32 }, 16, []],
    ["only in the lowest value if it is far from all others", { a: 16, b: 32, c: 33 }, 32.5, ["a"]],
    ["like the others if half of them are far", { a: 10, b: 30, c: 31, d: 50 }, 30.5, []],
  ])("counts a distant value %s", (_, values, value, far) => {
    const states = Object.entries(values).map(([uid, temperature]) =>
      state(uid, NOW, { temperature }),
    );
    const figure = figureOf(states, "temperature");
    const isFar = (uid: string): boolean => (far as readonly string[]).includes(uid);
    const near = Object.entries(values).flatMap(([uid, near]) => (isFar(uid) ? [] : [near]));
    expect(figure).toMatchObject({ value, low: Math.min(...Object.values(values)) });
    expect(figure?.range).toEqual({ low: Math.min(...near), high: Math.max(...near) });
    expect(figure?.far.map(({ uid }) => uid)).toEqual(far);
  });

  test("reports a single sensor that is out of bounds once, as the figure", () => {
    const figure = figureOf([state("a", NOW, { temperature: 31 })], "temperature");
    const finding: GreenhouseFinding = {
      kind: "above",
      measurement: "temperature",
      value: 31,
      bound: 30,
      sensor: { uid: "a", name: "A", type: "SHT31", greenhouse: "g", role: "air" },
    };
    const thresholds = { temperature: { max: 30 } };
    const { own, worst } = alarmOf("temperature", figure, [finding], thresholds, false);
    expect([own?.kind, own?.value, worst]).toEqual(["above", 31, undefined]);
  });

  test("shows the worst sensor in large type, unless all sensors together are out of bounds", () => {
    const below = (uid: string, value: number): GreenhouseFinding => ({
      kind: "below",
      measurement: "temperature",
      value,
      bound: 12,
      sensor: { uid, name: uid, type: "SHT31", greenhouse: "g", role: "air" },
    });
    const headline = (values: Readonly<Record<string, number>>): unknown => {
      const states = Object.entries(values).map(([uid, temperature]) =>
        state(uid, NOW, { temperature }),
      );
      const cold = Object.entries(values).filter(([, value]) => value < 12);
      const findings = cold.map((entry) => below(...entry));
      const figure = figureOf(states, "temperature")!;
      const thresholds = { temperature: { min: 12 } };
      const alarm = alarmOf("temperature", figure, findings, thresholds, false);
      const { value, bound, sensor } = headlineOf(figure, alarm);
      return [value, bound, sensor?.name, alarm.worst?.sensor.name];
    };
    expect(headline({ a: 16, b: 17 })).toEqual([16.5, undefined, undefined, undefined]);
    expect(headline({ a: 11, b: 17, c: 3.2, d: 17, e: 18 })).toEqual([3.2, 12, "c", "c"]);
    expect(headline({ a: 10, b: 11, c: 8 })).toEqual([10, 12, undefined, "c"]);
  });
});

describe("units", () => {
  const f = unitsOf("F");

  test("converts only quantities that are stored in °C", () => {
    const all = ["temperature", "dewPoint", "humidity", "light", "battery", "vpd"] as const;
    expect(all.map((quantity) => f.unit(quantity))).toEqual(["°F", "°F", "%", "lx", "%", "kPa"]);
    expect(all.map((quantity) => f.shown(10, quantity))).toEqual([50, 50, 10, 10, 10, 10]);
    expect(all.map((quantity) => f.stored(50, quantity))).toEqual([10, 10, 50, 50, 50, 50]);
  });

  test("keeps stored values with up to two digits when they are shown and saved again", () => {
    const stored = fc.integer({ min: -6000, max: 8000 }).map((hundredths) => hundredths / 100);
    fc.assert(
      fc.property(stored, (value) => {
        expect(f.stored(f.shown(value, "temperature"), "temperature")).toBe(value || 0);
      }),
    );
  });
});
