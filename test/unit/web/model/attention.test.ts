import { attentionOf } from "../../../../web/src/model/attention";
import type { SensorState } from "../../../../web/src/model/latest";

const greenhouse = {
  id: "g",
  name: "Tomatoes",
  thresholds: { temperature: { min: 15, max: 30 }, humidity: { max: 85 } },
};
const sensor = { uid: "air", name: "Air", type: "SHT31", greenhouse: "g" };

function state(values: Record<string, number>, more: Partial<SensorState> = {}): SensorState {
  const at = 1000;
  return {
    uid: "air",
    at,
    freshness: "fresh",
    values: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, { value, at }]),
    ),
    ...more,
  };
}

test.each([
  ["all is well", state({ temperature: 20, humidity: 85, battery: 20 }), []],
  ["nothing was ever sent", state({}, { freshness: "never", at: undefined }), []],
  [
    "too warm",
    state({ temperature: 30.5 }),
    [{ kind: "above", sensor, measurement: "temperature", value: 30.5, bound: 30 }],
  ],
  [
    "too cold with a weak battery: the worse first",
    state({ battery: 19, temperature: 14 }),
    [
      { kind: "below", sensor, measurement: "temperature", value: 14, bound: 15 },
      { kind: "battery", sensor, value: 19 },
    ],
  ],
  [
    "silent, whatever its last values were",
    state({ temperature: 99, battery: 1 }, { freshness: "silent" }),
    [{ kind: "silent", sensor, since: 1000 }],
  ],
])("%s", (_, one, expected) => {
  expect(attentionOf(greenhouse, [sensor], new Map([["air", one]]))).toEqual(expected);
});

test("a threshold for the battery takes the place of the usual one", () => {
  const strict = { ...greenhouse, thresholds: { battery: { min: 50 } } };
  expect(attentionOf(strict, [sensor], new Map([["air", state({ battery: 40 })]]))).toEqual([
    { kind: "below", sensor, measurement: "battery", value: 40, bound: 50 },
  ]);
});
