/** Readings as comma-separated values (RFC 4180), with UTC times and decimal points in every locale. */

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

/** With an apostrophe before text that a spreadsheet would run as a formula. */
function cell(text: string): string {
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
