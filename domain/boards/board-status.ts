/**
 * What a board says about itself in a signed request: `boards/<farmId>/<uid>`. It replaces what the board said before. Pure.
 */

import { asNumber, asText, asTime, parseFields, parseRecord } from "../stored.ts";
import type { Reader } from "../stored.ts";

export const MAX_VERSION_CHARACTERS = 32;
/** Visible ASCII characters, with spaces only between them. A regular expression without its slashes. */
export const VERSION_PATTERN = `^[!-~]([ -~]{0,${MAX_VERSION_CHARACTERS - 2}}[!-~])?$`;

/** How well the gateway or the access point hears the board. */
export const SIGNALS = ["rssi", "snr", "linkquality"] as const;
export type Signal = (typeof SIGNALS)[number];

/**
 * The accepted values. `rssi`: strength in dBm. `snr`: ratio to the noise in dB, which LoRaWAN reports. `linkquality`: no
 * unit, which Zigbee2MQTT reports.
 * Sources: IEEE 802.11 boards report about -100 to -30 dBm; https://www.zigbee2mqtt.io/guide/usage/mqtt_topics_and_messages.html
 */
export const SIGNAL_BOUNDS: Readonly<
  Record<Signal, { readonly min: number; readonly max: number }>
> = {
  rssi: { min: -150, max: 0 },
  snr: { min: -50, max: 50 },
  linkquality: { min: 0, max: 255 },
};

/** Every field may be absent, but not all of them. */
export interface BoardReport extends Readonly<Partial<Record<Signal, number>>> {
  /** Name and number of its program, such as `greenhouse-python 1.2.0`. */
  readonly version?: string;
}

export interface BoardStatus extends BoardReport {
  /** When it arrived, by the database's clock, in Unix milliseconds. */
  readonly heard: number;
}

const IS_VERSION = new RegExp(VERSION_PATTERN);
const readVersion: Reader<string> = (stored) => {
  const text = asText(stored);
  return text !== undefined && IS_VERSION.test(text) ? text : undefined;
};
const readSignal = (signal: Signal): Reader<number> => {
  const { min, max } = SIGNAL_BOUNDS[signal];
  return (stored) => {
    const number = asNumber(stored) ?? NaN;
    return number >= min && number <= max ? number : undefined;
  };
};
const READERS = {
  version: readVersion,
  rssi: readSignal("rssi"),
  snr: readSignal("snr"),
  linkquality: readSignal("linkquality"),
};

/** Returns the valid fields of a request or reading; undefined without any. */
export function parseBoardReport(sent: unknown): BoardReport | undefined {
  const report = parseFields(sent, READERS);
  return Object.keys(report).length === 0 ? undefined : report;
}

/** @param stored `boards/<farmId>/<uid>`; undefined if the board never said anything */
export function parseBoardStatus(stored: unknown): BoardStatus | undefined {
  return parseRecord(stored, { heard: asTime }, READERS);
}
