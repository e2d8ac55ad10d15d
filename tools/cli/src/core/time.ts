/** Reads times and durations as people write them. Pure. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";

const UNITS: Readonly<Record<string, number>> = {
  s: 1000,
  m: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
};

const DURATION = /^(\d+(?:\.\d+)?)([smhd])$/;

/** `YYYY-MM-DD`, with or without a time of day (UTC unless it names a zone). */
const DATE =
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;

export const TIME_FORMS =
  "a date (2026-03-01, 2026-03-01T06:00, 2026-03-01T06:00+02:00; UTC without a zone), an age (30d, 12h, 90m), or now";

/**
 * Returns milliseconds for texts such as `90s`, `10m`, `1.5h` and `30d`; undefined for any other
 * text.
 */
export function parseDuration(text: string): number | undefined {
  const [, number, unit] = DURATION.exec(text) ?? [];
  const factor = UNITS[unit ?? ""];
  return factor === undefined ? undefined : Math.round(Number(number) * factor);
}

/** Returns Unix milliseconds; undefined if the text has none of the TIME_FORMS. */
export function parseTime(text: string, nowMs: number): number | undefined {
  if (text === "now") return nowMs;
  const ago = parseDuration(text);
  if (ago !== undefined) return nowMs - ago;
  return parseDate(text);
}

/** Returns a date (ISO 8601) in Unix milliseconds; undefined for any other text. */
export function parseDate(text: string): number | undefined {
  if (!DATE.test(text)) return undefined;
  const iso = text.replace(" ", "T");
  const hasZone = /(?:Z|[+-]\d{2}:\d{2})$/.test(iso) || !iso.includes("T");
  const time = Date.parse(hasZone ? iso : `${iso}Z`);
  // Date.parse turns 30 February into 2 March.
  const isReal = !Number.isNaN(time) && isDayOfMonth(iso);
  return isReal ? time : undefined;
}

/** Formats seconds so that `parseDuration` can read them. */
export function formatSeconds(value: number): string {
  if (value % 3_600 === 0) return `${value / 3_600}h`;
  return value % 60 === 0 ? `${value / 60}m` : `${value}s`;
}

export function formatTime(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

/** Formats a time for people: to the minute, UTC. */
export function formatMinute(timeMs: number): string {
  return `${formatTime(timeMs).slice(0, 16)}Z`;
}

function isDayOfMonth(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split("-").map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
