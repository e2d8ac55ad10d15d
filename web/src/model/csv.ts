/**
 * Readings as comma-separated values (RFC 4180). Regardless of language and preferences, they have decimal points and
 * the stored units (°C), so that files of different people can be combined. Times are given both in UTC and in the
 * person's time zone.
 */

import { columnOf } from "../../../domain/src/measurements";
import type { Measurement } from "../../../domain/src/measurements";
import type { Reading } from "./reading";
import type { Window } from "./time-range";
import type { ZonedClock } from "./zoned-time";

/** Starts with a byte order mark: without it, spreadsheets read the degree sign and names in a wrong encoding. */
export function csvHeader(columns: readonly Measurement[]): string {
  return `\ufefftime,local time,uid,sensor,${columns.map(columnOf).join(",")}\r\n`;
}

/** One line, with its end. @param clock of the person */
export function csvLine(
  reading: Reading,
  sensorName: string,
  clock: Pick<ZonedClock, "iso">,
  columns: readonly Measurement[],
): string {
  const cells = [
    new Date(reading.at).toISOString(),
    clock.iso(reading.at),
    cell(reading.uid),
    cell(sensorName),
    ...columns.map((measurement) => String(reading.values[measurement] ?? "")),
  ];
  return `${cells.join(",")}\r\n`;
}

/** Puts an apostrophe before text that a spreadsheet would evaluate as a formula. */
function cell(text: string): string {
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** Contains the days on the person's clock, and no characters that a file system may refuse. */
export function csvFileName(greenhouse: string, { from, to }: Window, clock: ZonedClock): string {
  const day = (at: number): string => clock.wall(at).slice(0, 10);
  const plain = greenhouse.replaceAll(/[^\p{L}\p{N}]+/gu, "-");
  return `${plain}-${day(from)}-${day(to)}.csv`;
}
