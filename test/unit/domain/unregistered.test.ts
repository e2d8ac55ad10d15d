import { MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import { likelyRole, parseUnregistered } from "@greenhouse/domain/identity/unregistered";

test("the role of a device that nobody has registered follows from what it sends", () => {
  const roles = MEASUREMENTS.map((name) => [name, likelyRole(`{"${name}":1}`)]);
  expect(Object.fromEntries(roles)).toEqual({
    temperature: "air",
    humidity: "air",
    light: "air",
    battery: "air",
    soilMoisture: "soil",
    co2: "air",
    ec: "soil",
    ph: "soil",
    ppfd: "air",
    pressure: "air",
    windSpeed: "outdoor",
  });
});

test.each([
  ['{"temperature":12,"soilMoisture":40,"windSpeed":3}', "soil"],
  ['{"temperature":12,"windSpeed":3}', "outdoor"],
  ['{"record":1,"phase":2}', "air"],
  ["", "air"],
])("of %s it is %s", (reading, role) => {
  expect(likelyRole(reading)).toBe(role);
});

test.each([
  ['{"temperature":21.5,"at":1795955292672}', '{"temperature":21.5,"at":1795955292672}'],
  ['{"temperature":20.599999999999998}', '{"temperature":20.6}'],
  ['{"temperature":123456789012345678901234}', '{"temperature":1.23457e+23}'],
  ['{"temperature":-' + "9".repeat(400) + "}", '{"temperature":"<-1e308"}'],
  [
    '{"temperature":1e400,"light":0.00000000000000000001}',
    '{"temperature":">1e308","light":1e-20}',
  ],
  ['{"mode":"20.599999999999998 \\" 1e400"}', '{"mode":"20.599999999999998 \\" 1e400"}'],
  ["20.599999999999998 is-1.2.3", "20.6 is-1.2.3"],
])("the reading %j has short numbers: %j", (reading, expected) => {
  const device = { uid: "a", at: 1 };
  expect(parseUnregistered([{ ...device, reading }])).toEqual([{ ...device, reading: expected }]);
});

test("a reading that grows beyond the bound is left out", () => {
  const reading = JSON.stringify(Array.from({ length: 80 }, () => 1)).replaceAll("1", "1e309");
  expect(reading.length).toBeLessThan(500);
  expect(parseUnregistered([{ uid: "a", at: 1, reading }])).toEqual([]);
});
