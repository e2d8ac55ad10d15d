import { durationText, spanText } from "../../../../web/src/model/values/duration";

test.each([
  [10_000, "1 min"],
  [59 * 60_000, "59 min"],
  [60 * 60_000, "1 hr"],
  [266 * 60_000, "4 hr 26 min"],
  [24 * 3_600_000 - 1, "1 day"],
  [50 * 3_600_000, "2 days 2 hr"],
])("%i ms last %s", (ms, text) => {
  expect(durationText(ms, "en-US")).toBe(text);
});

test.each([
  [1_000, "1 sec", "1 Sek."],
  [20_000, "20 sec", "20 Sek."],
  [59_600, "1 min", "1 Min."],
  [200_000, "3 min", "3 Min."],
  [3_600_000, "1 hr", "1 Std."],
])("a span of %i ms is %s", (ms, english, german) => {
  expect([spanText(ms, "en-US"), spanText(ms, "de")]).toEqual([english, german]);
});
