/**
 * Imports of readings: `imports/<farmId>/<importId>`. History names the import that brought a reading, so that all its
 * readings can be excluded. Pure.
 */

import {
  asNumber,
  asTime,
  asText,
  entriesOf,
  fieldOf,
  fields,
  parseChildren,
  parseRecord,
} from "../stored.ts";

/** The id of an import. Entries of history that it brought have the id in their field `import`. */
export const IMPORT_ID = "^[0-9a-z]{8,20}$";

/** An import that has ended, or was interrupted. */
export interface Import {
  readonly id: string;
  /** The span of its readings, in Unix milliseconds. */
  readonly from: number;
  /** After the last reading. */
  readonly until: number;
  /** When it last ran, in Unix milliseconds. */
  readonly at: number;
  /** The name of the file. */
  readonly file: string;
  /** How many of the file's readings history has. Some may have been there before. */
  readonly readings: number;
  /** The uids of its sensors. */
  readonly sensors: readonly string[];
}

export function importsPath(farmId: string): string {
  return `imports/${farmId}`;
}

const IMPORT = { ...fields(asTime, "from", "until", "at"), readings: asNumber, file: asText };

/** Returns the valid imports, the newest first. @param stored `imports/<farmId>` */
export function parseImports(stored: unknown): readonly Import[] {
  return parseChildren(stored, parseImport).toSorted((a, b) => b.at - a.at);
}

/** @param stored `imports/<farmId>/<id>`; undefined if it is invalid */
export function parseImport(stored: unknown, id: string): Import | undefined {
  const found = parseRecord(stored, IMPORT);
  const sensors = entriesOf(fieldOf(stored, "sensors")).map(([uid]) => uid);
  return found && { id, ...found, sensors };
}

/** Returns the record as it is stored, under its id. */
export function importRecord({ from, until, at, file, readings, sensors }: Import): object {
  const uids = Object.fromEntries(sensors.map((uid) => [uid, true]));
  return { from, until, at, file, readings, sensors: uids };
}
