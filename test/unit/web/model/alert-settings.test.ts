import {
  hexOf,
  nextMorning,
  parseMinutes,
  parsePercent,
  webhookSecretOf,
} from "../../../../web/src/model/findings/alert-settings";
import type { FieldNumber } from "../../../../web/src/model/input/typed-number";
import { createZonedClock } from "@greenhouse/domain/zoned-time";

function outcomeOf(typed: FieldNumber): number | string {
  return typed.kind === "number" ? typed.value : typed.kind;
}

test.each([
  ["0", 0],
  [" 30 ", 30],
  ["10080", 10_080],
  ["30 min", 30],
  ["10081", "outOfRange"],
  ["-1", "outOfRange"],
  ["1.5", "outOfRange"],
  ["45,5", "outOfRange"],
  ["1,000", "grouped"],
  ["1.000", "grouped"],
  ["", "empty"],
  ["1e2", "notANumber"],
])("%p minutes", (text, minutes) => {
  expect(outcomeOf(parseMinutes(text))).toEqual(minutes);
});

test.each([
  ["0", 0],
  ["100", 100],
  ["101", "outOfRange"],
  ["20 %", 20],
  ["20,000", "grouped"],
  ["2,5", "outOfRange"],
])("%p percent", (text, percent) => {
  expect(outcomeOf(parsePercent(text))).toEqual(percent);
});

test("creates secrets and tokens in the expected form", () => {
  const bytes = new Uint8Array(24).fill(255);
  expect(webhookSecretOf(bytes)).toBe(`whsec_${"/".repeat(32)}`);
  expect(hexOf(new Uint8Array([0, 10, 255]))).toBe("000aff");
});

test.each([
  ["UTC", "2026-01-02T22:30:00Z", "2026-01-03T07:00:00Z"],
  ["UTC", "2026-01-02T03:00:00Z", "2026-01-02T07:00:00Z"],
  ["UTC", "2026-01-02T05:00:00Z", "2026-01-03T07:00:00Z"],
  ["UTC", "2026-01-31T12:00:00Z", "2026-02-01T07:00:00Z"],
  // Half a day ahead and half a day behind.
  ["Pacific/Auckland", "2026-07-02T14:00:00Z", "2026-07-02T19:00:00Z"],
  ["Pacific/Auckland", "2026-07-02T18:00:00Z", "2026-07-03T19:00:00Z"],
  ["Etc/GMT+12", "2026-01-02T14:00:00Z", "2026-01-02T19:00:00Z"],
  ["Etc/GMT+12", "2026-01-02T18:00:00Z", "2026-01-03T19:00:00Z"],
  // The clocks change during the night.
  ["Europe/Berlin", "2026-03-28T21:00:00Z", "2026-03-29T05:00:00Z"],
  ["Europe/Berlin", "2026-03-29T00:30:00Z", "2026-03-29T05:00:00Z"],
  ["Europe/Berlin", "2026-10-24T21:00:00Z", "2026-10-25T06:00:00Z"],
  ["Europe/Berlin", "2026-10-25T01:30:00Z", "2026-10-25T06:00:00Z"],
])("in %s, the morning after %s is %s", (zone, now, morning) => {
  expect(nextMorning(Date.parse(now), createZonedClock(zone))).toBe(Date.parse(morning));
});
