import { cronPatterns } from "../../../src/schedules/syntax";
import { parseSchedule } from "../../../src/schedules/schedule";

const READ: readonly (readonly [schedule: string, ...patterns: readonly string[]])[] = [
  ["* * * * *", "* * * * *"],
  ["  */5  9-17 * JAN-jun MON,wed ", "*/5 9-17 * jan-jun mon,wed"],
  ["every 1 minutes", `${minutes(1)} * * * *`],
  ["every 20 minutes synchronized", "0,20,40 * * * *"],
  ["every 24 hours", "0 0 * * *"],
  ["every 90 minutes", "0 0,3,6,9,12,15,18,21 * * *", "30 1,4,7,10,13,16,19,22 * * *"],
  ["every 30 minutes from 10:15 to 11:45", "15,45 10,11 * * *"],
  ["every 1 hours from 22:30 to 01:00", "30 22,23,0 * * *"],
  ["every day 09:00", "0 9 * * *"],
  ["every mon,thursday 23:59", "59 23 * * mon,thu"],
  ["every sunday", "0 0 * * sun"],
  ["every day of may 6:30", "30 6 * may *"],
  ["2nd,third mon,wed of march 17:00", "0 17 * mar mon#2,mon#3,wed#2,wed#3"],
  ["first sunday of month 00:05", "5 0 * * sun#1"],
  ["1 of jan,april,july,oct 00:00", "0 0 1 jan,apr,jul,oct *"],
  ["1,15,31 of month 12:00", "0 12 1,15,31 * *"],
];

const REFUSED = [
  "",
  "whenever",
  "every 0 minutes",
  "every 5 minutes from 25:00 to 26:00",
  "every day of smarch 09:00",
  "6th monday of month 09:00",
  "32 of month 09:00",
  "0 9 * *",
  // A field for seconds, and characters that only libraries support.
  "0 0 9 * * 1",
  "0 9 * * mon#1",
  "@daily",
];

function minutes(step: number): string {
  return Array.from({ length: 60 / step }, (_, index) => index * step).join(",");
}

it.each(READ)("%s", (schedule, ...patterns) => {
  expect(cronPatterns(schedule)).toEqual({ ok: true, patterns });
});

it.each(REFUSED)("rejects %j", (schedule) => {
  expect(cronPatterns(schedule)).toEqual({
    ok: false,
    problem:
      `"${schedule}" cannot be read; use five cron fields such as "0 9 * * 1", "every 5 minutes", ` +
      `or "every monday 09:00"`,
  });
});

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
  ["2026-03-02", "0 9 * * *", "Europe/Berlin", ["08:00"]],
  ["2026-07-02", "0 9 * * *", "Europe/Berlin", ["07:00"]],
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
