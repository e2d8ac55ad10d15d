import { axisNumber, axisRange } from "../../../../web/src/model/plot/axis";

test.each([
  [17.5, 2.5, "17.5"],
  [20, 2.5, "20"],
  [-1e-15, 5, "0"],
  [0.25, 0.25, "0.25"],
  [15, 5, "15"],
  [500, 250, "500"],
  [40_000, 10_000, "40k"],
  [12_500, 2500, "12.5k"],
  [-1e21, 2.5e20, "-1E21"],
])("%d where the steps are %d", (value, step, text) => {
  expect(axisNumber("en-GB", value, step).toLowerCase()).toBe(text.toLowerCase());
});

const NONE = { mins: [], maxs: [] };

test.each([
  ["nothing is drawn", null, null, NONE, "temperature", [0, 1]],
  [
    "only the thresholds are known",
    null,
    null,
    { mins: [15], maxs: [30] },
    "temperature",
    [13.8, 31.2],
  ],
  ["a line has room", 10, 20, NONE, "temperature", [9.2, 20.8]],
  [
    "thresholds near the lines are seen",
    10,
    20,
    { mins: [0], maxs: [30] },
    "temperature",
    [-2.4, 32.4],
  ],
  [
    "far ones would make an hour flat",
    21,
    22,
    { mins: [10], maxs: [35] },
    "temperature",
    [20.45, 22.55],
  ],
  [
    "a crossed one is seen, however far",
    50,
    51,
    { mins: [], maxs: [30] },
    "temperature",
    [28.32, 52.68],
  ],
  [
    "one that is crossed downwards too",
    -20,
    4,
    { mins: [12], maxs: [30] },
    "temperature",
    [-22.56, 14.56],
  ],
  ["a flat line stays flat", 20, 20, NONE, "temperature", [19.5, 20.5]],
  ["what is never negative begins at nothing", 0, 100, NONE, "light", [0, 108]],
  ["a dew point may be below zero", 0, 10, NONE, "dewPoint", [-0.8, 10.8]],
] as const)("the axis where %s", (_, low, high, edges, quantity, [from, to]) => {
  const range = axisRange(low, high, edges, quantity);
  expect(range[0]).toBeCloseTo(from);
  expect(range[1]).toBeCloseTo(to);
});
