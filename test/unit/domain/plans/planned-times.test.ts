/** The planned times of a plan, in local time and by the sun. */

import { createFarmClock } from "@greenhouse/domain/outputs/plans/clock";
import {
  isInWindow,
  nextWindowStart,
  plannedTimes,
} from "@greenhouse/domain/outputs/plans/planned-times";
import { DAY_MS } from "@greenhouse/domain/time";
import type { Place } from "@greenhouse/domain/sun";
import { BERLIN, BERLIN_CLOCK } from "./fixtures";

const LORD_HOWE = { latitude: -31.55, longitude: 159.08, timeZone: "Australia/Lord_Howe" };
const SANTIAGO = { latitude: -33.45, longitude: -70.67, timeZone: "America/Santiago" };
const APIA = { latitude: -13.83, longitude: -171.77, timeZone: "Pacific/Apia" };
const TROMSO = { latitude: 69.6492, longitude: 18.9553, timeZone: "Europe/Oslo" };
const REYKJAVIK = { latitude: 64.1466, longitude: -21.9426, timeZone: "Atlantic/Reykjavik" };

/** Returns the planned times of a local day in UTC. */
function plannedOn(
  place: Place | undefined,
  date: string,
  times: readonly string[],
  days = "1111111",
): readonly string[] {
  const clock = createFarmClock(place);
  const from = clock.momentOf(date, "0000") - 1;
  const planned = plannedTimes({ times, days }, clock, from, from + DAY_MS);
  return planned.map(
    ({ id, at, missing }) => `${id} ${new Date(at).toISOString().slice(5, 16)} ${missing ?? ""}`,
  );
}

test.each<[string, Place | undefined, string, readonly string[], readonly string[]]>([
  [
    "at local times, the earliest first",
    BERLIN,
    "2026-11-30",
    ["0615", "1830"],
    ["20261130T0615 11-30T05:15 ", "20261130T1830 11-30T17:30 "],
  ],
  ["in UTC without a place", undefined, "2026-11-30", ["0615"], ["20261130T0615 11-30T06:15 "]],
  [
    "in UTC with an unknown time zone",
    { ...BERLIN, timeZone: "Mars/Base" },
    "2026-11-30",
    ["0615"],
    ["20261130T0615 11-30T06:15 "],
  ],
  // Berlin's clock goes from 02:00 to 03:00, which is 01:00 UTC.
  [
    "at the next valid minute if the clock skips the time",
    BERLIN,
    "2026-03-29",
    ["0159", "0200", "0230", "0300"],
    [
      "20260329T0159 03-29T00:59 ",
      "20260329T0200 03-29T01:00 ",
      "20260329T0230 03-29T01:00 ",
      "20260329T0300 03-29T01:00 ",
    ],
  ],
  [
    "once if the time occurs twice",
    BERLIN,
    "2026-10-25",
    ["0230", "0300"],
    ["20261025T0230 10-25T00:30 ", "20261025T0300 10-25T02:00 "],
  ],
  // The clock is set forward by 30 minutes at 02:00.
  [
    "after a change of half an hour",
    LORD_HOWE,
    "2026-10-04",
    ["0215", "0230"],
    ["20261004T0215 10-03T15:30 ", "20261004T0230 10-03T15:30 "],
  ],
  [
    "after a midnight that does not exist",
    SANTIAGO,
    "2026-09-06",
    ["0000"],
    ["20260906T0000 09-06T04:00 ", "20260907T0000 09-07T03:00 "],
  ],
  // Samoa left out 30 December 2011.
  [
    "after a day that does not exist",
    APIA,
    "2011-12-30",
    ["0615"],
    ["20111230T0615 12-30T10:00 ", "20111231T0615 12-30T16:15 "],
  ],
  // test/unit/domain/time.test.ts has the sunrise by another source: 06:40, within two minutes.
  [
    "by the sun",
    BERLIN,
    "2026-11-22",
    ["sunrise+30", "sunset-15"],
    ["20261122Tsunrise+30 11-22T07:10 ", "20261122Tsunset-15 11-22T14:49 "],
  ],
  [
    "at a sunset after midnight",
    REYKJAVIK,
    "2024-06-22",
    ["sunset+0"],
    ["20240621Tsunset+0 06-22T00:04 "],
  ],
  [
    "at no sunrise in the polar night",
    TROMSO,
    "2026-12-21",
    ["sunrise+30"],
    ["20261221Tsunrise+30 12-21T11:00 noSun"],
  ],
  [
    "at no sunset under the midnight sun",
    TROMSO,
    "2026-06-21",
    ["sunset-15"],
    ["20260621Tsunset-15 06-21T10:00 noSun"],
  ],
  [
    "at no sunrise without a place",
    undefined,
    "2026-11-30",
    ["sunrise+30"],
    ["20261130Tsunrise+30 11-30T12:00 noPlace"],
  ],
])("a plan runs %s", (_, place, date, times, expected) => {
  expect(plannedOn(place, date, times)).toEqual(expected);
});

test("a plan runs on its days of the week", () => {
  expect(plannedOn(BERLIN, "2026-11-30", ["0615"], "1000000")).toHaveLength(1);
  expect(plannedOn(BERLIN, "2026-11-29", ["0615"], "1111110")).toEqual([]);
});

test("a run has the same id after the farm's time zone changes", () => {
  const [inBerlin] = plannedOn(BERLIN, "2026-11-30", ["0615", "sunrise+30"]);
  const newYork = { latitude: 40.7, longitude: -74, timeZone: "America/New_York" };
  const [inNewYork] = plannedOn(newYork, "2026-11-30", ["0615", "sunrise+30"]);
  expect([inBerlin?.slice(0, 13), inNewYork?.slice(0, 13)]).toEqual(
    Array.from({ length: 2 }, () => "20261130T0615"),
  );
});

describe("a window", () => {
  const isIn = (from: string, until: string, days: string, date: string, time: string): boolean =>
    isInWindow({ between: { from, until }, days }, BERLIN_CLOCK, BERLIN_CLOCK.momentOf(date, time));

  // 30 November 2026 is a Monday.
  test.each([
    ["0600", "2000", "1111111", "2026-11-30", "0559", false],
    ["0600", "2000", "1111111", "2026-11-30", "0600", true],
    ["0600", "2000", "1111111", "2026-11-30", "1959", true],
    ["0600", "2000", "1111111", "2026-11-30", "2000", false],
    ["0600", "2000", "0111111", "2026-11-30", "0700", false],
    // Over midnight, a window belongs to the day on which it begins.
    ["2200", "0500", "1000000", "2026-11-30", "2200", true],
    ["2200", "0500", "1000000", "2026-12-01", "0459", true],
    ["2200", "0500", "1000000", "2026-12-01", "0500", false],
    ["2200", "0500", "1000000", "2026-12-01", "2200", false],
    ["2200", "0500", "1000000", "2026-11-30", "0459", false],
    ["0700", "0700", "1000000", "2026-11-30", "0300", true],
    // The clock skips 02:30 in Berlin.
    ["0230", "0400", "1111111", "2026-03-29", "0300", true],
  ])("from %s until %s on the days %s is open on %s at %s: %p", (from, until, days, ...when) => {
    const [date, time, expected] = when;
    expect(isIn(from, until, days, date, time)).toBe(expected);
  });

  test("opens next on the plan's next day", () => {
    const plan = { between: { from: "0600", until: "2000" }, days: "0010000" };
    const monday = BERLIN_CLOCK.momentOf("2026-11-30", "0700");
    expect(nextWindowStart(plan, BERLIN_CLOCK, monday)).toBe(
      BERLIN_CLOCK.momentOf("2026-12-02", "0600"),
    );
    expect(nextWindowStart({ ...plan, days: "0000000" }, BERLIN_CLOCK, monday)).toBeUndefined();
  });
});
