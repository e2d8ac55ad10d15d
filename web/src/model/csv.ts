/**
 * Readings as comma-separated values (RFC 4180): UTC times, dots in numbers, whatever the reader's locale, so that any
 * program reads them alike.
 */

import { MEASUREMENTS } from "../../../domain/src/measurements";
import type { Reading } from "./reading";

export const CSV_HEADER = `time,uid,sensor,${MEASUREMENTS.join(",")}\r\n`;

/** One line, with its end. */
export function csvLine(reading: Reading, sensorName: string): string {
  const cells = [
    new Date(reading.at).toISOString(),
    cell(reading.uid),
    cell(sensorName),
    ...MEASUREMENTS.map((measurement) => String(reading.values[measurement] ?? "")),
  ];
  return `${cells.join(",")}\r\n`;
}

/** A spreadsheet runs what looks like a formula; an apostrophe makes it text. */
function cell(text: string): string {
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
