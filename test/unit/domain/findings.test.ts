import { MINUTE_MS } from "@greenhouse/domain/time";
import { findingsOf, byUrgency, worstFirst } from "@greenhouse/domain/alerts/findings";
import { freshnessOf, isStale, quantitiesOf } from "@greenhouse/domain/alerts/condition";
import type { Condition, Freshness } from "@greenhouse/domain/alerts/condition";
import type { Limits } from "@greenhouse/domain/alerts/findings";
import { QUANTITY } from "@greenhouse/domain/quantities/measurements";
import type { Thresholds } from "@greenhouse/domain/quantities/measurements";

const thresholds = { temperature: { min: 15, max: 30 }, humidity: { max: 85 } };

function limits(thresholds: Thresholds): Limits {
  return { thresholds, isNight: false, lowBattery: 20, watchesSilence: true };
}

function condition(values: Record<string, number>, freshness: Freshness = "fresh"): Condition {
  const entries = Object.entries(values).map(
    ([name, value]) => [name, { value, at: 1000, isStale: false }] as const,
  );
  return { at: 1000, freshness, values: Object.fromEntries(entries), isOneReading: true };
}

test.each([
  ["all is well", condition({ temperature: 20, humidity: 85, battery: 21 }), []],
  ["nothing was ever sent", condition({}, "never"), []],
  [
    "too warm",
    condition({ temperature: 30.5 }),
    [{ kind: "above", measurement: "temperature", value: 30.5, bound: 30 }],
  ],
  [
    "too cold with a low battery: the worse first",
    condition({ battery: 19, temperature: 14 }, "old"),
    [
      { kind: "below", measurement: "temperature", value: 14, bound: 15 },
      { kind: "battery", value: 19, bound: 20 },
    ],
  ],
  [
    "silent, whatever its last values were",
    condition({ temperature: 99, battery: 1 }, "silent"),
    [{ kind: "silent", since: 1000 }],
  ],
])("%s", (_, current, expected) => {
  expect(findingsOf(limits({ ...thresholds }), current, "air")).toEqual(expected);
});

test.each([
  [
    "a broken wire",
    { temperature: -127 },
    [{ kind: "fault", measurement: "temperature", value: -127 }],
  ],
  [
    "two faults beside a value out of bounds, and a battery that cannot be so full",
    { humidity: 150, light: 5e8, temperature: 31, battery: 300 },
    [
      { kind: "above", measurement: "temperature", value: 31, bound: 30 },
      { kind: "fault", measurement: "humidity", value: 150 },
      { kind: "fault", measurement: "light", value: 5e8 },
      { kind: "fault", measurement: "battery", value: 300 },
    ],
  ],
])("%s is a fault, not a value beyond its threshold", (_, values, expected) => {
  expect(findingsOf(limits(thresholds), condition(values), "air")).toEqual(expected);
});

test.each([100.1, 100.4, 103, 106])("humidity of %p %% in wet air counts as 100 %%", (humidity) => {
  const values = condition({ temperature: 8, humidity });
  expect(findingsOf(limits(thresholds), values, "air")).toEqual([
    { kind: "below", measurement: "temperature", value: 8, bound: 15 },
    { kind: "above", measurement: "humidity", value: 100, bound: 85 },
  ]);
  const { dewPoint, ...others } = quantitiesOf(values);
  expect(others).toEqual({ temperature: 8, humidity: 100, vpd: 0 });
  expect(dewPoint).toBeCloseTo(8, 9);
});

test("a full battery above 100 % is neither low nor a fault", () => {
  const values = condition({ battery: 102.3, soilMoisture: 100.4, ppfd: -0.3 });
  expect(findingsOf(limits({}), values, "air")).toEqual([]);
  expect(quantitiesOf(values)).toEqual({ battery: 100, soilMoisture: 100, ppfd: 0 });
});

test("a stale value with a threshold is missing, but neither too high nor a fault", () => {
  const stale = (value: number): object => ({ value, at: 500, isStale: true });
  const current = condition({ humidity: 60 });
  const values = { ...current.values, temperature: stale(-127), light: stale(5) };
  expect(findingsOf(limits(thresholds), { ...current, values } as Condition, "air")).toEqual([
    { kind: "silent", measurement: "temperature", since: 500 },
  ]);
  const unwatched = { ...limits(thresholds), watchesSilence: false };
  expect(findingsOf(unwatched, { ...current, values } as Condition, "air")).toEqual([]);
});

describe("VPD and dew point", () => {
  const wet = { vpd: { min: 0.4 }, dewPoint: { max: 15 } };

  test.each(["temperature", "humidity"] as const)(
    "need the %s: without it, it is missed",
    (name) => {
      const values = { [name]: { value: 20, at: 500, isStale: true } };
      const found = findingsOf(limits(wet), { ...condition({}), values }, "air");
      expect(found).toEqual([{ kind: "silent", measurement: name, since: 500 }]);
    },
  );

  test("are compared with their thresholds", () => {
    const found = findingsOf(limits(wet), condition({ temperature: 20, humidity: 90 }), "air");
    expect(found).toEqual([
      { kind: "below", measurement: "vpd", value: expect.closeTo(0.23, 2), bound: 0.4 },
      { kind: "above", measurement: "dewPoint", value: expect.closeTo(18.3, 1), bound: 15 },
    ]);
  });

  test("are not computed from two readings", () => {
    const { values } = condition({ temperature: 20, humidity: 90 });
    expect(quantitiesOf({ values, isOneReading: false })).toEqual({
      temperature: 20,
      humidity: 90,
    });
  });

  test.each<[string, Condition["values"]]>([
    [
      "of a stale value",
      {
        temperature: { value: 20, at: 1000, isStale: true },
        humidity: { value: 90, at: 1000, isStale: false },
      },
    ],
    [
      "of a fault",
      {
        temperature: { value: 85, at: 1000, isStale: false },
        humidity: { value: 90, at: 1000, isStale: false },
      },
    ],
    ["of one of the two", { humidity: { value: 90, at: 1000, isStale: false } }],
  ])("%s they are not computed", (_, values) => {
    const { vpd, dewPoint } = quantitiesOf({ values, isOneReading: true });
    expect([vpd, dewPoint]).toEqual([undefined, undefined]);
  });
});

test("the bounds of the night hold by night", () => {
  const bounds = { temperature: { min: 15, nightMin: 5 } };
  const at = (temperature: number, isNight: boolean): unknown[] =>
    findingsOf({ ...limits(bounds), isNight }, condition({ temperature }), "air").map(
      (finding) => "bound" in finding && finding.bound,
    );
  expect([at(10, false), at(10, true), at(4, true)]).toEqual([[15], [], [5]]);
});

test.each([
  [20, 20, true],
  [20, 21, false],
  [35, 30, true],
  [0, 0, false],
])("at %d %, a battery of %d % is low: %p", (lowBattery, battery, isLow) => {
  const found = findingsOf({ ...limits({}), lowBattery }, condition({ battery }), "air");
  expect(found).toEqual(isLow ? [{ kind: "battery", value: battery, bound: lowBattery }] : []);
});

test("a battery that was reported is low until it is charged by the margin", () => {
  const { margin } = QUANTITY.battery;
  const found = (battery: number): unknown[] =>
    findingsOf(limits({}), condition({ battery }), "air", ({ kind }) => kind === "battery").map(
      (finding) => finding.kind,
    );
  expect([found(20 + margin - 0.1), found(20 + margin)]).toEqual([["battery"], []]);
});

test("a threshold for the battery replaces the usual one", () => {
  expect(findingsOf(limits({ battery: { min: 50 } }), condition({ battery: 40 }), "air")).toEqual([
    { kind: "below", measurement: "battery", value: 40, bound: 50 },
  ]);
});

test("the worst finding comes first, and otherwise the order is kept", () => {
  const all = (["battery", "silent", "below", "above"] as const).map((kind) => ({ kind }));
  expect(all.toSorted(byUrgency).map(({ kind }) => kind)).toEqual([
    "below",
    "above",
    "silent",
    "battery",
  ]);
});

test("among equal kinds the farthest beyond its bound comes first, then the oldest", () => {
  const frost = { kind: "below", measurement: "temperature", value: 1, bound: 5 } as const;
  const ordered = [
    { ...frost, id: "colder", value: -3, since: 9 },
    { ...frost, id: "longer", since: 1 },
    { ...frost, id: "a", since: 2 },
    { ...frost, id: "b", since: 2 },
    { ...frost, id: "unknown", since: undefined },
    { kind: "fault", measurement: "temperature", value: -127, id: "fault", since: 1 } as const,
    { kind: "battery", value: 1, bound: 20, id: "empty", since: 9 } as const,
    { kind: "battery", value: 19, bound: 20, id: "low", since: 1 } as const,
  ];
  expect(ordered.toReversed().toSorted(worstFirst)).toEqual(ordered);
});

test.each<[string, number | undefined, number, Freshness]>([
  ["never", undefined, 30 * MINUTE_MS, "never"],
  ["20 minutes ago", 20, 30 * MINUTE_MS, "fresh"],
  ["21 minutes ago", 21, 30 * MINUTE_MS, "old"],
  ["30 minutes ago", 30, 30 * MINUTE_MS, "old"],
  ["31 minutes ago", 31, 30 * MINUTE_MS, "silent"],
  ["an hour ago, of a farm whose boards send every two hours", 60, 150 * MINUTE_MS, "fresh"],
  ["21 minutes ago, never silent", 21, 0, "old"],
  ["a day ago, never silent", 1440, 0, "old"],
])("a sensor's last reading: %s", (_, age, silentAfter, expected) => {
  const at = age === undefined ? undefined : 0;
  expect(freshnessOf(at, silentAfter, (age ?? 0) * MINUTE_MS)).toBe(expected);
});

test.each([
  ["temperature", 30 * MINUTE_MS, 30, false],
  ["temperature", 30 * MINUTE_MS, 31, true],
  // Without alerts for silent sensors, a dead probe is still seen.
  ["humidity", 0, 31, true],
  // It may come once a day.
  ["battery", 30 * MINUTE_MS, 1000, false],
] as const)(
  "a %s, silent after %p, is stale after %d minutes: %p",
  (name, silentAfter, age, expected) => {
    expect(isStale(name, 0, silentAfter, age * MINUTE_MS)).toBe(expected);
  },
);

test("soil and outdoor sensors have only thresholds of quantities that are not of the air", () => {
  const all = { temperature: { max: 20 }, co2: { max: 900 }, soilMoisture: { min: 30 } };
  const current = condition({ temperature: 25, co2: 1500, soilMoisture: 20 });
  const found = (role: "air" | "soil" | "outdoor"): unknown =>
    findingsOf(limits(all), current, role).map(
      (finding) => "measurement" in finding && finding.measurement,
    );
  expect(found("air")).toEqual(["temperature", "soilMoisture", "co2"]);
  expect(found("soil")).toEqual(["soilMoisture"]);
  expect(found("outdoor")).toEqual(["soilMoisture"]);
});
