import { usualSpan } from "../../../../web/src/model/outliers";

const day = Array.from({ length: 100 }, (_, place) => 20 + 5 * Math.sin(place / 16));
const [low, high] = [Math.min(...day), Math.max(...day)];

test.each([
  ["nothing", [[], []], undefined],
  ["all of a usual day", [day], { low, high }],
  ["a spike is left out", [[...day, 999]], { low, high }],
  ["so is a dip", [[-127, ...day]], { low, high }],
  ["and both at once", [[-127, ...day, 85]], { low, high }],
  ["a value that would halve the line is", [[...day, 2 * high - low]], { low, high }],
  ["what rises step by step is none", [[...day, 28, 31, 34, 37]], { low, high: 37 }],
  ["a sensor on another level is none", [day, [80, 81, 82]], { low, high: 82 }],
  ["what comes often is no outlier", [[...day, ...day.map(() => 999)]], { low, high: 999 }],
  ["few values tell nothing", [[1, 1, 1, 1, 50]], { low: 1, high: 50 }],
  ["a dozen do", [[...day.slice(0, 12), 50]], { low: 20, high: day[11] }],
  ["the first light of a dark night", [[...day.map(() => 0), 40]], { low: 0, high: 40 }],
  [
    "a flat line may tremble",
    [[...Array.from({ length: 30 }, () => 20), 20.4]],
    { low: 20, high: 20.4 },
  ],
])("%s", (_, lines, expected) => {
  expect(usualSpan(lines)).toEqual(expected);
});
