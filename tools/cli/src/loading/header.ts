/** Parses the header of a CSV file: which column has which value. Pure. */

import { MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import { columnOf } from "@greenhouse/domain/words/csv-text";
import { failed } from "../core/failure";
import { printable } from "../core/text";
import { sentColumn } from "../readings/entry-text";
import { headReader, plainHead, resembled } from "./columns";
import { parseCsvLine } from "@greenhouse/domain/words/csv-line";
import { DELIMITERS, IGNORE } from "./format";
import type { FileFormat } from "./format";

/** The names for a reading's time: in the CSV, in the HTTP API, and in newline-delimited JSON. */
export const TIMES = ["time", "timestamp", "updatedAt"];
/**
 * Further columns of an export. They are ignored, because the sensor's registration has these
 * values.
 */
const REGISTERED = ["greenhouse", "sensorName", "sensorType"];
export const KNOWN: ReadonlySet<string> = new Set(["uid", ...TIMES, ...MEASUREMENTS, ...REGISTERED]); // prettier-ignore

/** By the name of a column with values as they were sent: the quantity. */
const SENT: ReadonlyMap<string, Measurement> = new Map(
  MEASUREMENTS.map((name) => [sentColumn(name), name]),
);

/** The columns of a file, by our names. */
export interface FoundColumns {
  readonly delimiter: string;
  readonly found: readonly (readonly [name: string, head: string])[];
  readonly ignored: readonly string[];
}

export interface Header {
  readonly delimiter: string;
  /** Our name, or undefined for a column that is not read. */
  readonly names: readonly (string | undefined)[];
  readonly columns: FoundColumns;
}

interface HeaderSettings {
  readonly uid?: string;
  readonly format: FileFormat;
}

/**
 * Returns the format with the delimiter that the line names: spreadsheets write "sep=;" before the
 * header.
 * @returns undefined for any other line
 * @throws CommandError (failed) if we do not support the delimiter
 */
export function readSeparator(
  text: string,
  line: number,
  format: FileFormat,
): FileFormat | undefined {
  const separator = /^"?sep=(.)?"?[,;\t]*$/i.exec(text.trimStart());
  if (separator === null) return undefined;
  const [, delimiter = ""] = separator;
  if (format.delimiter !== undefined) return format;
  if (DELIMITERS[delimiter] !== undefined) return { ...format, delimiter };
  throw failed(
    `Line ${line}: "${printable(text.trim())}" names a delimiter that is not one of ${Object.values(DELIMITERS).join(", ")}.`,
    "Save the file again with another delimiter, or use --delimiter.",
  );
}

/** @throws CommandError (failed) if the line is not a header with all required columns */
export function readHeader(text: string, line: number, settings: HeaderSettings): Header {
  const { delimiter } = settings.format;
  const candidates = delimiter === undefined ? Object.keys(DELIMITERS) : [delimiter];
  const headers = candidates.map((candidate) => readWith(text, candidate, settings));
  // If no delimiter fits, the one with the most columns gives the most helpful error.
  const best =
    headers.find(({ problem }) => problem === undefined) ??
    headers.reduce((a, b) => (b.heads.length > a.heads.length ? b : a));
  if (best.problem !== undefined) throw refused(text, line, best.problem);
  const { names, heads } = best;
  refuseResembling(best, line, settings.format);
  const found = names.flatMap((name, index) =>
    name === undefined || REGISTERED.includes(name) ? [] : [[name, heads[index] ?? ""] as const],
  );
  const ignored = heads.filter((_, index) => names[index] === undefined);
  return { delimiter: best.delimiter, names, columns: { delimiter: best.delimiter, found, ignored } }; // prettier-ignore
}

interface Attempt {
  readonly delimiter: string;
  readonly heads: readonly string[];
  readonly names: readonly (string | undefined)[];
  readonly problem: string | undefined;
}

function readWith(text: string, delimiter: string, { uid, format }: HeaderSettings): Attempt {
  const heads = (parseCsvLine(text, delimiter) ?? []).map((head) => head.trim());
  const mapped = new Map(format.columns.map(([name, head]) => [plainHead(head), name]));
  const taken = new Set(format.columns.map(([name]) => name));
  const nameOf = headReader(KNOWN);
  const named = heads.map((head) => {
    const given = mapped.get(plainHead(head));
    if (given !== undefined) return given === IGNORE ? undefined : given;
    const name = nameOf(head);
    const meant = name === undefined ? undefined : (SENT.get(name) ?? name);
    const isTaken = meant !== undefined && (taken.has(meant) || (taken.has("time") && TIMES.includes(meant))); // prettier-ignore
    return isTaken ? undefined : name;
  });
  const names = preferSent(named);
  const isThere = (name: string): boolean => names.includes(name);
  const times = names.filter((name) => name !== undefined && TIMES.includes(name));
  const doubled = names.find((name, index) => name !== undefined && names.indexOf(name) < index);
  const missing = format.columns.find(
    ([, head]) => !heads.some((other) => plainHead(other) === plainHead(head)),
  );
  const problem =
    (missing !== undefined && `it has no column "${missing[1]}"`) ||
    (uid === undefined && !isThere("uid") && "it has no column uid") ||
    (times.length === 0 && `it has no column ${TIMES.join(" or ")}`) ||
    (times.length > 1 && `it has both ${times.join(" and ")}`) ||
    (!MEASUREMENTS.some(isThere) && `it has no column ${MEASUREMENTS.join(" or ")}`) ||
    (doubled !== undefined && `it has two columns ${doubled}`) ||
    undefined;
  return { delimiter, heads, names, problem };
}

/** History keeps readings as they were sent. So such a column replaces the column of the calibrated values. */
function preferSent(names: readonly (string | undefined)[]): readonly (string | undefined)[] {
  const replaced = names.flatMap((name) => SENT.get(name ?? "") ?? []);
  return names.map((name) => {
    const isReplaced = replaced.some((quantity) => quantity === name);
    return isReplaced ? undefined : (SENT.get(name ?? "") ?? name);
  });
}

function refused(text: string, line: number, problem: string): Error {
  return failed(
    `Line ${line} is not a header of readings: ${problem}.`,
    text.trimStart().startsWith("[")
      ? "It looks like a JSON array: put each reading on its own line."
      : 'The first line must name the columns, such as uid,time,temperature,humidity. For other columns use --columns, such as --columns "time=Date,temperature=Temp °C". For the file of one sensor use --uid.',
  );
}

/**
 * Refuses the file before anything is stored: a corrected file would store each reading a second
 * time.
 */
function refuseResembling({ heads, names }: Attempt, line: number, format: FileFormat): void {
  for (const [name, head] of format.columns) {
    if (name === "temperature" && /°\s*f|\bf\b|fahrenheit/.test(plainHead(head))) {
      throw failed(
        `Line ${line}: the column "${printable(head)}" is in °F, but temperatures must be in °C. Nothing is stored.`,
        "Convert the column in the spreadsheet, and save the file again.",
      );
    }
  }
  const skipped = format.columns.filter(([name]) => name === IGNORE).map(([, head]) => plainHead(head)); // prettier-ignore
  const nameOf = headReader(KNOWN);
  const guessName = (head: string, index: number): Measurement | undefined => {
    // If --columns gives another head for a name, a column with that name is not read.
    const isDecided = names[index] !== undefined || nameOf(head) !== undefined || skipped.includes(plainHead(head)); // prettier-ignore
    return isDecided ? undefined : resembled(head);
  };
  for (const [index, head] of heads.entries()) {
    const name = guessName(head, index);
    if (name === undefined) continue;
    const read = heads[names.indexOf(name)];
    const optionWith = (as: string): string =>
      printable(`--columns "${[...format.columns, [as, head]].map((pair) => pair.join("=")).join(",")}"`); // prettier-ignore
    throw failed(
      `Line ${line}: the column "${printable(head)}" cannot be read, but looks like ${name}. Nothing is stored.`,
      read === undefined
        ? `If it is, name it ${name} or ${columnOf(name)}, or use ${optionWith(name)}. If not, use ${optionWith(IGNORE)}.`
        : `The file already has ${name} in the column "${printable(read)}". To leave the other column out, use ${optionWith(IGNORE)}, or rename the column.`,
    );
  }
}

/** Whether all columns are read, and the file uses our names for them. */
export function isPlain({ found, ignored }: FoundColumns): boolean {
  return ignored.length === 0 && found.every(([name, head]) => plainHead(head) === plainHead(name));
}

/** Describes the columns for people: "time: Date, temperature: Temp °C; ignored: Comment". */
export function columnsText({ delimiter, found, ignored }: FoundColumns): string {
  const columns = found.map(([name, head]) => `${name}: ${head}`).join(", ");
  const others = ignored.length === 0 ? "" : `; ignored: ${ignored.join(", ")}`;
  const separated = delimiter === "," ? "" : `, separated by ${DELIMITERS[delimiter] ?? delimiter}`;
  return printable(`Columns${separated}: ${columns}${others}`);
}
