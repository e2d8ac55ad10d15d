/**
 * Readings as comma-separated values (RFC 4180). In every language and for every preference they have decimal points
 * and the stored units (°C), so that files of different people fit together; times are in UTC and on the person's
 * clock.
 */

import { MEASUREMENTS, UNITS } from "../../../domain/src/measurements";
import type { Reading } from "./reading";
import type { Window } from "./time-range";
import type { ZonedClock } from "./zoned-time";

/** Begins with a byte order mark: without one, spreadsheets take the degree sign and names for another encoding. */
export const CSV_HEADER = `\ufefftime,local time,uid,sensor,${MEASUREMENTS.map(
  (measurement) => `${measurement} (${UNITS[measurement]})`,
).join(",")}\r\n`;

/** One line, with its end. @param clock of the person */
export function csvLine(
  reading: Reading,
  sensorName: string,
  clock: Pick<ZonedClock, "iso">,
): string {
  const cells = [
    new Date(reading.at).toISOString(),
    clock.iso(reading.at),
    cell(reading.uid),
    cell(sensorName),
    ...MEASUREMENTS.map((measurement) => String(reading.values[measurement] ?? "")),
  ];
  return `${cells.join(",")}\r\n`;
}

/** With an apostrophe before text that a spreadsheet would run as a formula. */
function cell(text: string): string {
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** With the days on the clock, and without what a file system may refuse. */
export function csvFileName(greenhouse: string, { from, to }: Window, clock: ZonedClock): string {
  const day = (at: number): string => clock.wall(at).slice(0, 10);
  const plain = greenhouse.replaceAll(/[^\p{L}\p{N}]+/gu, "-");
  return `${plain}-${day(from)}-${day(to)}.csv`;
}
