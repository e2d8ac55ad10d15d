/** A person's units and time zone, read from untrusted stored data. */

import { textOf } from "@greenhouse/domain/stored";
import { TEMPERATURE_UNITS } from "../values/units";
import type { TemperatureUnit } from "../values/units";

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
    // The zone may have been chosen on a device that knows more zones than this one.
    timeZone: timeZone !== undefined && isTimeZone(timeZone) ? timeZone : undefined,
  };
}

/** Whether the browser knows the zone. Offsets such as "+02:00" do not count as names. */
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
