import {
  hexOf,
  isWebhookUrl,
  nextMorning,
  parseMinutes,
  parsePercent,
  webhookSecretOf,
} from "../../../../web/src/model/alert-settings";
import { durationText } from "../../../../web/src/model/duration";

test.each([
  ["0", 0],
  [" 30 ", 30],
  ["10080", 10_080],
  ["30 min", 30],
  ["1,000", 1000],
  ["10081", "refused"],
  ["-1", "refused"],
  ["1.5", "refused"],
  ["1.000", "doubtful"],
  ["", "refused"],
  ["1e2", "refused"],
])("%p minutes", (text, minutes) => {
  expect(parseMinutes(text, "en")).toBe(minutes);
});

test.each([
  ["0", 0],
  ["100", 100],
  ["101", "refused"],
  ["20 %", 20],
  ["20,5", "doubtful"],
])("%p percent", (text, percent) => {
  expect(parsePercent(text, "en")).toBe(percent);
});

test.each([
  ["https://example.com/hook?a=b", true, true],
  ["http://127.0.0.1:8080/", false, true],
  ["http://localhost/x", false, true],
  ["http://example.com/", false, false],
  ["http://127.0.0.1.example.com/", false, false],
  ["https://192.168.1.20/hook", false, false],
  ["https://printer.local/", false, false],
  ["https://ada:secret@example.com/", false, false],
  ["ftp://example.com/", false, false],
  ["https://exämple.com/", false, false],
  ["https://example.com/a b", false, false],
  ["https://", false, false],
  ["example.com", false, false],
  [`https://example.com/${"x".repeat(1000)}`, false, false],
])("%s as a webhook's address", (url, deployed, local) => {
  expect([isWebhookUrl(url, false), isWebhookUrl(url, true)]).toEqual([deployed, local]);
});

test("secrets and tokens have the form that others expect", () => {
  const bytes = new Uint8Array(24).fill(255);
  expect(webhookSecretOf(bytes)).toBe(`whsec_${"/".repeat(32)}`);
  expect(hexOf(new Uint8Array([0, 10, 255]))).toBe("000aff");
});

test.each([
  [
    [2026, 0, 2, 22, 30],
    [2026, 0, 3, 7],
  ],
  [
    [2026, 0, 2, 3, 0],
    [2026, 0, 2, 7],
  ],
  [
    [2026, 0, 2, 5, 0],
    [2026, 0, 3, 7],
  ],
  [
    [2026, 0, 31, 12, 0],
    [2026, 1, 1, 7],
  ],
] as const)("the morning after %p is %p", (now, morning) => {
  const timeOf = ([year = 0, month = 0, day, hours, minutes = 0]: readonly number[]): number =>
    new Date(year, month, day, hours, minutes).getTime();
  expect(nextMorning(timeOf(now))).toBe(timeOf(morning));
});

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
