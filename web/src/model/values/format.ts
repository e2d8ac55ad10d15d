/** Numbers, times and ages in the reader's locale, unit and time zone. */

import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@greenhouse/domain/time";
import { digitsBeside, withMinus } from "@greenhouse/domain/words/format";
import { QUANTITY, withUnit } from "@greenhouse/domain/quantities/measurements";
import type { Quantity } from "@greenhouse/domain/quantities/measurements";
import { unitsOf } from "./units";
import type { TemperatureUnit, Units } from "./units";

/** Numbers from here on are written with a power of ten. */
const HUGE = 10_000_000;
/** Dates less than this far away are written without the year. */
const WITHOUT_YEAR_MS = 300 * DAY_MS;

/** A day has 23 to 25 hours. */
const MIN_DAY_MS = 23 * HOUR_MS;
const MAX_WEEK_MS = 7 * DAY_MS + HOUR_MS;

/** Takes values in stored units. */
export interface Formatter extends Units {
  readonly locale: string;
  /** An IANA name; undefined for the device's. */
  readonly timeZone: string | undefined;
  /** Returns a value without its unit, with as many digits as it needs to differ from the bound. */
  number(value: number, measurement: Quantity, bound?: number): string;
  /** Returns a value with its unit, with digits as above. */
  value(value: number, measurement: Quantity, bound?: number): string;
  /** Returns a value with its unit as it was sent, with at most two digits after the separator. */
  exact(value: number, measurement: Quantity): string;
  /** Returns a typed value such as a limit, without its unit. */
  bound(value: number, quantity: Quantity): string;
  /** Returns a whole number. */
  count(value: number): string;
  /** Returns for example "12 min ago". */
  age(at: number, now: number): string;
  /**
   * Returns the time, with the date unless it is today: "14:05" or "2:05 PM", "Mon 14:05", "3 Mar, 14:05", "3 Mar
   * 2025".
   */
  moment(at: number, now: number): string;
  /** Returns a time of a chart to the minute, with the date unless the chart shows a part of today. */
  cursor(at: number, shown: { readonly from: number; readonly to: number }, now: number): string;
  /** Returns a range to the minute; below a minute, to the second. Writes shared parts of both ends once. */
  range(from: number, to: number): string;
  /** Names a row of a table: "14:00–15:00" or "Sat 23:00–00:00", "Sun 29 Nov", "23–29 Nov", or "November 2026". */
  part(from: number, to: number, now: number): string;
  /** Returns a time on an axis with marks `step` milliseconds apart; at midnight, the day. */
  tick(at: number, step: number): string;
}

/** The words of ages in a language. */
export interface AgeWords {
  readonly justNow: string;
  readonly ago: (duration: string) => string;
}

const AGES: AgeWords = { justNow: "just now", ago: (duration) => `${duration} ago` };

export function createFormatter(
  locale: string,
  timeZone?: string,
  temperatureUnit: TemperatureUnit = "C",
  ages: AgeWords = AGES,
): Formatter {
  const units = unitsOf(temperatureUnit);
  const { unit, shown } = units;
  const numbers = new Map<number, Intl.NumberFormat>();
  const digits = (min: number, max = min): Intl.NumberFormat => {
    const key = 10 * min + max;
    const cached = numbers.get(key);
    if (cached !== undefined) return cached;
    const made = new Intl.NumberFormat(locale, {
      minimumFractionDigits: min,
      maximumFractionDigits: max,
      // Avoids -0.
      signDisplay: "negative",
    });
    numbers.set(key, made);
    return made;
  };
  const zone = timeZone === undefined ? {} : { timeZone };
  const dates = (
    options: Intl.DateTimeFormatOptions,
    language = locale,
  ): ((at: number) => string) => {
    const made = once(() => new Intl.DateTimeFormat(language, { ...options, ...zone }));
    return (at) => made().format(at);
  };
  // With AM and PM, hours have no leading zero.
  const hour = once(() =>
    new Intl.DateTimeFormat(locale, { hour: "numeric" }).resolvedOptions().hour12
      ? "numeric"
      : "2-digit",
  );
  const times = (options: Intl.DateTimeFormatOptions = {}): ((at: number) => string) => {
    const made = once(() => dates({ ...options, hour: hour(), minute: "2-digit" }));
    return (at) => made()(at);
  };
  const time = times();
  const weekdayTime = times({ weekday: "short" });
  const dayTime = times({ day: "numeric", month: "short" });
  const day = dates({ day: "numeric", month: "short" });
  const weekday = dates({ weekday: "short", day: "numeric", month: "short" });
  const month = dates({ month: "long", year: "numeric" });
  const seconds = times({ second: "2-digit" });
  const yearTime = once(() => dates({ dateStyle: "medium", timeStyle: "short" }));
  const today = dates({ year: "numeric", month: "numeric", day: "numeric" });
  const midnight = dates({ timeStyle: "short" }, "en-GB");
  const relative = once(
    () => new Intl.RelativeTimeFormat(locale, { numeric: "always", style: "short" }),
  );
  const huge = once(
    () => new Intl.NumberFormat(locale, { notation: "scientific", maximumFractionDigits: 1 }),
  );
  // Sensors never measure such a value, but it must not break the layout.
  const formatted = (value: number, min: number, max = min): string =>
    withMinus((Math.abs(value) < HUGE ? digits(min, max) : huge()).format(value));
  const number = (value: number, measurement: Quantity, bound?: number): string => {
    const own = shown(value, measurement);
    const beside = bound === undefined ? undefined : shown(bound, measurement);
    return formatted(own, digitsBeside(own, QUANTITY[measurement].digits, beside));
  };
  const moment = (at: number, now: number): string => {
    if (today(at) === today(now)) return time(at);
    const away = Math.abs(now - at);
    if (away < 6 * DAY_MS) return weekdayTime(at);
    return away < WITHOUT_YEAR_MS ? dayTime(at) : dates({ dateStyle: "medium" })(at);
  };
  return {
    ...units,
    locale,
    timeZone,
    number,
    value: (value, measurement, bound) =>
      withUnit(number(value, measurement, bound), unit(measurement)),
    exact: (value, measurement) =>
      withUnit(
        formatted(shown(value, measurement), QUANTITY[measurement].digits, 2),
        unit(measurement),
      ),
    bound: (value, quantity) => formatted(shown(value, quantity), 0, 2),
    count: (value) => digits(0).format(value),
    age: (at, now) => {
      const age = Math.max(0, now - at);
      const ago = (length: number, unit: string): string =>
        ages.ago(withUnit(String(Math.floor(age / length)), unit));
      if (age < SECOND_MS) return ages.justNow;
      if (age < MINUTE_MS) return ago(SECOND_MS, "s");
      if (age < HOUR_MS) return ago(MINUTE_MS, "min");
      if (age < 2 * DAY_MS) return ago(HOUR_MS, "h");
      return relative().format(-Math.floor(age / DAY_MS), "day");
    },
    moment,
    cursor: (at, { from, to }, now) => {
      if (today(from) === today(now) && today(to) === today(now)) return time(at);
      return now - from < WITHOUT_YEAR_MS ? dayTime(at) : yearTime()(at);
    },
    range: (from, to) => {
      const timeStyle = to - from < MINUTE_MS ? "medium" : "short";
      const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle, ...zone });
      return format.formatRange(from, to);
    },
    part: (from, to, now) => {
      const length = to - from;
      if (length < MIN_DAY_MS) return `${moment(from, now)}–${time(to)}`;
      if (length > MAX_WEEK_MS) return month(from);
      if (length <= DAY_MS + HOUR_MS) return weekday(from);
      const format = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", ...zone });
      return format.formatRange(from, to - 1);
    },
    tick: (at, step) => {
      if (step < MINUTE_MS) return seconds(at);
      return step >= DAY_MS || midnight(at) === "00:00" ? day(at) : time(at);
    },
  };
}

/** Creates a format on demand. Each format takes several milliseconds on a phone, and most views need only a few. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
