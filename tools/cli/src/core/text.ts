/** Formats text for terminals. Pure. */

import { FORBIDDEN } from "@greenhouse/domain/words/text";

/** Maximum number of ids in a sentence. */
const MAX_NAMED = 5;
const FORBIDDEN_CHARACTERS = new RegExp(FORBIDDEN, "g");

/**
 * Removes control characters and marks of direction, which a terminal would obey. Texts from the
 * database may contain them.
 */
export function printable(text: string): string {
  return text.replaceAll(FORBIDDEN_CHARACTERS, "\u{fffd}");
}

/**
 * Aligns columns; returns `empty` for an empty table. The library cli-table3 needs more lines of
 * settings to omit its borders.
 */
export function formatTable(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  empty: string,
): string {
  if (rows.length === 0) return empty;
  const cells = [columns.map((name) => name.toUpperCase()), ...rows].map((row) =>
    row.map(printable),
  );
  const widths = columns.map((_, index) =>
    Math.max(...cells.map((row) => (row[index] ?? "").length)),
  );
  return cells
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Returns `name  value` lines of the fields that have a value. */
export function formatFields(fields: Readonly<Record<string, string | undefined>>): string {
  const present = Object.entries(fields).filter(
    (field): field is [string, string] => field[1] !== undefined,
  );
  const width = Math.max(0, ...present.map(([name]) => name.length));
  return present.map(([name, value]) => `${name.padEnd(width)}  ${printable(value)}`).join("\n");
}

export function count(number: number, singular: string, plural: string = `${singular}s`): string {
  return `${number.toLocaleString("en-US")} ${number === 1 ? singular : plural}`;
}

/** Names the first ids, and says how many more there are. */
export function named(ids: readonly string[]): string {
  const others = ids.length - MAX_NAMED;
  return `${ids.slice(0, MAX_NAMED).join(", ")}${others > 0 ? ` and ${others} more` : ""}`;
}
