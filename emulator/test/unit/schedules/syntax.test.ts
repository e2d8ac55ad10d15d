/** Converts Cloud Scheduler's two languages to cron patterns. */

import { cronPatterns } from "../../../src/schedules/syntax";

const READ: readonly (readonly [schedule: string, ...patterns: readonly string[]])[] = [
  ["* * * * *", "* * * * *"],
  ["  */5  9-17 * JAN-jun MON,wed ", "*/5 9-17 * jan-jun mon,wed"],
  ["0 9 * * 1", "0 9 * * 1"],
  ["every 1 minutes", `${minutes(1)} * * * *`],
  ["every 5 mins", `${minutes(5)} * * * *`],
  ["every 20 minutes synchronized", "0,20,40 * * * *"],
  ["every 1 hours", "0 * * * *"],
  ["every 12 hours", "0 0,12 * * *"],
  ["every 24 hours", "0 0 * * *"],
  ["every 90 minutes", "0 0,3,6,9,12,15,18,21 * * *", "30 1,4,7,10,13,16,19,22 * * *"],
  ["every 30 minutes from 10:15 to 11:45", "15,45 10,11 * * *"],
  ["every 2 hours from 9:00 to 14:00", "0 9,11,13 * * *"],
  ["every 1 hours from 22:30 to 01:00", "30 22,23,0 * * *"],
  ["every day 09:00", "0 9 * * *"],
  ["Every Day 00:00", "0 0 * * *"],
  ["every monday 09:00", "0 9 * * mon"],
  ["every mon,thursday 23:59", "59 23 * * mon,thu"],
  ["every mon, thu 23:59", "59 23 * * mon,thu"],
  ["every sunday", "0 0 * * sun"],
  ["every day of may 6:30", "30 6 * may *"],
  ["1st monday of sep,oct,nov 17:00", "0 17 * sep,oct,nov mon#1"],
  ["2nd,third mon,wed of march 17:00", "0 17 * mar mon#2,mon#3,wed#2,wed#3"],
  ["first sunday of month 00:05", "5 0 * * sun#1"],
  ["1 of jan,april,july,oct 00:00", "0 0 1 jan,apr,jul,oct *"],
  ["1,15,31 of month 12:00", "0 12 1,15,31 * *"],
];

const REFUSED = [
  "",
  "whenever",
  "every",
  "every minute",
  "every 0 minutes",
  "every 25 hours",
  "every 5 minutes from 25:00 to 26:00",
  "every 5 minutes to 10:00",
  "every moonday 09:00",
  "every day 24:00",
  "every day of smarch 09:00",
  "6th monday of month 09:00",
  "32 of month 09:00",
  "0 9 * *",
  // A field for seconds, and characters that only libraries support.
  "0 0 9 * * 1",
  "0 9 L * *",
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
