/** How long something lasted, to two units: "4 hr 26 min". */

import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@greenhouse/domain/time";

export function durationText(ms: number, locale: string): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
  const total = minutes * MINUTE_MS;
  const text = (count: number, unit: Unit): string => withUnit(count, unit, locale);
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

/** The same, with seconds below a minute: "20 sec". */
export function spanText(ms: number, locale: string): string {
  const seconds = Math.round(ms / SECOND_MS);
  return seconds * SECOND_MS < MINUTE_MS
    ? withUnit(seconds, "second", locale)
    : durationText(ms, locale);
}

type Unit = "day" | "hour" | "minute" | "second";

function withUnit(count: number, unit: Unit, locale: string): string {
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "short" }).format(count);
}
