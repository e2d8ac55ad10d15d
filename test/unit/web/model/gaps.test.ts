import { MINUTE_MS } from "@greenhouse/domain/time";
import { gapLimit, usualInterval } from "../../../../web/src/model/values/gaps";

test("uses the median as the usual interval, which an outage does not change", () => {
  expect(usualInterval([0, 10, 20, 30, 1000])).toBe(10);
  expect(usualInterval([0, 10])).toBeUndefined();
});

test.each([
  ["too few reports to know more", undefined, 0, 30 * MINUTE_MS],
  ["a fast board may miss two minutes", 1000, 0, 2 * MINUTE_MS],
  ["a slow one three reports", 10 * MINUTE_MS, 0, 30 * MINUTE_MS],
  ["between samples there is no gap", 1000, 20 * MINUTE_MS, 40 * MINUTE_MS],
  ["a step between samples alone gives a limit too", undefined, 20 * MINUTE_MS, 40 * MINUTE_MS],
])("gap limit: %s", (_, interval, sampleStep, limit) => {
  expect(gapLimit(interval, sampleStep)).toBe(limit);
});
