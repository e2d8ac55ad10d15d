/** The daily figures of a greenhouse, one row for each day. They are computed from hourly rollups. */

import {
  dailyLight,
  dayAndNight,
  degreeDays,
  hoursByDay,
  plantLight,
} from "@greenhouse/domain/rollups/daily";
import type { DailySettings, DayAndNight, HourMean } from "@greenhouse/domain/rollups/daily";
import type { Place } from "@greenhouse/domain/sun";
import { DAY_MS } from "@greenhouse/domain/time";
import type { Hours } from "./day";
import { createFormatter } from "../values/format";
import type { Formatter } from "../values/format";

export interface DayRow {
  /** For example 2026-11-22. */
  readonly date: string;
  /** Undefined if the temperature was not measured. */
  readonly temperature:
    | (Omit<DayAndNight, "difference"> & {
        /** In °C, as are the means of day and night. */
        readonly low: number;
        readonly high: number;
        /** The mean of the day minus the mean of the night, in degrees Celsius. */
        readonly difference: number | undefined;
        /** In °C·d. */
        readonly degreeDays: number;
        /** The sum of this day and all earlier days. */
        readonly sum: number;
        /** The number of hours with data. */
        readonly hours: number;
      })
    | undefined;
  /** Undefined if the light was not measured. */
  readonly light:
    { /** In mol m⁻² d⁻¹. */ readonly integral: number; readonly hours: number } | undefined;
}

export interface DayOptions {
  readonly settings: DailySettings;
  /** Undefined: day and night are not known. */
  readonly place: Place | undefined;
  /** Days begin at midnight in this zone. */
  readonly timeZone: string;
  /** The first day, for example 2026-11-22. Sums start here, even if earlier hours are known. */
  readonly firstDate: string;
}

/** The hours of a greenhouse, by quantity. */
export interface Measured {
  readonly temperature: Hours;
  /** In lux. */
  readonly light: Hours;
  readonly ppfd: Hours;
}

/** Returns the first of a number of days that end today. @param today for example 2026-11-22 */
export function firstDateOf(today: string, days: number): string {
  return new Date(Date.parse(today) - (days - 1) * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the rows from the first day on, the oldest first. Leaves out days without any hour. */
export function dayRows(measured: Measured, options: DayOptions): readonly DayRow[] {
  const { temperature } = measured;
  const { settings, place, timeZone, firstDate } = options;
  const warm = hoursByDay(meansOf(temperature), timeZone);
  const lit = hoursByDay(
    plantLight(meansOf(measured.light), meansOf(measured.ppfd), settings.lightSource),
    timeZone,
  );
  const dates = [...new Set([...warm.keys(), ...lit.keys()])]
    .filter((date) => date >= firstDate)
    .sort();
  let sum = 0;
  return dates.map((date) => {
    const [warmHours = [], litHours = []] = [warm.get(date), lit.get(date)];
    const ofDay = degreeDays(warmHours, settings.degreeDayBase);
    sum += ofDay;
    const all = warmHours.flatMap(({ startMs }) => temperature.get(startMs) ?? []);
    return {
      date,
      temperature:
        all.length === 0
          ? undefined
          : {
              ...(place === undefined ? UNKNOWN : dayAndNight(warmHours, place)),
              low: Math.min(...all.map(({ min }) => min)),
              high: Math.max(...all.map(({ max }) => max)),
              degreeDays: ofDay,
              sum,
              hours: all.length,
            },
      light:
        litHours.length === 0
          ? undefined
          : { integral: dailyLight(litHours), hours: litHours.length },
    };
  });
}

/** Returns the hours of the quantity with the least data. Each figure of the day has its own number of hours. */
export function measuredHours({ temperature, light }: DayRow): number {
  return Math.min(temperature?.hours ?? Infinity, light?.hours ?? Infinity);
}

/** Days with fewer hours are incomplete, such as the first night after sensors were installed. */
const MIN_HOURS = 20;

/** Whether a figure stands for its whole day: the day is over, and most of its hours were measured. */
export function isWholeDay(date: string, hours: number, today: string): boolean {
  return date !== today && hours >= MIN_HOURS;
}

/** A figure of a day in a chart. */
export interface DayValue {
  readonly value: number;
  /** The number of hours with data. */
  readonly hours: number;
  readonly isWhole: boolean;
}

/** Returns the mean of each day, in the order of the dates; undefined for a day without hours. */
export function dayMeans(
  hours: Hours,
  timeZone: string,
  dates: readonly string[],
  today: string,
): readonly (DayValue | undefined)[] {
  const byDay = hoursByDay(meansOf(hours), timeZone);
  return dates.map((date) => {
    const all = byDay.get(date);
    if (all === undefined) return undefined;
    const value = all.reduce((sum, { mean }) => sum + mean, 0) / all.length;
    return { value, hours: all.length, isWhole: isWholeDay(date, all.length, today) };
  });
}

/** Returns the figures of whole days. Means and sums use only these. */
export function wholeDays<T extends { readonly hours: number }>(
  rows: readonly DayRow[],
  today: string,
  read: (row: DayRow) => T | undefined,
): readonly T[] {
  return rows.flatMap((row) => {
    const figures = read(row);
    return figures !== undefined && isWholeDay(row.date, figures.hours, today) ? [figures] : [];
  });
}

/** Returns a time in the days' time zone. Names the zone if the reader's clock shows another time. */
export function momentOfDays(
  at: number,
  now: number,
  timeZone: string,
  format: Pick<Formatter, "locale" | "moment">,
): string {
  const text = createFormatter(format.locale, timeZone).moment(at, now);
  return text === format.moment(at, now) ? text : `${text} (${timeZone})`;
}

const UNKNOWN: DayAndNight = { day: undefined, night: undefined, difference: undefined };

/** Returns the typical value of the air for each hour: the median of the sensors' means. */
function meansOf(hours: Hours): readonly HourMean[] {
  return [...hours].map(([startMs, { median }]) => ({ startMs, mean: median }));
}
