import { attentionOf } from "../../../../web/src/model/attention";
import type { Sensor } from "../../../../web/src/model/farm";

test("names the sensor, the worst of all sensors first", () => {
  const limits = {
    thresholds: { temperature: { max: 30 } },
    isNight: false,
    lowBattery: 20,
    watchesSilence: true,
  };
  const [air, soil, other] = ["air", "soil", "other"].map((uid) => ({
    ...{ uid, name: uid, type: "SHT31", greenhouse: "g", role: "air" },
  })) as [Sensor, Sensor, Sensor];
  const states = new Map([
    ["air", { uid: "air", at: 1000, freshness: "silent" as const, values: {} }],
    [
      "soil",
      {
        uid: "soil",
        at: 1000,
        freshness: "fresh" as const,
        values: { temperature: { value: 31, at: 1000, isStale: false } },
      },
    ],
  ]);
  expect(attentionOf(limits, [air, soil, other], states)).toEqual([
    { kind: "above", sensor: soil, measurement: "temperature", value: 31, bound: 30 },
    { kind: "silent", sensor: air, since: 1000 },
  ]);
});
