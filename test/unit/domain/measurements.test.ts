import { boundsAt, isPlausible, nameMeasured } from "../../../domain/src/measurements";
import { readLastSeen } from "../../../domain/src/last-seen";

test.each([
  ["temperature", [-60, 0, 80], [-127, 85, -60.1, 80.1, 1e300]],
  ["humidity", [0, 100], [-0.1, 100.1, 150]],
  ["light", [0, 130_000, 200_000], [-1, 5e8]],
  ["battery", [0, 100], [-1, 300, NaN]],
] as const)("a %s of %j can be true, one of %j cannot", (measurement, plausible, faults) => {
  expect(plausible.map((value) => isPlausible(measurement, value))).not.toContain(false);
  expect(faults.map((value) => isPlausible(measurement, value))).not.toContain(true);
});

test.each([
  [{}, false, {}],
  [{}, true, {}],
  [{ min: 15, max: 30 }, true, { min: 15, max: 30 }],
  [{ min: 15, max: 30, nightMin: 10 }, true, { min: 10, max: 30 }],
  [{ min: 15, max: 30, nightMin: 10, nightMax: 20 }, false, { min: 15, max: 30 }],
  [{ min: 15, max: 30, nightMin: 10, nightMax: 20 }, true, { min: 10, max: 20 }],
  [{ nightMax: 0 }, true, { max: 0 }],
  [{ nightMax: 0 }, false, {}],
])("of the bounds %j, night: %p, %j hold", (bounds, isNight, expected) => {
  expect(boundsAt(bounds, isNight)).toEqual(expected);
});

test.each([
  [{}, "none"],
  [{ battery: 0, temperature: 1 }, "temperature,battery"],
  [{ light: 1, humidity: 2, temperature: 3, battery: 4 }, "temperature,humidity,light,battery"],
])("%j is named %p, which readLastSeen reads again", (measurements, name) => {
  expect(nameMeasured(measurements)).toBe(name);
  const { measured } = readLastSeen({ [name]: 1 });
  expect(Object.keys(measured).sort()).toEqual(Object.keys(measurements).sort());
});
