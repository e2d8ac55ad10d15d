/**
 * Readings as comma-separated values (RFC 4180). Regardless of language and preferences, they have decimal points and
 * the stored units (°C), so that files of different people can be combined. Times are given both in UTC and in the
 * person's time zone.
 */

import { escapeFormulas, quoteCell } from "@greenhouse/domain/words/csv-text";
import { columnOf, MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import type { Measurements } from "@greenhouse/domain/quantities/measurements";
import type { ZonedClock } from "@greenhouse/domain/zoned-time";
import type { Reading } from "../values/reading";
import type { Window } from "../plot/time-range";

/** A line before it is known which values have a column. */
export interface CsvRow {
  /** Its first cells. Local times are what costs time in a long file, so they are not left to the end. */
  readonly start: string;
  readonly values: Measurements;
}

const START = "time,local time,uid,sensor";

/** @param clock of the person */
export function csvRow(
  { at, uid, values }: Reading,
  sensorName: string,
  clock: Pick<ZonedClock, "iso">,
): CsvRow {
  const cells = [new Date(at).toISOString(), clock.iso(at), cell(uid), cell(sensorName)];
  return { start: cells.join(","), values };
}

/**
 * The texts that make up the file: the header, and the lines of each part. There is a column for what any row has; the
 * newest values do not tell, because what a late reading has may be in none of them. Starts with a byte order mark:
 * without it, spreadsheets read the degree sign and names in a wrong encoding.
 */
export function csvTexts(parts: readonly (readonly CsvRow[])[]): readonly string[] {
  const columns = MEASUREMENTS.filter((name) =>
    parts.some((rows) => rows.some(({ values }) => values[name] !== undefined)),
  );
  const lineOf = ({ start, values }: CsvRow): string =>
    line([start, ...columns.map((name) => String(values[name] ?? ""))]);
  const header = line([START, ...columns.map(columnOf)]);
  return [`\ufeff${header}`, ...parts.map((rows) => rows.map(lineOf).join(""))];
}

function line(cells: readonly string[]): string {
  return `${cells.join(",")}\r\n`;
}

/** A name must stay a text in any spreadsheet. */
function cell(text: string): string {
  return quoteCell(escapeFormulas(text));
}

/** Contains the days on the person's clock, and no characters that a file system may refuse. */
export function csvFileName(greenhouse: string, { from, to }: Window, clock: ZonedClock): string {
  const day = (at: number): string => clock.wall(at).slice(0, 10);
  const plain = greenhouse.replaceAll(/[^\p{L}\p{N}]+/gu, "-");
  return `${plain}-${day(from)}-${day(to)}.csv`;
}
