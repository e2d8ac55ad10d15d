/** How long something lasted, to two units: "4 hr 26 min". */

import { DAY, HOUR } from "../plot/time-range";

const SECOND = 1_000;
const MINUTE = 60_000;

export function durationText(ms: number, locale: string): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE));
  const total = minutes * MINUTE;
  const text = (count: number, unit: Unit): string => withUnit(count, unit, locale);
  const pair = (large: string, small: string | undefined): string =>
    small === undefined ? large : `${large} ${small}`;
  const hours = Math.floor((total % DAY) / HOUR);
  const rest = minutes % 60;
  if (total >= DAY) {
    return pair(text(Math.floor(total / DAY), "day"), hours > 0 ? text(hours, "hour") : undefined);
  }
  if (total < HOUR) return text(minutes, "minute");
  return pair(text(hours, "hour"), rest > 0 ? text(rest, "minute") : undefined);
}

/** The same, with seconds below a minute: "20 sec". */
export function spanText(ms: number, locale: string): string {
  const seconds = Math.round(ms / SECOND);
  return seconds * SECOND < MINUTE ? withUnit(seconds, "second", locale) : durationText(ms, locale);
}

type Unit = "day" | "hour" | "minute" | "second";

function withUnit(count: number, unit: Unit, locale: string): string {
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "short" }).format(count);
}
