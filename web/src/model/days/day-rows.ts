/** The daily figures of a greenhouse, computed from its hourly rollups: one row for each day. */

import {
  dailyLight,
  dayAndNight,
  degreeDays,
  hoursByDay,
  LIGHT_SOURCES,
} from "@greenhouse/domain/rollups/daily";
import type {
  DailySettings,
  DayAndNight,
  HourMean,
  LightSource,
} from "@greenhouse/domain/rollups/daily";
import type { Place } from "@greenhouse/domain/sun";
import type { Hours } from "./day";
import { createFormatter } from "../values/format";
import type { Formatter } from "../values/format";

export interface DayRow {
  /** Such as 2026-11-22. */
  readonly date: string;
  /** Undefined where the temperature was not measured. */
  readonly temperature:
    | (Omit<DayAndNight, "difference"> & {
        /** In °C, as the means of day and night. */
        readonly low: number;
        readonly high: number;
        /** The mean of the day minus that of the night, in degrees Celsius. */
        readonly difference: number | undefined;
        /** In °C·d. */
        readonly degreeDays: number;
        /** Of this day and all before it. */
        readonly sum: number;
        /** How many hours were measured. */
        readonly hours: number;
      })
    | undefined;
  /** Undefined where the light was not measured. */
  readonly light:
    { /** In mol m⁻² d⁻¹. */ readonly integral: number; readonly hours: number } | undefined;
}

export interface DayOptions {
  readonly settings: DailySettings;
  /** Undefined: day and night are not known. */
  readonly place: Place | undefined;
  /** Days begin at midnight in this zone. */
  readonly timeZone: string;
}

/** The hours of a greenhouse, by what was measured. */
export interface Measured {
  readonly temperature: Hours;
  /** In lux. */
  readonly light: Hours;
  readonly ppfd: Hours;
}

/** Oldest first. Days without any hour are left out. */
export function dayRows(measured: Measured, options: DayOptions): readonly DayRow[] {
  const { temperature } = measured;
  const { settings, place, timeZone } = options;
  const warm = hoursByDay(meansOf(temperature), timeZone);
  const lit = hoursByDay(lightOf(measured, settings.lightSource), timeZone);
  const dates = [...new Set([...warm.keys(), ...lit.keys()])].sort();
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

/** The hours of the quantity that was measured least: each figure of the day has its own number of hours. */
export function measuredHours({ temperature, light }: DayRow): number {
  return Math.min(temperature?.hours ?? Infinity, light?.hours ?? Infinity);
}

/** A day of fewer hours, such as the first night after sensors were put up, says nothing of a day. */
const LEAST_HOURS = 20;

/** Those of whole days before today, of which means and sums are made. */
export function wholeDays<T extends { readonly hours: number }>(
  rows: readonly DayRow[],
  today: string,
  read: (row: DayRow) => T | undefined,
): readonly T[] {
  return rows.flatMap((row) => {
    const one = row.date === today ? undefined : read(row);
    return one === undefined || one.hours < LEAST_HOURS ? [] : [one];
  });
}

/** A time in the zone in which days begin at midnight; the zone is named if the reader's clock shows another time. */
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

/** The light that plants can use, in µmol m⁻² s⁻¹: as it was measured, else by what a lux of its source has. */
function lightOf({ light, ppfd }: Measured, source: LightSource): readonly HourMean[] {
  const estimated = meansOf(light).filter(({ startMs }) => !ppfd.has(startMs));
  const perLux = LIGHT_SOURCES[source];
  return [
    ...meansOf(ppfd),
    ...estimated.map(({ startMs, mean }) => ({ startMs, mean: mean * perLux })),
  ];
}

/** For each hour, the typical value of the air: the median of the sensors' means. */
function meansOf(hours: Hours): readonly HourMean[] {
  return [...hours].map(([startMs, { median }]) => ({ startMs, mean: median }));
}
