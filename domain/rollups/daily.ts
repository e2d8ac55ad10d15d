/** Daily figures for growers, computed from the means of hours. Hours without readings are left out, and counted. */

import { HOUR_MS } from "../time.ts";
import { numberOf, textOf } from "../stored.ts";
import { isNight } from "../sun.ts";
import type { Place } from "../sun.ts";

/** The mean of the values of one hour. */
export interface HourMean {
  /** In Unix milliseconds. */
  readonly startMs: number;
  readonly mean: number;
}

const HOURS_PER_DAY = 24;
const SECONDS_PER_HOUR = 3600;
const MICROMOLES_PER_MOLE = 1e6;

/**
 * Photosynthetic photon flux density of one lux, in µmol m⁻² s⁻¹, by light source.
 * Source: https://www.apogeeinstruments.com/conversion-ppf-to-lux/
 */
export const LIGHT_SOURCES = {
  sun: 0.0185,
  fluorescent: 0.0135,
  sodium: 0.0122,
  sodiumDoubleEnded: 0.013,
  metalHalide: 0.0141,
  ceramicMetalHalide: 0.0154,
} as const satisfies Readonly<Record<string, number>>;

/** `greenhouses/<greenhouseId>/lightSource`. Absent: the sun. */
export type LightSource = keyof typeof LIGHT_SOURCES;

export function isLightSource(name: unknown): name is LightSource {
  return typeof name === "string" && Object.hasOwn(LIGHT_SOURCES, name);
}

/**
 * Returns the light that plants can use, in µmol m⁻² s⁻¹: measured, or else estimated from lux and the light source.
 * @param light means in lux
 * @param ppfd means in µmol m⁻² s⁻¹
 */
export function plantLight(
  light: readonly HourMean[],
  ppfd: readonly HourMean[],
  source: LightSource,
): readonly HourMean[] {
  const measured = new Set(ppfd.map(({ startMs }) => startMs));
  const estimated = light.filter(({ startMs }) => !measured.has(startMs));
  const perLux = LIGHT_SOURCES[source];
  return [...ppfd, ...estimated.map(({ startMs, mean }) => ({ startMs, mean: mean * perLux }))];
}

/**
 * Returns the daily light integral, in mol m⁻² d⁻¹.
 * @param hours of one day, means in µmol m⁻² s⁻¹
 */
export function dailyLight(hours: readonly HourMean[]): number {
  const sum = hours.reduce((before, { mean }) => before + mean, 0);
  return (sum * SECONDS_PER_HOUR) / MICROMOLES_PER_MOLE;
}

/** In °C, for crops of warm summers. Source: McMaster and Wilhelm (1997), doi:10.1016/S0168-1923(97)00027-0 */
const DEGREE_DAY_BASE = 10;

/**
 * Returns the growing degree days of one day, in °C·d. Each hour adds a 24th of its degrees above the base. If no hour is
 * below the base, the result is the day's mean minus the base.
 * @param hours of one day, means in °C
 * @param base in °C
 */
export function degreeDays(hours: readonly HourMean[], base: number): number {
  return hours.reduce((sum, { mean }) => sum + Math.max(0, mean - base), 0) / HOURS_PER_DAY;
}

/** The settings of a greenhouse's daily figures. */
export interface DailySettings {
  readonly lightSource: LightSource;
  /** In °C. */
  readonly degreeDayBase: number;
}

/** Parses the settings. Defaults: the sun and 10 °C. @param stored `greenhouses/<greenhouseId>` */
export function parseDailySettings(stored: unknown): DailySettings {
  const lightSource = textOf(stored, "lightSource");
  return {
    lightSource: isLightSource(lightSource) ? lightSource : "sun",
    degreeDayBase: numberOf(stored, "degreeDayBase") ?? DEGREE_DAY_BASE,
  };
}

/**
 * Means of the hours with and without sun. `difference` is what growers call DIF. Undefined if no such hour was measured.
 */
export interface DayAndNight {
  readonly day: number | undefined;
  readonly night: number | undefined;
  readonly difference: number | undefined;
}

/** Computes the means of day and night. An hour belongs to the day if the sun is up in the middle of the hour. */
export function dayAndNight(hours: readonly HourMean[], place: Place): DayAndNight {
  const meanOf = (isWanted: (isDark: boolean) => boolean): number | undefined => {
    const wanted = hours.filter(({ startMs }) => isWanted(isNight(startMs + HOUR_MS / 2, place)));
    return wanted.length === 0
      ? undefined
      : wanted.reduce((sum, { mean }) => sum + mean, 0) / wanted.length;
  };
  const day = meanOf((isDark) => !isDark);
  const night = meanOf((isDark) => isDark);
  const difference = day === undefined || night === undefined ? undefined : day - night;
  return { day, night, difference };
}

/**
 * Groups hours by calendar day, oldest first. In a time zone with an offset of half an hour, an hour belongs to the day of
 * its start.
 * @param timeZone an IANA name
 * @returns by date, such as 2026-11-22
 */
export function hoursByDay(
  hours: readonly HourMean[],
  timeZone: string,
): ReadonlyMap<string, readonly HourMean[]> {
  // The Swedish locale writes dates as ISO 8601 does.
  const dates = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" });
  const days = new Map<string, HourMean[]>();
  for (const hour of hours.toSorted((a, b) => a.startMs - b.startMs)) {
    const date = dates.format(hour.startMs);
    const day = days.get(date) ?? [];
    day.push(hour);
    days.set(date, day);
  }
  return days;
}
