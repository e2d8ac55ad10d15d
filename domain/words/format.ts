/** Formats numbers and times of alerts, in a language and the farm's time zone. */

import { DAY_MS, MINUTE_MS } from "../time.ts";
import { QUANTITY, withUnit } from "../quantities/measurements.ts";
import type { Quantity } from "../quantities/measurements.ts";

/** Numbers of this size and above are written with a power of ten, as on the page. */
const HUGE = 10_000_000;
/** Maximum of additional digits, so that a value beyond its bound does not look equal to the bound. */
const MAX_EXTRA_DIGITS = 6;

export interface Format {
  /** Without unit, with enough digits to show that the value is beyond the bound. */
  readonly number: (value: number | undefined, quantity: Quantity, bound?: number) => string;
  /** Like `number`, with unit. */
  readonly value: (value: number | undefined, quantity: Quantity, bound?: number) => string;
  /** With unit, with the digits that were typed. */
  readonly bound: (value: number | undefined, quantity: Quantity) => string;
  /** The time, with the date if it differs from the date of `now`. */
  readonly moment: (at: number) => string;
  /** The date, time and time zone. */
  readonly stamp: (at: number) => string;
  /** In hours and minutes; in days from two days on. */
  readonly duration: (ms: number) => string;
}

/**
 * @param locale such as "en-GB"
 * @param timeZone an IANA name; UTC is used if it is unknown
 * @param now in Unix milliseconds
 */
export function createFormat(locale: string, timeZone: string, now: number): Format {
  const zone = { timeZone: isTimeZone(timeZone) ? timeZone : "UTC" };
  const formatted = (
    value: number | undefined,
    minDigits: number,
    maxDigits = minDigits,
  ): string => {
    if (value === undefined) return "–";
    const isHuge = Math.abs(value) >= HUGE;
    const format = new Intl.NumberFormat(locale, {
      ...(isHuge
        ? { notation: "scientific", maximumFractionDigits: 1 }
        : { minimumFractionDigits: minDigits, maximumFractionDigits: maxDigits }),
      // Zero has no minus.
      signDisplay: "negative",
    });
    return withMinus(format.format(value));
  };
  const number: Format["number"] = (value, quantity, bound) =>
    formatted(value, digitsBeside(value ?? 0, QUANTITY[quantity].digits, bound));

  const clock = { hour: "2-digit", minute: "2-digit", ...zone } as const;
  const date = { day: "numeric", month: "short", ...zone } as const;
  const show = (at: number, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale, options).format(at);
  const year = (at: number): string => show(at, { year: "numeric", ...zone });
  const day = (at: number): string => `${show(at, date)} ${year(at)}`;
  return {
    number,
    value: (value, quantity, bound) =>
      withUnit(number(value, quantity, bound), QUANTITY[quantity].unit),
    bound: (value, quantity) => withUnit(formatted(value, 0, 2), QUANTITY[quantity].unit),
    moment: (at) => {
      if (day(at) === day(now)) return show(at, clock);
      return show(at, { ...date, ...clock, ...(year(at) !== year(now) && { year: "numeric" }) });
    },
    stamp: (at) => show(at, { ...date, ...clock, year: "numeric", timeZoneName: "short" }),
    duration: (ms) => {
      const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
      if (minutes < 60) return withUnit(String(minutes), "min");
      const hours = Math.floor(minutes / 60);
      const rest = minutes % 60 === 0 ? "" : ` ${withUnit(String(minutes % 60), "min")}`;
      if (hours < 48) return `${withUnit(String(hours), "h")}${rest}`;
      const days = { style: "unit", unit: "day", unitDisplay: "long" } as const;
      return new Intl.NumberFormat(locale, days).format(Math.floor(ms / DAY_MS));
    },
  };
}

/** Replaces the hyphens that most locales write before numbers. @param number as formatted */
export function withMinus(number: string): string {
  return number.replaceAll("-", "\u2212");
}

/** Returns enough digits to show on which side of the bound a value is: 4.96, which is below 5, must not read 5.0. */
export function digitsBeside(value: number, minDigits: number, bound: number | undefined): number {
  if (bound === undefined) return minDigits;
  const side = Math.sign(value - bound);
  let digits = minDigits;
  while (
    digits < minDigits + MAX_EXTRA_DIGITS &&
    Math.sign(Number(value.toFixed(digits)) - bound) !== side
  )
    digits += 1;
  return digits;
}

/** Whether this program knows the zone. Offsets such as "+02:00" do not count as names. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z]/i.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).format(0) !== "";
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
