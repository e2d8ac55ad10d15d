/** Parses rows of CSV. Pure. */

import { MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import { isNoValue } from "@greenhouse/domain/quantities/no-value";
import { unescapeFormulas } from "@greenhouse/domain/words/csv-text";
import { count } from "../core/text";
import { parseCsvLine } from "@greenhouse/domain/words/csv-line";
import { notANumber, readingOf } from "./found-reading";
import type { FoundReading, RowReader, RowSettings } from "./found-reading";
import { DATE } from "./format";
import { readHeader, TIMES } from "./header";
import { DECIMAL_NUMBER } from "./reading-times";

/**
 * Returns a function that parses a line: it returns the reading or the problem of the line.
 * @throws CommandError (failed) if the first line is not a header with all required columns
 */
export function createCsvParser(
  header: string,
  line: number,
  settings: RowReader,
): (text: string) => FoundReading | string {
  const { delimiter, names, columns } = readHeader(header, line, settings);
  settings.onColumns(columns);
  const { decimal } = settings.format;
  const at = {
    uid: names.indexOf("uid"),
    date: names.indexOf(DATE),
    time: names.findIndex((name) => name !== undefined && TIMES.includes(name)),
    measurements: MEASUREMENTS.map((name) => [name, names.indexOf(name)] as const),
  };
  return (text) => {
    const cells = parseCsvLine(text, delimiter);
    if (cells === undefined) return "A quotation mark is not closed or not doubled.";
    if (cells.length !== names.length) {
      return `It has ${count(cells.length, "column")}, but the header has ${names.length}.`;
    }
    const measurements: Partial<Record<Measurement, number>> = {};
    const leftOut: Measurement[] = [];
    for (const [name, index] of at.measurements) {
      const cell = (cells[index] ?? "").trim();
      if (cell === "") continue;
      const value = readDecimal(cell, decimal);
      if (isNoValue(cell)) leftOut.push(name);
      else if (value === undefined) return otherDecimal(name, cell, decimal) ?? notANumber(name);
      else measurements[name] = value;
    }
    const uid = withoutEscape(cells[at.uid] ?? "", settings);
    const time = [cells[at.date], cells[at.time]].flatMap((cell) => cell?.trim() ?? []);
    return readingOf({ uid, time: time.join(" ").trim(), measurements, leftOut }, settings);
  };
}

/** Removes the apostrophe of the export. A uid may itself begin with an apostrophe or a space. */
function withoutEscape(cell: string, { isRegistered }: Pick<RowSettings, "isRegistered">): string {
  if (isRegistered(cell)) return cell;
  const text = cell.trim();
  return isRegistered(text) ? text : unescapeFormulas(text);
}

function readDecimal(cell: string, decimal: "." | ","): number | undefined {
  if (decimal === "," && cell.includes(".")) return undefined;
  const text = cell.replace(decimal, ".");
  const value = DECIMAL_NUMBER.test(text) ? Number(text) : NaN;
  return Number.isFinite(value) ? value : undefined;
}

/**
 * Returns the other decimal sign if the cell seems to have it. Never guesses that a comma is a
 * decimal sign: "1,234" may be a thousand.
 */
function otherDecimal(name: Measurement, cell: string, decimal: "." | ","): string | undefined {
  const [otherMark, word] = decimal === "." ? ([",", "comma"] as const) : ([".", "point"] as const);
  if (readDecimal(cell, otherMark) === undefined) return undefined;
  return `Its ${name} has a decimal ${word}. Use --decimal "${otherMark}" if all numbers of the file have it.`;
}
