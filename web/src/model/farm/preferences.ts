/** Reads a person's units and time zone from untrusted stored data. */

import { textOf } from "@greenhouse/domain/stored";
import { isTimeZone } from "@greenhouse/domain/words/format";
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
    temperatureUnit: TEMPERATURE_UNITS.find((candidate) => candidate === unit) ?? "C",
    // Another device, which knows more zones, may have stored the zone.
    timeZone: timeZone !== undefined && isTimeZone(timeZone) ? timeZone : undefined,
  };
}
