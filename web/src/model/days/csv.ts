/**
 * Writes readings as comma-separated values (RFC 4180). The decimal point and the stored units (°C) do not depend on
 * language or preferences, so that people can combine their files. Times are in UTC and in the person's time zone.
 */

import { columnOf, escapeFormulas, quoteCell } from "@greenhouse/domain/words/csv-text";
import { MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import type { Measurement, Measurements } from "@greenhouse/domain/quantities/measurements";
import type { ZonedClock } from "@greenhouse/domain/zoned-time";
import type { Reading } from "../values/reading";
import type { Window } from "../plot/time-range";

/** A line before all columns are known. */
export interface CsvRow {
  /** The first cells of the line. Local times take most of the time in a long file, so they are formatted early. */
  readonly start: string;
  readonly values: Measurements;
}

/** Where readings come from, and how their times are shown. */
export interface CsvOrigin {
  readonly greenhouse: string;
  readonly nameOf: (reading: Reading) => string;
  /** Of the person. */
  readonly clock: Pick<ZonedClock, "iso">;
}

const START = "Time,Local time,Greenhouse,Sensor,UID";

export function csvRow(reading: Reading, { greenhouse, nameOf, clock }: CsvOrigin): CsvRow {
  const { at, uid, values } = reading;
  const names = [greenhouse, nameOf(reading), uid].map(cell);
  return { start: [new Date(at).toISOString(), clock.iso(at), ...names].join(","), values };
}

/**
 * Returns the texts that make up the file: the header, and the lines of each part. Every value of any line has a
 * column; the newest values may lack a value that a late reading has.
 */
export function csvTexts(parts: readonly (readonly CsvRow[])[]): readonly string[] {
  const columns = MEASUREMENTS.filter((name) =>
    parts.some((rows) => rows.some(({ values }) => values[name] !== undefined)),
  );
  return [csvHeader(columns), ...parts.map((rows) => csvLines(rows, columns))];
}

/**
 * Returns the first line. Starts with a byte order mark, because spreadsheets would otherwise read the degree sign and
 * names in a wrong encoding.
 */
export function csvHeader(columns: readonly Measurement[]): string {
  return `\ufeff${line([START, ...columns.map(columnOf)])}`;
}

export function csvLines(rows: readonly CsvRow[], columns: readonly Measurement[]): string {
  return rows
    .map(({ start, values }) => line([start, ...columns.map((name) => String(values[name] ?? ""))]))
    .join("");
}

function line(cells: readonly string[]): string {
  return `${cells.join(",")}\r\n`;
}

/** Returns a cell that any spreadsheet reads as text. */
function cell(text: string): string {
  return quoteCell(escapeFormulas(text));
}

/** Returns a name with the days on the person's clock, without characters that a file system may refuse. */
export function csvFileName(name: string, { from, to }: Window, clock: ZonedClock): string {
  const day = (at: number): string => clock.wall(at).slice(0, 10);
  const plain = name.replaceAll(/[^\p{L}\p{N}]+/gu, "-");
  return `${plain}-${day(from)}-${day(to)}.csv`;
}
