/**
 * Escapes texts for files of comma-separated values (RFC 4180). A spreadsheet runs a cell that begins like a formula, and
 * any member of a farm may have typed a name. An apostrophe in front keeps it a text.
 * Source: https://owasp.org/www-community/attacks/CSV_Injection
 */

import { QUANTITY } from "../quantities/measurements.ts";
import type { Measurement } from "../quantities/measurements.ts";
import { labelsIn } from "./names.ts";

/** Japanese spreadsheets accept the full-width signs, too. */
const SIGNS = "=+\\-@\uff1d\uff0b\uff0d\uff20";
const AT_START = new RegExp(`^(?=[${SIGNS}\\t\\r\\n])`);
/** A spreadsheet that separates columns by semicolons or tabs begins a cell there, despite the quotation marks. */
const INSIDE = new RegExp(`(?<=[;\\t\\r\\n])(?="*[${SIGNS}])`, "g");
const ESCAPED_START = new RegExp(`^'(?=[${SIGNS}\\t\\r\\n])`);
const ESCAPED_INSIDE = new RegExp(`(?<=[;\\t\\r\\n])'(?="*[${SIGNS}])`, "g");

/** Puts an apostrophe before each part of a text that a spreadsheet would run as a formula. */
export function escapeFormulas(text: string): string {
  return text.replace(AT_START, "'").replaceAll(INSIDE, "'");
}

/** Undoes `escapeFormulas`. */
export function unescapeFormulas(text: string): string {
  return text.replace(ESCAPED_START, "").replaceAll(ESCAPED_INSIDE, "");
}

/** Puts a text into quotation marks where CSV needs them. */
export function quoteCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const LABELS = labelsIn("en");

/** Returns the head of a column, such as "Soil moisture (%)". It is in English, so that people can combine their files. */
export function columnOf(measurement: Measurement): string {
  return withUnitOf(measurement, LABELS[measurement]);
}

/** Returns the head of a second column, with the values as the sensor sent them: "Temperature as sent (°C)". */
export function sentColumnOf(measurement: Measurement): string {
  return withUnitOf(measurement, `${LABELS[measurement]} as sent`);
}

function withUnitOf(measurement: Measurement, label: string): string {
  const { unit } = QUANTITY[measurement];
  return unit === "" ? label : `${label} (${unit})`;
}
