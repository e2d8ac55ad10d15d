/** Says what is wrong with a line of a list of sensors, and what to do. Pure. */

import { MIN_PAIRED_CHARACTERS } from "@greenhouse/domain/identity/farm-key";
import { MAX_SENSORS } from "@greenhouse/domain/identity/sensor-csv";
import type { CsvFault } from "@greenhouse/domain/identity/sensor-csv";
import { MAX_NAME_CHARACTERS } from "@greenhouse/domain/identity/keys";
import { SENSOR_ROLES } from "@greenhouse/domain/identity/sensor-records";
import type { CsvFileFault } from "@greenhouse/domain/words/csv-file";
import { printable } from "../core/text";

export interface LineFault {
  readonly line: number;
  /** Undefined if the whole line is wrong. */
  readonly column: string | undefined;
  /** What is wrong, and what to do. */
  readonly problem: string;
}

export function describeLine({ line, column, problem }: LineFault): string {
  const place = column === undefined ? `Line ${line}` : `Line ${line}, column ${column}`;
  return printable(`${place}: ${problem}`);
}

export const FILE_FAULTS: Readonly<Record<CsvFileFault, string>> = {
  unreadable: "cannot be read.",
  empty: "is empty.",
  tooLarge: "is larger than 1 MB.",
  notText: "is not a CSV file. Save the list as CSV (UTF-8) in your spreadsheet.",
};

const COLUMNS = "uid, name, type, greenhouse, role and key";

const TEXT_FAULTS: Readonly<Record<(CsvFault & { readonly kind: "text" })["fault"], string>> = {
  empty: "must not be empty.",
  tooLong: `can have at most ${MAX_NAME_CHARACTERS} characters.`,
  lineBreak: "must be a single line.",
  hiddenCharacters: "contains hidden control characters. Type the text instead of pasting it.",
  forbiddenCharacters: "cannot contain . # $ [ ] / or a hidden character.",
  reservedUid: "is a reserved word. Choose another uid.",
  uidLikeKey:
    "looks like the key of a reading (20 characters, a hyphen first). Choose another uid.",
  taken: "is registered already. Choose another uid.",
  shortKey: `must have at least ${MIN_PAIRED_CHARACTERS} characters. Leave it empty for a new key.`,
};

/** Returns the column, if only one is wrong, and the problem. Quotes no cell: a key may be in a wrong column. */
export function faultText(fault: CsvFault): Omit<LineFault, "line"> {
  switch (fault.kind) {
    case "header":
      return {
        column: undefined,
        problem:
          fault.column === undefined
            ? "There is no column name. The first line must name the columns."
            : `The name of column ${fault.column} is unknown or there twice. Columns are ${COLUMNS}.`,
      };
    case "empty":
      return whole("There are no sensors below this line. Add a line for each.");
    case "tooMany":
      return whole(
        `More than ${MAX_SENSORS} sensors. Split the file, and add one after the other.`,
      );
    case "quote":
      return whole("A quotation mark is not closed. Close it or remove it.");
    case "cells":
      return whole(
        `${fault.found} values for ${fault.expected} columns. Put texts with a separator in quotation marks.`,
      );
    case "role":
      return { column: "role", problem: `It must be ${SENSOR_ROLES.join(", ")} or empty.` };
    case "text":
      return { column: fault.column, problem: `It ${TEXT_FAULTS[fault.fault]}` };
    case "greenhouse":
      return {
        column: "greenhouse",
        problem: `There is no such greenhouse in this farm. Correct the id or name, add the greenhouse, or leave it empty.`,
      };
    case "sameName":
      return {
        column: "greenhouse",
        problem: `Several greenhouses are called "${fault.name}". Write the id of one.`,
      };
    case "repeated":
      return {
        column: "uid",
        problem: `It is the same as in line ${fault.line}. Every sensor needs its own.`,
      };
  }
}

function whole(problem: string): Omit<LineFault, "line"> {
  return { column: undefined, problem };
}
