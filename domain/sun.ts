/** Whether the sun is down at a place, and when it rises and sets. */

import { DAY_MS, SECOND_MS } from "./time.ts";

/** `farms/<farmId>/place`. */
export interface Place {
  /** In degrees, north positive. */
  readonly latitude: number;
  /** In degrees, east positive. */
  readonly longitude: number;
  /** An IANA name. */
  readonly timeZone: string;
}

const RADIANS = Math.PI / 180;
/** Noon of 1 January 2000, UTC. */
const J2000_MS = 946_728_000_000;
/** The sun's upper edge is at the horizon: half its diameter and the refraction of the air. */
const HORIZON_DEGREES = -0.833;

/**
 * Whether it is night, from sunset to sunrise. Accurate to about a minute. A polar night lasts for months.
 * Source: Astronomical Almanac, low precision formulas for the sun, https://aa.usno.navy.mil/faq/sun_approx
 */
export function isNight(
  atMs: number,
  { latitude, longitude }: Pick<Place, "latitude" | "longitude">,
): boolean {
  return sunAltitude(atMs, latitude, longitude) < HORIZON_DEGREES;
}

/** In Unix milliseconds; undefined on a day without sunrise or sunset. */
export interface SunTimes {
  readonly sunrise: number | undefined;
  readonly sunset: number | undefined;
}

/**
 * Returns the sunrise before and the sunset after the sun's highest point that is nearest to a time. Close to the polar
 * circles, a sunset may be after midnight.
 * @param noonMs noon of the day by its local clock, in Unix milliseconds
 */
export function sunTimes(
  noonMs: number,
  { latitude, longitude }: Pick<Place, "latitude" | "longitude">,
): SunTimes {
  const turns = sunPosition(noonMs, longitude).hourAngle / (2 * Math.PI);
  const highestMs = noonMs - (turns - Math.round(turns)) * DAY_MS;
  const changeBetween = (darkMs: number, lightMs: number): number | undefined => {
    const isDark = (atMs: number): boolean => isNight(atMs, { latitude, longitude });
    if (!isDark(darkMs) || isDark(lightMs)) return undefined;
    let [dark, light] = [darkMs, lightMs];
    while (Math.abs(light - dark) > SECOND_MS) {
      const middle = (dark + light) / 2;
      if (isDark(middle)) dark = middle;
      else light = middle;
    }
    return Math.round(light);
  };
  return {
    sunrise: changeBetween(highestMs - DAY_MS / 2, highestMs),
    sunset: changeBetween(highestMs + DAY_MS / 2, highestMs),
  };
}

/** Returns the height of the sun's centre over the horizon, in degrees. */
function sunAltitude(atMs: number, latitude: number, longitude: number): number {
  const { declination, hourAngle } = sunPosition(atMs, longitude);
  const altitude = Math.asin(
    Math.sin(latitude * RADIANS) * Math.sin(declination) +
      Math.cos(latitude * RADIANS) * Math.cos(declination) * Math.cos(hourAngle),
  );
  return altitude / RADIANS;
}

/** Returns angles in radians. The hour angle is a multiple of 2π at the sun's highest point. */
function sunPosition(
  atMs: number,
  longitude: number,
): { readonly declination: number; readonly hourAngle: number } {
  const days = (atMs - J2000_MS) / DAY_MS;
  const anomaly = (357.529 + 0.98560028 * days) * RADIANS;
  const ecliptic =
    (280.459 + 0.98564736 * days + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) *
    RADIANS;
  const obliquity = (23.439 - 0.00000036 * days) * RADIANS;
  const declination = Math.asin(Math.sin(obliquity) * Math.sin(ecliptic));
  const ascension = Math.atan2(Math.cos(obliquity) * Math.sin(ecliptic), Math.cos(ecliptic));
  const siderealDegrees = 280.46062 + 360.98564737 * days + longitude;
  return { declination, hourAngle: siderealDegrees * RADIANS - ascension };
}
