import { findingsInGreenhouse, idOf } from "../../../../web/src/model/findings/findings";
import type { Sensor } from "../../../../web/src/model/farm/farm";

test("names sensors, the worst first", () => {
  const limits = {
    thresholds: { temperature: { max: 30 } },
    isNight: false,
    lowBattery: 20,
    watchesSilence: true,
  };
  const [air, soil, other] = ["air", "soil", "other"].map((uid) => ({
    uid,
    name: uid,
    type: "SHT31",
    greenhouse: "g",
    role: "air",
  })) as [Sensor, Sensor, Sensor];
  const states = new Map([
    ["air", { uid: "air", at: 1000, isOneReading: true, freshness: "silent" as const, values: {} }],
    [
      "soil",
      {
        uid: "soil",
        at: 1000,
        isOneReading: true,
        freshness: "fresh" as const,
        values: { temperature: { value: 31, at: 1000, isStale: false } },
      },
    ],
  ]);
  expect(findingsInGreenhouse(limits, [air, soil, other], states, new Set())).toEqual([
    { kind: "above", sensor: soil, measurement: "temperature", value: 31, bound: 30 },
    { kind: "silent", sensor: air, since: 1000 },
  ]);
});

test("reports a value around its bound, or with an open alert, until it is well within", () => {
  const limits = {
    thresholds: { temperature: { max: 26 } },
    isNight: false,
    lowBattery: 20,
    watchesSilence: true,
  };
  const sensor: Sensor = { uid: "air", name: "air", type: "SHT31", greenhouse: "g", role: "air" };
  const findingsFor = (value: number, shown: readonly string[]): readonly string[] => {
    const values = { temperature: { value, at: 1000, isStale: false } };
    const states = new Map([
      ["air", { uid: "air", at: 1000, isOneReading: true, freshness: "fresh" as const, values }],
    ]);
    return findingsInGreenhouse(limits, [sensor], states, new Set(shown)).map(idOf);
  };
  const isShown: boolean[] = [];
  let shown: readonly string[] = [];
  for (const value of [25.9, 26.1, 25.9, 26.1, 25.6, 25.5, 25.9]) {
    shown = findingsFor(value, shown);
    isShown.push(shown.length > 0);
  }
  expect(isShown).toEqual([false, true, true, true, true, false, false]);
  expect(findingsFor(25.9, ["above,temperature,air"])).toEqual(["above,temperature,air"]);
});
