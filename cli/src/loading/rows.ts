/**
 * Reads the rows of a file: CSV as `farm readings export` writes it, or with a header of one's own, and
 * newline-delimited JSON. Each row is a reading or says what is wrong with it; the rows after a bad one are still read.
 * Pure.
 */

import { columnOf, MEASUREMENTS } from "../../../domain/src/measurements";
import type { Measurement, Measurements } from "../../../domain/src/measurements";
import { isNoValue } from "../../../domain/src/no-value";
import type { Json, JsonObject } from "../database";
import { failed } from "../failure";
import { count, printable } from "../text";
import { headReader, resembled } from "./columns";
import { parseCsvLine } from "./csv";
import { DECIMAL_NUMBER, readTime } from "./reading-times";
import { MAX_LINE_CHARACTERS } from "./text-lines";
import type { TextLine } from "./text-lines";

export interface LoadedReading {
  readonly uid: string;
  /** Unix milliseconds. */
  readonly timestamp: number;
  readonly measurements: Measurements;
}

/** What a line holds. */
interface FoundReading {
  readonly reading: LoadedReading;
  /** The measurements whose text says that there is no value, such as "nan". */
  readonly leftOut?: readonly Measurement[];
}

export type Row =
  ({ readonly line: number } & FoundReading) | { readonly line: number; readonly problem: string };

export interface RowSettings {
  /** The sensor of rows that name none. If it is given, a row that names another is a bad one. */
  readonly uid?: string;
  /** Whether the farm has a sensor of this uid. */
  readonly isRegistered: (uid: string) => boolean;
  /** Gets the names of columns that are not read. */
  readonly onUnknownColumns: (names: readonly string[]) => void;
}

/** The names that a reading's time may have: that of the CSV, of the HTTP API, and of the newline-delimited JSON. */
const TIMES = ["time", "timestamp", "updatedAt"];
/** Further columns of an export. They are ignored, because the registration has these values. */
const IGNORED = ["greenhouse", "sensorName", "sensorType"];
const KNOWN = new Set(["uid", ...TIMES, ...MEASUREMENTS, ...IGNORED]);

const TOO_LONG = `is longer than ${MAX_LINE_CHARACTERS} characters.`;

/** A time as JSON has it: `JSON.parse` does not say how many digits were written. */
const TIME_WITH_EXPONENT = /"(?:time|timestamp|updatedAt)"\s*:\s*(-?[\d.]+e[+-]?\d+)/i;

/** Python writes such a value into JSON without quotation marks. */
const BARE_NO_VALUE = /(?<=:\s*)-?(?:NaN|Infinity)(?=\s*[,}])/g;

/** What a spreadsheet would take for a formula stands behind an apostrophe in an export. */
const ESCAPED = /^'[=+\-@\t\r\n]/;

/** @throws CommandError (failed) where the file as a whole cannot be read */
export async function* readRows(
  lines: AsyncIterable<TextLine>,
  settings: RowSettings,
): AsyncGenerator<Row> {
  let parse: ((text: string) => FoundReading | string) | undefined;
  for await (const { number, text } of lines) {
    const isTooLong = text.length > MAX_LINE_CHARACTERS;
    if (parse === undefined) {
      if (isTooLong) throw failed(`Line ${number} ${TOO_LONG}`, "Is it a text file?");
      if (text.trimStart().startsWith("{")) parse = (line) => parseJsonLine(line, settings);
      else {
        parse = createCsvParser(text, number, settings);
        continue;
      }
    }
    const result = isTooLong ? `It ${TOO_LONG}` : parse(text);
    yield typeof result === "string"
      ? { line: number, problem: result }
      : { line: number, ...result };
  }
}

function parseJsonLine(text: string, settings: RowSettings): FoundReading | string {
  const fields = parseJson(text) ?? parseJson(text.replaceAll(BARE_NO_VALUE, '"$&"'));
  if (fields === undefined) return "It is not a JSON object.";
  const given = Object.entries(fields).filter(([, value]) => value !== null);
  const unknown = given.map(([name]) => name).filter((name) => !KNOWN.has(name));
  const measurements: Partial<Record<Measurement, number>> = {};
  const leftOut: Measurement[] = [];
  for (const name of MEASUREMENTS) {
    const value = fields[name] ?? undefined;
    if (value === undefined) continue;
    if (typeof value === "string" && isNoValue(value)) leftOut.push(name);
    else if (typeof value !== "number" || !Number.isFinite(value)) return notANumber(name);
    else measurements[name] = value;
  }
  // A mistyped name must not become a reading without values.
  if (unknown.length > 0 && leftOut.length === 0 && Object.keys(measurements).length === 0) {
    return `It has no measurement, but ${JSON.stringify(unknown[0])}.`;
  }
  const times = given.filter(([name]) => TIMES.includes(name));
  if (times.length > 1) return `It has both ${times.map(([name]) => name).join(" and ")}.`;
  const { uid } = fields;
  if (uid !== undefined && uid !== null && typeof uid !== "string")
    return "Its uid must be a string.";
  const time = TIME_WITH_EXPONENT.exec(text)?.[1] ?? times[0]?.[1];
  return readingOf({ uid: uid ?? "", time, measurements, leftOut }, settings);
}

/** Undefined for what is not a JSON object. */
function parseJson(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as Json;
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

/** @throws CommandError (failed) where the first line is no header with all that is needed */
function createCsvParser(
  header: string,
  line: number,
  settings: RowSettings,
): (text: string) => FoundReading | string {
  const columns = readHeader(header, line, settings.uid !== undefined);
  const unknown = columns.filter((name) => !KNOWN.has(name));
  if (unknown.length > 0) settings.onUnknownColumns(unknown);
  const at = {
    uid: columns.indexOf("uid"),
    time: columns.findIndex((name) => TIMES.includes(name)),
    measurements: MEASUREMENTS.map((name) => [name, columns.indexOf(name)] as const),
  };
  return (text) => {
    const cells = parseCsvLine(text);
    if (cells === undefined) return "A quotation mark is not closed, or not doubled.";
    if (cells.length !== columns.length) {
      return `It has ${count(cells.length, "column")}, and the header has ${columns.length}.`;
    }
    const measurements: Partial<Record<Measurement, number>> = {};
    const leftOut: Measurement[] = [];
    for (const [name, index] of at.measurements) {
      const cell = (cells[index] ?? "").trim();
      if (cell === "") continue;
      const value = DECIMAL_NUMBER.test(cell) ? Number(cell) : NaN;
      if (isNoValue(cell)) leftOut.push(name);
      else if (!Number.isFinite(value)) return notANumber(name);
      else measurements[name] = value;
    }
    const uid = withoutEscape(cells[at.uid] ?? "", settings);
    return readingOf({ uid, time: cells[at.time]?.trim(), measurements, leftOut }, settings);
  };
}

function readHeader(text: string, line: number, isUidKnown: boolean): readonly string[] {
  const nameOf = headReader(KNOWN);
  const columns = (parseCsvLine(text) ?? []).map((cell) => nameOf(cell) ?? cell.trim());
  const times = columns.filter((name) => TIMES.includes(name));
  const doubled = columns.find((name, index) => KNOWN.has(name) && columns.indexOf(name) < index);
  const problem =
    (!isUidKnown && !columns.includes("uid") && "it has no column uid") ||
    (times.length === 0 && `it has no column ${TIMES.join(" or ")}`) ||
    (times.length > 1 && `it has both ${times.join(" and ")}`) ||
    (!MEASUREMENTS.some((name) => columns.includes(name)) &&
      `it has no column ${MEASUREMENTS.join(" or ")}`) ||
    (doubled !== undefined && `it has two columns ${doubled}`);
  if (problem === false) {
    refuseResembling(columns, line);
    return columns;
  }
  throw failed(
    `Line ${line} is no header of readings: ${problem}.`,
    text.trimStart().startsWith("[")
      ? "It looks like a JSON array: put each reading into a line of its own."
      : "The first line names the columns, separated by commas, such as uid,time,temperature,humidity.",
  );
}

/** Once the other columns are stored, the right file would store each reading a second time. */
function refuseResembling(columns: readonly string[], line: number): void {
  const column = columns.find((name) => !KNOWN.has(name) && resembled(name) !== undefined);
  const name = column === undefined ? undefined : resembled(column);
  if (name === undefined) return;
  throw failed(
    `Line ${line}: the column "${printable(column ?? "")}" cannot be read, but looks like ${name}. Nothing is stored.`,
    `If it is, name it ${name} or ${columnOf(name)}. If not, remove it, or give it another name.`,
  );
}

/** A uid may begin with an apostrophe itself, and with a space. */
function withoutEscape(cell: string, { isRegistered }: RowSettings): string {
  if (isRegistered(cell)) return cell;
  const text = cell.trim();
  return ESCAPED.test(text) && !isRegistered(text) ? text.slice(1) : text;
}

function notANumber(name: Measurement): string {
  return `Its ${name} is not a number.`;
}

function readingOf(
  found: {
    readonly uid: string;
    readonly time: Json | undefined;
    readonly measurements: Measurements;
    readonly leftOut: readonly Measurement[];
  },
  settings: RowSettings,
): FoundReading | string {
  const uid = found.uid === "" ? settings.uid : found.uid;
  if (uid === undefined) return "It has no uid.";
  if (settings.uid !== undefined && uid !== settings.uid) return "It is of another sensor.";
  if (found.time === undefined || found.time === "") return "It has no time.";
  const time = readTime(found.time);
  if ("problem" in time) return time.problem;
  const { measurements, leftOut } = found;
  const reading = { uid, timestamp: time.timestamp, measurements };
  if (leftOut.length === 0) return { reading };
  if (Object.keys(measurements).length > 0) return { reading, leftOut };
  return "It has no value: the sensor reported none.";
}
