import { axisNumber, axisRange } from "../../../../web/src/model/axis";

test.each([
  [17.5, 2.5, "17.5"],
  [20, 2.5, "20"],
  [0.25, 0.25, "0.25"],
  [15, 5, "15"],
  [500, 250, "500"],
  [40_000, 10_000, "40k"],
  [12_500, 2500, "12.5k"],
  [-1e21, 2.5e20, "-1E21"],
])("%d where the steps are %d", (value, step, text) => {
  expect(axisNumber("en-GB", value, step).toLowerCase()).toBe(text.toLowerCase());
});

test.each([
  ["nothing is drawn", null, null, [], "temperature", [0, 1]],
  ["a line has room", 10, 20, [], "temperature", [9.2, 20.8]],
  ["the band is seen whole", 10, 20, [0, 30], "temperature", [-2.4, 32.4]],
  ["a flat line stays flat", 20, 20, [], "temperature", [19.5, 20.5]],
  ["what is never negative begins at nothing", 0, 100, [], "light", [0, 108]],
] as const)("the axis where %s", (_, low, high, bounds, measurement, [from, to]) => {
  const range = axisRange(low, high, bounds, measurement);
  expect(range[0]).toBeCloseTo(from);
  expect(range[1]).toBeCloseTo(to);
});
