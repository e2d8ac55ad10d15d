import { seconds } from "../../../tools/cli/src/commands/command";
import { misused } from "../../../tools/cli/src/core/failure";
import { parsePeriod, requireTime } from "../../../tools/cli/src/core/period";
import { parseDuration, parseTime, TIME_FORMS } from "../../../tools/cli/src/core/time";

const NOW = Date.UTC(2026, 5, 15, 12);

test.each([
  ["30s", 30_000],
  ["1.5m", 90_000],
  ["2h", 7_200_000],
  ["30d", 2_592_000_000],
  ["0s", 0],
  ["10", undefined],
  ["-1s", undefined],
  ["1w", undefined],
  ["1 m", undefined],
])("%s lasts %s ms", (text, expected) => {
  expect(parseDuration(text)).toBe(expected);
});

test("options accept whole seconds between their bounds", () => {
  const read = seconds({ min: 60, max: 3_600 });
  expect(["60s", "1.5m", "1h"].map(read)).toEqual([60, 90, 3_600]);
  for (const text of ["59s", "3601s", "60.4s", "soon"]) {
    expect(() => read(text)).toThrow("whole seconds from 1m to 1h");
  }
});

test.each([
  ["now", NOW],
  ["12h", NOW - 43_200_000],
  ["2026-03-01", Date.UTC(2026, 2, 1)],
  ["2026-03-01T06:00", Date.UTC(2026, 2, 1, 6)],
  ["2026-03-01T06:00:30.5Z", Date.UTC(2026, 2, 1, 6, 0, 30, 500)],
  ["2026-03-01T06:00+02:00", Date.UTC(2026, 2, 1, 4)],
  ["2024-02-29", Date.UTC(2024, 1, 29)],
  ["2026-02-29", undefined],
  ["2026-13-01", undefined],
  ["2026-03-01T25:00", undefined],
  ["1.3.2026", undefined],
  ["1700000000", undefined],
  ["", undefined],
])("%s is %s", (text, expected) => {
  expect(parseTime(text, NOW)).toBe(expected);
});

test("a period includes its start, which is the beginning by default", () => {
  expect(parsePeriod(undefined, "now", NOW)).toEqual({ fromMs: 0, toMs: NOW });
  expect(parsePeriod("1d", "1h", NOW)).toEqual({ fromMs: NOW - 86_400_000, toMs: NOW - 3_600_000 });
  expect(() => parsePeriod("now", "now", NOW)).toThrow(misused("--from must be before --to."));
  expect(() => requireTime("--to", "soon", NOW)).toThrow(
    misused("--to soon is not a time.", `Use ${TIME_FORMS}.`),
  );
});
