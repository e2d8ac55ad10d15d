/** Tells whether a schedule runs at a given minute. Keeps no state between minutes. */

import { Cron } from "croner";
import { cronPatterns } from "./syntax";

export type Schedule =
  | { readonly ok: true; isDue(minuteMs: number): boolean }
  | { readonly ok: false; readonly problem: string };

/** Reads a schedule. `minuteMs` of `isDue` is the start of a minute in Unix milliseconds. */
export function parseSchedule(text: string, timeZone: string): Schedule {
  if (!isTimeZone(timeZone)) return { ok: false, problem: `unknown time zone "${timeZone}"` };
  const read = cronPatterns(text);
  if (!read.ok) return read;
  try {
    const crons = read.patterns.map((pattern) => new Cron(pattern, { timezone: timeZone }));
    const isDue = (minuteMs: number): boolean =>
      crons.some((cron) => cron.nextRun(new Date(minuteMs - 1))?.getTime() === minuteMs);
    return { ok: true, isDue };
  } catch (error) {
    return { ok: false, problem: `"${text}" cannot be read: ${reasonOf(error)}` };
  }
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
