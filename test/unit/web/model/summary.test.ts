import { CHARTED } from "../../../../web/src/model/values/measurement";
import type { GreenhouseFinding } from "../../../../web/src/model/findings/findings";
import type { SensorState } from "../../../../web/src/model/values/latest";
import {
  alarmOf,
  countedFor,
  figureOf,
  newestReading,
} from "../../../../web/src/model/values/summary";

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

describe("the figure of a measurement", () => {
  const a = state("a", NOW - 3, { temperature: 18 });
  const b = state("b", NOW - 2, { temperature: 24 });
  const c = state("c", NOW - 1, { temperature: 21, light: 5 });
  const mute = state("mute", NOW - 9, { temperature: 99, humidity: 40 }, "silent");

  test.each([
    ["no sensor measures it", [c], "humidity", undefined],
    [
      "one does",
      [a, c],
      "light",
      { value: 5, low: 5, high: 5, uids: ["c"], far: [], isLive: true },
    ],
    [
      "several do: the one in the middle",
      [a, b, c],
      "temperature",
      { value: 21, low: 18, high: 24, uids: ["a", "b", "c"], far: [], isLive: true },
    ],
    [
      "two do: what lies between them",
      [a, b],
      "temperature",
      { value: 21, low: 18, high: 24, uids: ["a", "b"], far: [], isLive: true },
    ],
    [
      "one of them is silent: it does not count",
      [mute, a],
      "temperature",
      { value: 18, low: 18, high: 18, uids: ["a"], far: [], isLive: true },
    ],
    [
      "none of them is live: those that are only late",
      [
        mute,
        state("x", NOW - 8, { temperature: 1 }, "old"),
        state("y", NOW, { temperature: 2 }, "old"),
      ],
      "temperature",
      { value: 1.5, low: 1, high: 2, uids: ["x", "y"], far: [], isLive: false },
    ],
    [
      "all of them are silent: the newest",
      [mute, state("older", NOW - 99, { humidity: 1 }, "silent")],
      "humidity",
      { value: 40, low: 40, high: 40, uids: ["mute"], far: [], isLive: false },
    ],
  ] as const)("%s", (_, states, measurement, expected) => {
    expect(figureOf(states, measurement)).toEqual(expected);
  });

  test("ignores stale values and faults if there are others", () => {
    const fault = state("fault", NOW, { temperature: -127 });
    const dead = state("dead", NOW, { humidity: 50 });
    const stale = { value: 21, at: NOW - 99, isStale: true };
    const states = [fault, { ...dead, values: { ...dead.values, temperature: stale } }];
    expect(figureOf([...states, a], "temperature")).toMatchObject({ value: 18, uids: ["a"] });
    expect(figureOf(states, "temperature")).toEqual({
      value: 21,
      low: 21,
      high: 21,
      uids: ["dead"],
      far: [],
      isLive: false,
    });
    expect(figureOf([fault], "temperature")).toBeUndefined();
  });

  test("exists for computed quantities, from values of one reading", () => {
    const [x, y] = [20, 24].map((temperature) =>
      state(`at ${temperature}`, NOW, { temperature, humidity: 50 }),
    ) as [SensorState, SensorState];
    const figure = figureOf([x, y], "vpd");
    expect(figure?.low).toBeCloseTo(1.17, 2);
    expect(figure?.high).toBeCloseTo(1.49, 2);
    expect(figureOf([{ ...y, isOneReading: false }], "vpd")).toBeUndefined();
  });
});

describe("quantities without a median", () => {
  const [tank, gutter, mute] = [
    state("tank", NOW - 5, { ec: 2.1 }),
    state("gutter", NOW - 2, { ec: 3.4 }),
    state("mute", NOW - 1, { ec: 9 }, "silent"),
  ];

  test("use the newest live value with its sensor, else the newest value of any age", () => {
    const own = { low: 3.4, high: 3.4, far: [] };
    expect(figureOf([tank, gutter, mute], "ec")).toEqual({
      value: 3.4,
      uids: ["gutter"],
      isLive: true,
      ...own,
    });
    expect(figureOf([mute], "ec")).toMatchObject({ value: 9, uids: ["mute"], isLive: false });
    expect(figureOf([tank], "ph")).toBeUndefined();
  });
});

test("counts only air sensors for air quantities, else all sensors", () => {
  const sensors = (["air", "soil", "outdoor"] as const).map((role) => ({
    uid: role,
    name: role,
    type: "x",
    greenhouse: "g",
    role,
  }));
  const states = new Map(sensors.map(({ uid }) => [uid, state(uid, NOW, {})]));
  const uidsFor = (quantity: "co2" | "soilMoisture" | "ph"): readonly string[] =>
    countedFor(quantity, { sensors, states }).map(({ uid }) => uid);
  expect(uidsFor("co2")).toEqual(["air"]);
  expect(uidsFor("soilMoisture")).toEqual(["air", "soil", "outdoor"]);
  expect(uidsFor("ph")).toEqual(["air", "soil", "outdoor"]);
});

describe("a value that lies far from all others", () => {
  const figure = (values: Record<string, number>, quantity: "temperature" | "light"): unknown => {
    const states = Object.entries(values).map(([uid, value]) =>
      state(uid, NOW, { [quantity]: value }),
    );
    const { value, low, high, uids, far } = figureOf(states, quantity)!;
    return { value, low, high, uids, far };
  };

  test("is left out of the median and named, but is still the lowest", () => {
    const far = [{ uid: "soil", value: 16 }];
    expect(figure({ soil: 16, a: 32, b: 33 }, "temperature")).toEqual({
      value: 32.5,
      low: 16,
      high: 33,
      uids: ["a", "b"],
      far,
    });
  });
  test.each([
    ["of two, as nobody knows which is wrong", { soil: 16, air: 32.5 }, 24.25],
    ["of two groups, as none of them is alone", { a: 16, b: 17, c: 32, d: 33 }, 24.5],
    ["where all lie apart", { a: 5, b: 16, c: 32 }, 16],
  ])("counts %s", (_, values, value) => {
    expect(figure(values, "temperature")).toMatchObject({ value, far: [] });
  });
  test("is kept for light, which may differ between shade and sun", () => {
    expect(figure({ shade: 900, a: 60_000, b: 61_000 }, "light")).toMatchObject({ far: [] });
  });
});

describe("the newest reading", () => {
  const air = state("air", NOW - 5, { temperature: 20, humidity: 60, battery: 80 });
  const soil = state("soil", NOW - 2, { temperature: 18 });

  test("names its sensor and all its values", () => {
    expect(newestReading([soil, air], CHARTED)).toEqual({
      state: soil,
      at: NOW - 2,
      values: [["temperature", soil.values.temperature]],
    });
    expect(newestReading([soil, air], ["humidity"])).toEqual({
      state: air,
      at: NOW - 5,
      values: [["humidity", air.values.humidity]],
    });
  });

  test("leaves out values of earlier readings", () => {
    const values = { ...air.values, light: { value: 7, at: NOW - 1, isStale: false } };
    expect(newestReading([{ ...air, values }], CHARTED)?.values).toEqual([["light", values.light]]);
  });

  test("is undefined without a known time", () => {
    const values = { temperature: { value: 1, at: undefined, isStale: false } };
    expect(newestReading([{ ...air, values }], CHARTED)).toBeUndefined();
    expect(newestReading([], CHARTED)).toBeUndefined();
  });
});

describe("the part of a figure that is out of bounds", () => {
  const thresholds = { temperature: { min: 18, max: 30 } };
  const finding = (uid: string, kind: "above" | "below", value: number): GreenhouseFinding => ({
    kind,
    measurement: "temperature",
    value,
    bound: kind === "above" ? 30 : 18,
    sensor: { uid, name: uid, type: "SHT31", greenhouse: "g", role: "air" },
  });
  const alarm = (values: readonly number[], all: readonly GreenhouseFinding[]): unknown => {
    const states = values.map((value, index) => state(`s${index}`, NOW, { temperature: value }));
    const figure = figureOf(states, "temperature");
    const { own, worst } = alarmOf("temperature", figure, all, thresholds, false);
    return [own && [own.kind, own.value], worst && [worst.sensor.uid, worst.value]];
  };

  test("is undefined if all values are within bounds", () =>
    expect(alarm([20, 21], [])).toEqual([undefined, undefined]));
  test("is the worst sensor if the figure is fine", () => {
    const all = [finding("s1", "above", 32.5), finding("s0", "below", 12)];
    expect(alarm([12, 32.5, 24.3], all)).toEqual([undefined, ["s0", 12]]);
  });
  test("includes the figure", () => {
    const all = [finding("s1", "above", 35), finding("s0", "above", 31)];
    expect(alarm([31, 35], all)).toEqual([
      ["above", 33],
      ["s1", 35],
    ]);
  });
  test("is the figure of a single sensor, only once, while it is reported", () => {
    expect(alarm([29.9], [finding("s0", "above", 29.9)])).toEqual([["above", 29.9], undefined]);
  });
});
