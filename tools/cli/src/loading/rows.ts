/**
 * Reads the rows of a file: CSV as `farm readings export` writes it, or with a header of one's own, and
 * newline-delimited JSON. Each row is a reading or says what is wrong with it; the rows after a bad one are still read.
 * Pure.
 */

import { MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import type { Measurement, Measurements } from "@greenhouse/domain/quantities/measurements";
import { unescapeFormulas } from "@greenhouse/domain/words/csv-text";
import { isNoValue } from "@greenhouse/domain/quantities/no-value";
import type { Json, JsonObject } from "../core/database";
import { failed } from "../core/failure";
import { count } from "../core/text";
import { problemOfSensorUid } from "../core/validation";
import { parseCsvLine } from "./csv";
import { DATE, PLAIN_FORMAT } from "./format";
import type { FileFormat } from "./format";
import { KNOWN, readHeader, readSeparator, TIMES } from "./header";
import type { FoundColumns } from "./header";
import { createLocalTimes } from "./local-times";
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
  readonly format?: FileFormat;
  /** Gets the columns of a CSV file. */
  readonly onColumns: (columns: FoundColumns) => void;
  /** Gets the first local time that the clock shows twice. */
  readonly onDoubledHour?: (time: string) => void;
}

/** What reading needs for all rows of a file. */
interface Reader extends RowSettings {
  readonly format: FileFormat;
  readonly localTime: ReturnType<typeof createLocalTimes>;
}

const TOO_LONG = `is longer than ${MAX_LINE_CHARACTERS} characters.`;

/** A time as JSON has it: `JSON.parse` does not say how many digits were written. */
const TIME_WITH_EXPONENT = /"(?:time|timestamp|updatedAt)"\s*:\s*(-?[\d.]+e[+-]?\d+)/i;

/** Python writes such a value into JSON without quotation marks. */
const BARE_NO_VALUE = /(?<=[:\s])-?(?:NaN|Infinity)\b/g;

/** @throws CommandError (failed) where the file as a whole cannot be read */
export async function* readRows(
  lines: AsyncIterable<TextLine>,
  given: RowSettings,
): AsyncGenerator<Row> {
  const { format = PLAIN_FORMAT, onDoubledHour = () => undefined } = given;
  const settings = { ...given, format, localTime: createLocalTimes(format, onDoubledHour) };
  let separated: FileFormat | undefined;
  let parse: ((text: string) => FoundReading | string) | undefined;
  for await (const { number, text } of lines) {
    const isTooLong = text.length > MAX_LINE_CHARACTERS;
    if (parse === undefined) {
      if (isTooLong) throw failed(`Line ${number} ${TOO_LONG}`, "Is it a text file?");
      if (text.trimStart().startsWith("{")) {
        refuseFormatOfJson(format);
        parse = (line) => parseJsonLine(line, settings);
      } else {
        const isFirst = separated === undefined;
        separated ??= readSeparator(text, number, format);
        if (!isFirst || separated === undefined)
          parse = createCsvParser(text, number, { ...settings, format: separated ?? format });
        continue;
      }
    }
    const result = isTooLong ? `It ${TOO_LONG}` : parse(text);
    yield typeof result === "string"
      ? { line: number, problem: result }
      : { line: number, ...result };
  }
}

/** @throws CommandError (failed) */
function refuseFormatOfJson({ columns, delimiter, decimal }: FileFormat): void {
  if (columns.length === 0 && delimiter === undefined && decimal === ".") return;
  throw failed(
    "--columns, --delimiter and --decimal are for CSV, and the file is newline-delimited JSON.",
    "Run it again without these options.",
  );
}

function parseJsonLine(text: string, settings: Reader): FoundReading | string {
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
  settings: Reader,
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
    if (cells === undefined) return "A quotation mark is not closed, or not doubled.";
    if (cells.length !== names.length) {
      return `It has ${count(cells.length, "column")}, and the header has ${names.length}.`;
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

/** A uid may begin with an apostrophe itself, and with a space. */
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

/** A comma is never guessed to be a decimal sign: "1,234" may be a thousand. */
function otherDecimal(name: Measurement, cell: string, decimal: "." | ","): string | undefined {
  const [other, word] = decimal === "." ? ([",", "comma"] as const) : ([".", "point"] as const);
  if (readDecimal(cell, other) === undefined) return undefined;
  return `Its ${name} has a decimal ${word}: give --decimal "${other}" if all numbers of the file have it.`;
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
  settings: Reader,
): FoundReading | string {
  const uid = found.uid === "" ? settings.uid : found.uid;
  if (uid === undefined) return "It has no uid.";
  // Nobody can register such a uid, so the server's "not found" would mislead.
  const problem = settings.isRegistered(uid) ? undefined : problemOfSensorUid(uid);
  if (problem !== undefined) return problem;
  if (settings.uid !== undefined && uid !== settings.uid) return "It is of another sensor.";
  if (found.time === undefined || found.time === "") return "It has no time.";
  const time = readTime(found.time, {
    decimal: settings.format.decimal,
    isZoned: settings.format.zone !== undefined,
    localTime: (text) => settings.localTime(text, uid),
  });
  if ("problem" in time) return time.problem;
  const { measurements, leftOut } = found;
  const reading = { uid, timestamp: time.timestamp, measurements };
  if (leftOut.length === 0) return { reading };
  if (Object.keys(measurements).length > 0) return { reading, leftOut };
  return "It has no value: the sensor reported none.";
}
