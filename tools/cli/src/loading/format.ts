/** Reads the options of an import that describe how a logger writes its file. Pure. */

import { MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import { misused } from "../core/failure";

/** Characters that separate columns, with their names. */
export const DELIMITERS: Readonly<Record<string, string>> = {
  ",": "commas",
  ";": "semicolons",
  "\t": "tabs",
};

export const DATE_ORDERS = ["day", "month"] as const;
/** The first part of a date such as 05/11/2026. */
export type DateOrder = (typeof DATE_ORDERS)[number];

export interface FileFormat {
  /** Our names of columns and the file's heads for them. */
  readonly columns: readonly (readonly [name: string, head: string])[];
  /** Undefined: taken from the header. */
  readonly delimiter?: string | undefined;
  readonly decimal: "." | ",";
  /**
   * The IANA name for local times. Without it, ISO 8601 is UTC, and other local times are refused.
   */
  readonly zone?: string | undefined;
  readonly dateOrder?: DateOrder | undefined;
}

export const PLAIN_FORMAT: FileFormat = { columns: [], decimal: "." };

/** In the form that the user typed. */
export interface FormatOptions {
  readonly columns?: string;
  readonly delimiter?: string;
  readonly decimal?: string;
  readonly zone?: string;
  readonly dateOrder?: DateOrder;
}

/** Marks a column to leave out although it looks like a measurement. */
export const IGNORE = "ignore";
/** The date, if the time of day has its own column. */
export const DATE = "date";
const NAMES = ["uid", "time", DATE, ...MEASUREMENTS, IGNORE];
const COLUMNS_HINT = `Use the form --columns "time=Date,temperature=Temp °C". The names are ${NAMES.join(", ")}.`;

/** @throws CommandError (usage) */
export function readFormat(options: FormatOptions): FileFormat {
  const { delimiter, decimal = ".", zone, dateOrder, columns } = options;
  const separator = delimiter === "tab" || delimiter === "\\t" ? "\t" : delimiter;
  if (separator !== undefined && DELIMITERS[separator] === undefined) {
    throw misused(`--delimiter ${separator} is not a delimiter.`, 'Use ",", ";" or tab.');
  }
  if (decimal !== "." && decimal !== ",") {
    throw misused(`--decimal ${decimal} is not a decimal sign.`, 'Use "." or ",".');
  }
  if (zone !== undefined && !isZone(zone)) {
    throw misused(`--zone ${zone} is not a time zone.`, "Use a name such as Europe/Berlin or UTC.");
  }
  return {
    columns: columns === undefined ? [] : readColumns(columns),
    delimiter: separator,
    decimal,
    zone,
    dateOrder,
  };
}

/** A head may contain a comma, so only a comma before one of our names and "=" ends it. */
function readColumns(text: string): FileFormat["columns"] {
  const pairs = text.split(/,(?=\s*[A-Za-z0-9]+\s*=)/).map((part) => {
    const [name = "", ...head] = part.split("=");
    return [name.trim(), head.join("=").trim()] as const;
  });
  for (const [index, [name, head]] of pairs.entries()) {
    if (head === "") throw misused(`--columns: "${name}" has no column.`, COLUMNS_HINT);
    if (!NAMES.includes(name)) throw misused(`--columns: unknown name "${name}".`, COLUMNS_HINT);
    const others = pairs.slice(0, index);
    if (name !== IGNORE && others.some(([other]) => other === name)) {
      throw misused(`--columns names ${name} twice.`, COLUMNS_HINT);
    }
    if (others.some(([, other]) => other === head)) {
      throw misused(`--columns names the column "${head}" twice.`, COLUMNS_HINT);
    }
  }
  return pairs;
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
