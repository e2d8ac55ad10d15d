import {
  boundsAt,
  countedValue,
  isPlausible,
  shownValue,
} from "@greenhouse/domain/quantities/measurements";

test.each([
  ["temperature", [-60, 0, 80], [-127, 85, -60.1, 80.1, 1e300]],
  ["humidity", [0, 100], [-0.1, 100.1, 103]],
  ["light", [0, 130_000, 200_000], [-1, 5e8]],
  ["battery", [0, 100], [-1, 101, NaN]],
] as const)("a threshold of %s can be %j, but not %j", (quantity, possible, impossible) => {
  expect(possible.map((bound) => isPlausible(quantity, bound))).not.toContain(false);
  expect(impossible.map((bound) => isPlausible(quantity, bound))).not.toContain(true);
});

test.each([
  [
    "temperature",
    [
      [-60, -60],
      [21.5, 21.5],
      [80, 80],
    ],
    [-127, 85, -60.1, 80.1, 1e300],
  ],
  [
    "humidity",
    [
      [100.1, 100],
      [100.4, 100],
      [103, 100],
      [106, 100],
      [-0.1, 0],
      [-3, 0],
      [55.5, 55.5],
    ],
    [-6, -3.1, 106.1, 118.99, 150, 998, NaN],
  ],
  [
    "battery",
    [
      [100.5, 100],
      [110, 100],
      [0, 0],
    ],
    [-1, 110.1, 127, 200, 255],
  ],
  [
    "soilMoisture",
    [
      [100.4, 100],
      [110, 100],
      [-5, 0],
    ],
    [-5.1, 110.1, 400, 65_535],
  ],
  [
    "light",
    [
      [-0.4, 0],
      [0, 0],
      [200_000, 200_000],
    ],
    [-1, -2, 200_001],
  ],
  [
    "ppfd",
    [
      [-5, 0],
      [-0.2, 0],
      [3000, 3000],
    ],
    [-5.1, 3000.1],
  ],
  [
    "ec",
    [
      [-0.05, 0],
      [1.8, 1.8],
    ],
    [-0.06, -1, 20.1],
  ],
  [
    "windSpeed",
    [
      [-0.5, 0],
      [3, 3],
    ],
    [-0.6, -1, 100.1],
  ],
  [
    "ph",
    [
      [0, 0],
      [14, 14],
    ],
    [-0.1, 14.1],
  ],
  [
    "co2",
    [
      [50, 50],
      [40_000, 40_000],
    ],
    [0, 49, 40_001, 65_535],
  ],
  [
    "pressure",
    [
      [300, 300],
      [1100, 1100],
    ],
    [0, 299.9, 1100.1],
  ],
] as const)("counts values of %s as %j, and %j as faults", (quantity, counted, faults) => {
  expect(counted.map(([value]) => countedValue(quantity, value))).toEqual(
    counted.map(([, expected]) => expected),
  );
  expect(counted.map(([value]) => shownValue(quantity, value))).toEqual(
    counted.map(([, expected]) => expected),
  );
  expect(faults.map((value) => countedValue(quantity, value))).toEqual(faults.map(() => undefined));
  expect(faults.map((value) => shownValue(quantity, value))).toEqual(faults);
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
