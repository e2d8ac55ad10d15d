/**
 * Writes readings as comma-separated values (RFC 4180). The decimal point and the stored units (°C) do not depend on
 * language or preferences, so that people can combine their files. Times are in UTC and in the person's time zone.
 */

import {
  columnOf,
  escapeFormulas,
  quoteCell,
  sentColumnOf,
} from "@greenhouse/domain/words/csv-text";
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
  /** As the device sent them. */
  readonly sent: Measurements;
}

/** The columns of a file. */
export interface CsvColumns {
  readonly values: readonly Measurement[];
  /** The quantities that also have a column with the values as they were sent. */
  readonly sent: ReadonlySet<Measurement>;
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
  const { at, uid, device = uid, values, sent = values } = reading;
  const names = [greenhouse, nameOf(reading), device].map(cell);
  return { start: [new Date(at).toISOString(), clock.iso(at), ...names].join(","), values, sent };
}

/**
 * Returns the texts that make up the file: the header, and the lines of each part. Every value of any line has a
 * column; the newest values may lack a value that a late reading has. If a value is calibrated or does not count, its
 * quantity also has a column with the values as they were sent.
 */
export function csvTexts(parts: readonly (readonly CsvRow[])[]): readonly string[] {
  const some = (isMet: (row: CsvRow) => boolean): boolean => parts.some((rows) => rows.some(isMet));
  const columns: CsvColumns = {
    values: MEASUREMENTS.filter((name) => some(({ sent }) => sent[name] !== undefined)),
    sent: new Set(
      MEASUREMENTS.filter((name) => some(({ values, sent }) => values[name] !== sent[name])),
    ),
  };
  return [csvHeader(columns), ...parts.map((rows) => csvLines(rows, columns))];
}

/**
 * Returns the first line. Starts with a byte order mark, because spreadsheets would otherwise read the degree sign and
 * names in a wrong encoding.
 */
export function csvHeader({ values, sent }: CsvColumns): string {
  const heads = values.flatMap((name) =>
    sent.has(name) ? [columnOf(name), sentColumnOf(name)] : [columnOf(name)],
  );
  return `\ufeff${line([START, ...heads])}`;
}

export function csvLines(rows: readonly CsvRow[], columns: CsvColumns): string {
  return rows
    .map(({ start, values, sent }) => {
      const cells = columns.values.flatMap((name) =>
        columns.sent.has(name) ? [values[name], sent[name]] : [values[name]],
      );
      return line([start, ...cells.map((value) => String(value ?? ""))]);
    })
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
