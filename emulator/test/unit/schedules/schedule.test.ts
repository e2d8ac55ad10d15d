/** Schedules are due in the right minutes of their time zone. */

import { parseSchedule } from "../../../src/schedules/schedule";

const MINUTE_MS = 60_000;
/** All times below are at a half hour, or a minute before or after. */
const LOOKED_AT = [0, 1, 29, 30, 31, 59];

/** Returns the due minutes of the 24 hours from `day`, in UTC. */
function dueIn(day: string, schedule: string, timeZone: string): string[] {
  const parsed = parseSchedule(schedule, timeZone);
  if (!parsed.ok) throw new Error(parsed.problem);
  const start = Date.parse(`${day}T00:00Z`);
  const due: string[] = [];
  for (let hour = 0; hour < 24; hour += 1) {
    for (const minute of LOOKED_AT) {
      const at = start + (hour * 60 + minute) * MINUTE_MS;
      if (parsed.isDue(at)) due.push(new Date(at).toISOString().slice(11, 16));
    }
  }
  return due;
}

it.each([
  ["2026-03-02", "every day 09:00", "UTC", ["09:00"]],
  ["2026-03-02", "0 9 * * *", "Europe/Berlin", ["08:00"]],
  ["2026-07-02", "0 9 * * *", "Europe/Berlin", ["07:00"]],
  ["2026-03-02", "0 9 * * *", "America/Los_Angeles", ["17:00"]],
  ["2026-03-02", "every monday 09:00", "UTC", ["09:00"]],
  ["2026-03-03", "every monday 09:00", "UTC", []],
  // With a day of the month and a weekday, either is enough. The 2nd was a Monday.
  ["2026-03-02", "0 9 15 * 1", "UTC", ["09:00"]],
  ["2026-03-15", "0 9 15 * 1", "UTC", ["09:00"]],
  ["2026-03-16", "1st monday of month 09:00", "UTC", []],
  ["2026-03-02", "1st monday of month 09:00", "UTC", ["09:00"]],
  ["2026-03-02", "every 6 hours", "UTC", ["00:00", "06:00", "12:00", "18:00"]],
  ["2026-03-02", "0 */8 * * *", "Asia/Kolkata", ["02:30", "10:30", "18:30"]],
  // Clocks change at 01:00 UTC. The schedule runs once on each of these days.
  ["2026-03-29", "30 3 * * *", "Europe/Berlin", ["01:30"]],
  ["2026-10-25", "30 3 * * *", "Europe/Berlin", ["02:30"]],
])("%s, %s in %s", (day, schedule, timeZone, expected) => {
  expect(dueIn(day, schedule, timeZone)).toEqual(expected);
});

it("reports why a schedule cannot be read", () => {
  expect([
    parseSchedule("0 9 * * *", "Europe/Atlantis"),
    parseSchedule("0 9 * * mon-xyz", "UTC"),
    parseSchedule("61 9 * * *", "UTC"),
  ]).toEqual([
    { ok: false, problem: 'unknown time zone "Europe/Atlantis"' },
    { ok: false, problem: expect.stringContaining('"0 9 * * mon-xyz" cannot be read: ') },
    { ok: false, problem: expect.stringContaining('"61 9 * * *" cannot be read: ') },
  ]);
});
