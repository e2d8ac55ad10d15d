import { durationText, spanText } from "../../../../web/src/model/values/duration";

test.each([
  [10_000, "1\u202fmin"],
  [59 * 60_000, "59\u202fmin"],
  [60 * 60_000, "1\u202fh"],
  [266 * 60_000, "4\u202fh 26\u202fmin"],
  [24 * 3_600_000 - 1, "1 day"],
  [50 * 3_600_000, "2 days 2\u202fh"],
])("writes %i ms as %s", (ms, text) => {
  expect(durationText(ms, "en-US")).toBe(text);
});

test.each([
  [1_000, "1\u202fs"],
  [20_000, "20\u202fs"],
  [59_600, "1\u202fmin"],
  [200_000, "3\u202fmin"],
  [3_600_000, "1\u202fh"],
])("writes a span of %i ms as %s in every language", (ms, text) => {
  expect([spanText(ms, "en-US"), spanText(ms, "de")]).toEqual([text, text]);
});
