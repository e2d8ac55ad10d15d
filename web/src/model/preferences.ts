/** How a person wants figures and times to be shown, read from stored data that is not trusted. */

import { textOf } from "../../../domain/src/stored";
import { TEMPERATURE_UNITS } from "./units";
import type { TemperatureUnit } from "./units";

export interface Preferences {
  readonly temperatureUnit: TemperatureUnit;
  /** An IANA name; undefined: the device's. */
  readonly timeZone: string | undefined;
}

/** @param stored `users/<authUid>/preferences` */
export function readPreferences(stored: unknown): Preferences {
  const unit = textOf(stored, "temperatureUnit");
  const timeZone = textOf(stored, "timeZone");
  return {
    temperatureUnit: TEMPERATURE_UNITS.find((one) => one === unit) ?? "C",
    // Another device may know a zone that this one does not.
    timeZone: timeZone !== undefined && isTimeZone(timeZone) ? timeZone : undefined,
  };
}

/** Whether the browser knows it. Offsets such as "+02:00" are no names. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z]/i.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
