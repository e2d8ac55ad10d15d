import { MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import { likelyRole } from "@greenhouse/domain/identity/unregistered";

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
