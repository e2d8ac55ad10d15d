/** Reads a list of new sensors from CSV, as spreadsheets write it. Each fault names its line. */

import { parseCsvLine } from "../words/csv-line.ts";
import { checkText } from "../words/text.ts";
import type { TextProblem } from "../words/text.ts";
import { MIN_PAIRED_CHARACTERS } from "./farm-key.ts";
import { checkName, checkNewUid } from "./keys.ts";
import type { NewUidProblem } from "./keys.ts";
import { UNKNOWN_TYPE } from "./sensor-records.ts";
import type { SensorRole } from "./sensor-records.ts";
import type { SensorDescription } from "./sensor-updates.ts";

export const CSV_COLUMNS = ["name", "type", "greenhouse", "uid", "where", "key"] as const;
export type CsvColumn = (typeof CSV_COLUMNS)[number];

/** More sensors would make a write that the database refuses. */
export const MAX_SENSORS = 500;
const MAX_KEY_CHARACTERS = 100;

/** The names of a column or a role in English and German, in lower case. */
const COLUMN_NAMES: Readonly<Record<CsvColumn, readonly string[]>> = {
  name: ["name", "sensor"],
  type: ["type", "typ"],
  greenhouse: ["greenhouse", "gewächshaus"],
  uid: ["uid"],
  where: ["where", "where it measures", "role", "wo", "wo er misst"],
  key: ["key", "schlüssel"],
};
const ROLE_NAMES: Readonly<Record<SensorRole, readonly string[]>> = {
  air: ["", "air", "luft"],
  soil: ["soil", "boden"],
  outdoor: ["outdoor", "outdoors", "außen"],
};

export type CsvFault =
  /** Undefined: the first line names no column `name`. Else the place, from 1 on, of an unknown or repeated column. */
  | { readonly kind: "header"; readonly column: number | undefined }
  | { readonly kind: "empty" | "tooMany" | "quote" | "role" }
  | { readonly kind: "cells"; readonly found: number; readonly expected: number }
  | {
      readonly kind: "text";
      readonly column: "name" | "type" | "uid" | "key";
      readonly fault: TextProblem | NewUidProblem | "taken" | "shortKey";
    }
  /** `sameName`: several greenhouses have this name. */
  | { readonly kind: "greenhouse" | "sameName"; readonly name: string }
  /** An earlier line has the same uid. */
  | { readonly kind: "repeated"; readonly line: number };

export interface FaultyLine {
  /** The number of the line in the file, from 1 on. */
  readonly line: number;
  readonly fault: CsvFault;
}

export interface NewSensor {
  readonly sensor: SensorDescription & { readonly uid: string };
  /** The key that its board already has; undefined if the file has none. */
  readonly key: string | undefined;
  /** The number of its line in the file, from 1 on. */
  readonly line: number;
}

export interface SensorCsv {
  /** Empty if there are faults: all sensors of a file are registered, or none. */
  readonly sensors: readonly NewSensor[];
  readonly faults: readonly FaultyLine[];
}

export interface CsvFarm {
  readonly greenhouses: readonly { readonly id: string; readonly name: string }[];
  /** The registered sensors. */
  readonly sensors: readonly { readonly uid: string }[];
}

/**
 * Makes a uid for a line without one. Returns the same uid for the same name and line.
 * @param greenhouse the id of the sensor's greenhouse
 */
export type CreateUid = (name: string, line: number, greenhouse: string | undefined) => string;

/** Reads the sensors of a file without mistakes. */
export function readSensorCsv(text: string, farm: CsvFarm, createUid: CreateUid): SensorCsv {
  const { lines, faults } = readSensorLines(text, farm, createUid);
  return { sensors: faults.length > 0 ? [] : lines, faults };
}

export interface SensorLines {
  /** The lines without mistakes. */
  readonly lines: readonly NewSensor[];
  readonly faults: readonly FaultyLine[];
}

/** Reads also the right lines of a file with mistakes, so that a caller can check more before it reports them. */
export function readSensorLines(text: string, farm: CsvFarm, createUid: CreateUid): SensorLines {
  const lines = text
    .replace(/^\uFEFF/u, "")
    .split(/\r\n|\n|\r/)
    .map((content, index) => ({ content, line: index + 1 }))
    .filter(({ content }) => content.trim() !== "");
  const [head, ...others] = lines;
  if (head === undefined) return { lines: [], faults: [] };
  const faulty = (fault: CsvFault): SensorLines => ({
    lines: [],
    faults: [{ line: head.line, fault }],
  });
  const delimiter = delimiterOf(head.content);
  const columns = readHeader(head.content, delimiter);
  if ("kind" in columns) return faulty(columns);
  // Spreadsheets also write rows whose cells were emptied.
  const rows = others.filter(({ content }) => content.replaceAll(delimiter, "").trim() !== "");
  if (rows.length === 0) return faulty({ kind: "empty" });
  if (rows.length > MAX_SENSORS) return faulty({ kind: "tooMany" });
  const linesOfUids = new Map<string, number>();
  const read = rows.map(({ content, line }) => {
    const cells = cellsOf(content, delimiter, columns);
    const found =
      "kind" in cells ? { faults: [cells] } : readSensor(cells.cells, line, farm, createUid);
    const uid = "sensor" in found ? found.sensor.sensor.uid : undefined;
    const earlier = uid === undefined ? undefined : linesOfUids.get(uid);
    if (uid !== undefined && earlier === undefined) linesOfUids.set(uid, line);
    const repeated: CsvFault[] = earlier === undefined ? [] : [{ kind: "repeated", line: earlier }];
    return { line, found, faults: [...("faults" in found ? found.faults : []), ...repeated] };
  });
  const faults = read.flatMap(({ line, faults }) => faults.map((fault) => ({ line, fault })));
  const right = read.flatMap(({ found, faults }) =>
    "sensor" in found && faults.length === 0 ? [found.sensor] : [],
  );
  return { lines: right, faults };
}

/** Returns the delimiter that the header has most often. Spreadsheets with decimal commas write semicolons. */
function delimiterOf(header: string): string {
  const counts = [",", ";", "\t"].map((delimiter) => ({
    delimiter,
    count: header.split(delimiter).length,
  }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).delimiter;
}

function readHeader(header: string, delimiter: string): readonly CsvColumn[] | CsvFault {
  const names = parseCsvLine(header, delimiter)?.map((name) => name.trim());
  if (names === undefined) return { kind: "quote" };
  const columns: CsvColumn[] = [];
  for (const [index, name] of names.entries()) {
    const column = CSV_COLUMNS.find((known) =>
      COLUMN_NAMES[known].includes(name.toLocaleLowerCase("de")),
    );
    if (column === undefined || columns.includes(column))
      return { kind: "header", column: index + 1 };
    columns.push(column);
  }
  return columns.includes("name") ? columns : { kind: "header", column: undefined };
}

type Cells = Readonly<Partial<Record<CsvColumn, string>>>;

function cellsOf(
  content: string,
  delimiter: string,
  columns: readonly CsvColumn[],
): { readonly cells: Cells } | CsvFault {
  const cells = parseCsvLine(content, delimiter);
  if (cells === undefined) return { kind: "quote" };
  if (cells.length !== columns.length) {
    return { kind: "cells", found: cells.length, expected: columns.length };
  }
  const named = columns.map((column, index) => [column, (cells[index] ?? "").trim()] as const);
  return { cells: Object.fromEntries(named) };
}

function checkKey(key: string): TextProblem | "shortKey" | undefined {
  const isShort = key.length < MIN_PAIRED_CHARACTERS;
  return checkText(key, MAX_KEY_CHARACTERS) ?? (isShort ? "shortKey" : undefined);
}

function readSensor(
  cells: Cells,
  line: number,
  farm: CsvFarm,
  createUid: CreateUid,
): { readonly sensor: NewSensor } | { readonly faults: readonly CsvFault[] } {
  const { name = "", type = "", greenhouse: house = "", where = "", key = "" } = cells;
  const byId = farm.greenhouses.filter(({ id }) => id === house);
  const named = byId.length > 0 ? byId : farm.greenhouses.filter(({ name }) => name === house);
  const [greenhouse] = named;
  const uid = cells.uid || createUid(name, line, greenhouse?.id);
  const isTaken = farm.sensors.some((sensor) => sensor.uid === uid);
  const texts = {
    name: checkName(name),
    type: type === "" ? undefined : checkName(type),
    uid: isTaken ? "taken" : checkNewUid(uid),
    key: key === "" ? undefined : checkKey(key),
  } as const;
  const faults: CsvFault[] = (["name", "type", "uid", "key"] as const).flatMap((column) => {
    const fault = texts[column];
    return fault === undefined ? [] : [{ kind: "text", column, fault }];
  });
  if (house !== "" && greenhouse === undefined) faults.push({ kind: "greenhouse", name: house });
  if (named.length > 1) faults.push({ kind: "sameName", name: house });
  const role = (Object.keys(ROLE_NAMES) as SensorRole[]).find((known) =>
    ROLE_NAMES[known].includes(where.toLocaleLowerCase("de")),
  );
  if (role === undefined) return { faults: [...faults, { kind: "role" }] };
  if (faults.length > 0) return { faults };
  const sensor = { uid, name, type: type || UNKNOWN_TYPE, greenhouse: greenhouse?.id, role };
  return { sensor: { sensor, key: key || undefined, line } };
}
