/** Parses a farm's typed location. */

import type { Place } from "@greenhouse/domain/sun";
import { isTimeZone } from "@greenhouse/domain/words/format";
import { numberText, parseUngrouped } from "./typed-number";

export type TypedPlace = Readonly<Record<keyof Place, string>>;

export type PlaceFault = "latitude" | "longitude" | "timeZone";

/** Two numbers as maps show them: "52.52, 13.40", "52,52 13,40". */
const PAIR = /^\s*([+-]?\d+(?:[.,]\d+)?)°?(?:[,;]?\s+|;)([+-]?\d+(?:[.,]\d+)?)°?\s*$/u;
const DOTTED_PAIR = /^\s*([+-]?\d+\.\d+),([+-]?\d+\.\d+)\s*$/u;

const LIMITS = { latitude: 90, longitude: 180 } as const;

/** Returns latitude and longitude that were pasted into one field; undefined for any other text. */
export function parsePair(text: string): Pick<TypedPlace, "latitude" | "longitude"> | undefined {
  const [, latitude, longitude] = PAIR.exec(text) ?? DOTTED_PAIR.exec(text) ?? [];
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
}

/** Returns the location as texts. Parsing them gives the same location. */
export function typedPlace(place: Place, locale: string): TypedPlace {
  const text = (degrees: number): string => numberText(Number(degrees.toFixed(6)), locale);
  return {
    latitude: text(place.latitude),
    longitude: text(place.longitude),
    timeZone: place.timeZone,
  };
}

/** Returns the location, or the first invalid field. */
export function parseTypedPlace(typed: TypedPlace): Place | PlaceFault {
  const latitude = degreesOf(typed.latitude, "latitude");
  if (latitude === undefined) return "latitude";
  const longitude = degreesOf(typed.longitude, "longitude");
  if (longitude === undefined) return "longitude";
  const timeZone = typed.timeZone.trim();
  return isTimeZone(timeZone) ? { latitude, longitude, timeZone } : "timeZone";
}

export function degreesOf(text: string, field: "latitude" | "longitude"): number | undefined {
  const number = parseUngrouped(text, "°");
  return number.kind === "number" && Math.abs(number.value) <= LIMITS[field]
    ? number.value
    : undefined;
}
