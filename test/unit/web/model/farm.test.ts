import { parseCard, parseThresholds } from "@greenhouse/domain/identity/farm-records";
import {
  readGreenhouses,
  readListedFarms,
  sortedMembers,
  readSensors,
} from "../../../../web/src/model/farm/farm";

test("sorts greenhouses by name", () => {
  const stored = {
    a: { name: "House 10", farmId: "f" },
    b: { name: "house 9", farmId: "f", thresholds: { temperature: { min: 5 } } },
    c: { farmId: "f" },
  };
  expect(readGreenhouses(stored, "en")).toMatchObject([
    { id: "c", name: "c", thresholds: {} },
    { id: "b", name: "house 9", thresholds: { temperature: { min: 5 } } },
    { id: "a", name: "House 10", thresholds: {} },
  ]);
});

test("reads sensors, also from a list that the SDK made of numbered children", () => {
  const stored = { sensorName: "Air", sensorType: "SHT31", farmId: "f" };
  const sensor = { name: "Air", type: "SHT31", greenhouse: undefined, role: "air" };
  expect(readSensors([undefined, stored, null])).toEqual([{ uid: "1", ...sensor }]);
  expect(readSensors({ x: { ...stored, greenhouse: "g" } })).toEqual([
    { uid: "x", ...sensor, greenhouse: "g" },
  ]);
  expect(readSensors({ x: { ...stored, role: "soil" }, y: { ...stored, role: "sea" } })).toEqual([
    { uid: "x", ...sensor, role: "soil" },
    { uid: "y", ...sensor },
  ]);
});

test("reads the listed farms without unanswered invitations of earlier versions", () => {
  expect(readListedFarms({ a: true, b: "invited", c: true, d: false })).toEqual(["a", "c"]);
  expect(readListedFarms(null)).toEqual([]);
});

test("lists owners first, and treats unknown roles as viewers", () => {
  expect(sortedMembers({ b: "viewer", a: "owner", c: "king", d: "owner" })).toEqual([
    { uid: "a", role: "owner" },
    { uid: "d", role: "owner" },
    { uid: "b", role: "viewer" },
    { uid: "c", role: "viewer" },
  ]);
});

test("reads at most three quantities of a card, in the table's order", () => {
  expect(parseCard({ co2: true, temperature: true, noise: true, battery: true })).toEqual([
    "temperature",
    "co2",
  ]);
  expect(parseCard({ co2: true, ec: true, ph: true, light: true, vpd: "yes" })).toEqual([
    "light",
    "co2",
    "ec",
  ]);
  expect([null, true, "co2", ["co2"]].map(parseCard)).toEqual([[], [], [], []]);
});

test.each([null, "x", 5, { temperature: { min: "low" }, rain: { max: 3 } }])(
  "reads no limits from %p",
  (stored) => {
    expect(parseThresholds(stored)).toEqual({});
  },
);
