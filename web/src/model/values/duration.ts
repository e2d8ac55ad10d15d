/** Writes a duration in at most two units: "4 h 26 min". */

import { withUnit } from "@greenhouse/domain/quantities/measurements";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@greenhouse/domain/time";

export function durationText(ms: number, locale: string): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
  const total = minutes * MINUTE_MS;
  const text = (count: number, unit: Unit): string => textOf(count, unit, locale);
  const pair = (large: string, small: string | undefined): string =>
    small === undefined ? large : `${large} ${small}`;
  const hours = Math.floor((total % DAY_MS) / HOUR_MS);
  const rest = minutes % 60;
  if (total >= DAY_MS) {
    return pair(
      text(Math.floor(total / DAY_MS), "day"),
      hours > 0 ? text(hours, "hour") : undefined,
    );
  }
  if (total < HOUR_MS) return text(minutes, "minute");
  return pair(text(hours, "hour"), rest > 0 ? text(rest, "minute") : undefined);
}

/** Writes a duration, with seconds below a minute: "20 s". */
export function spanText(ms: number, locale: string): string {
  const seconds = Math.round(ms / SECOND_MS);
  return seconds * SECOND_MS < MINUTE_MS
    ? textOf(seconds, "second", locale)
    : durationText(ms, locale);
}

type Unit = "day" | "hour" | "minute" | "second";

/** Abbreviations that every language shares. */
const SYMBOLS = { hour: "h", minute: "min", second: "s" };

function textOf(count: number, unit: Unit, locale: string): string {
  if (unit !== "day") return withUnit(String(count), SYMBOLS[unit]);
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(count);
}
