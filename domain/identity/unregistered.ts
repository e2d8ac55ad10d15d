/**
 * Devices that a farm's gateway hears of, and that nobody has registered yet. The gateway reports them with its address, so
 * that people see them and can register them with one press.
 */

import { MAX_ID_CHARACTERS } from "./keys.ts";
import { MEASUREMENTS, QUANTITY } from "../quantities/measurements.ts";
import { SENSOR_ROLES } from "./sensor-records.ts";
import type { SensorRole } from "./sensor-records.ts";
import { entriesOf, textOf, timeOf } from "../stored.ts";
import { checkText } from "../words/text.ts";

/** The keys of the list. The database would turn a list with numbers as keys into an array. */
export const PLACES: readonly string[] = "abcdefghijklmnopqrst".split("");
export const MAX_REPORTED_CHARACTERS = 500;

/** An unregistered device, as the gateway reports it and as it is stored below `unregistered/<farmId>`. */
export interface Unregistered {
  readonly uid: string;
  /** Its last reading: the JSON text of its measurements, with long numbers in short form. */
  readonly reading: string;
  /** When the gateway heard the device, in Unix milliseconds. */
  readonly at: number;
}

/** Returns the valid devices. @param list a stored list, or the list that a gateway has sent */
export function parseUnregistered(list: unknown): readonly Unregistered[] {
  const devices = entriesOf(list).flatMap(([, device]): Unregistered[] => {
    const [uid, reading, at] = [
      textOf(device, "uid"),
      textOf(device, "reading"),
      timeOf(device, "at"),
    ];
    if (uid === undefined || reading === undefined || at === undefined) return [];
    // The database refuses half of a surrogate pair, and the gateway's address in the same update.
    const fits = (text: string): boolean => checkText(text, MAX_REPORTED_CHARACTERS) === undefined;
    const isShown =
      uid.isWellFormed() &&
      reading.isWellFormed() &&
      checkText(uid, MAX_ID_CHARACTERS) === undefined &&
      fits(reading);
    const short = isShown ? withShortNumbers(reading) : "";
    // The text for an infinite number may be longer than the number.
    return isShown && fits(short) && at > 0 ? [{ uid, reading: short, at }] : [];
  });
  return devices.slice(0, PLACES.length);
}

/** A longer number is not a measurement, and is rounded. */
const MAX_NUMBER_CHARACTERS = 15;
const TEXT_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** Rounds long numbers to six digits. JSON has no infinite numbers, so a text like ">1e308" replaces them. */
function withShortNumbers(json: string): string {
  return json.replaceAll(TEXT_OR_NUMBER, (token) => {
    const number = Number(token);
    if (token.startsWith('"') || Number.isNaN(number)) return token;
    if (!Number.isFinite(number)) return number > 0 ? '">1e308"' : '"<-1e308"';
    return token.length > MAX_NUMBER_CHARACTERS ? String(Number(number.toPrecision(6))) : token;
  });
}

/** Returns the most likely role of a device, by the names in its reading. */
export function likelyRole(reading: string): SensorRole {
  const sent = MEASUREMENTS.filter((name) => reading.includes(`"${name}"`));
  return SENSOR_ROLES.find((role) => sent.some((name) => QUANTITY[name].role === role)) ?? "air";
}
