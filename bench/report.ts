/** What the bench found, as Markdown. */

import type { Spread } from "./statistics.ts";

/** A part of the report: Markdown without its heading. */
export interface Section {
  readonly title: string;
  readonly text: string;
  readonly verdicts: readonly Verdict[];
}

/** A part of a section. */
export interface Part {
  readonly paragraphs: readonly string[];
  readonly verdicts: readonly Verdict[];
}

/** Whether a target is met. */
export interface Verdict {
  readonly target: string;
  readonly found: string;
  readonly isMet: boolean;
}

export type Row = readonly (string | number)[];

/** A table whose columns are aligned in the text too; all but the first are numbers. */
export function table(head: Row, rows: readonly Row[]): string {
  const texts = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) =>
    Math.max(3, ...texts.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const pad = (text: string, column: number): string =>
    column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0);
  const rule = widths.map((width, column) =>
    column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  const [first = [], ...others] = texts.map((row) => line(row.map(pad)));
  return [first, line(rule), ...others].join("\n");
}

/** The median, and the range in brackets; a dash where nothing could be measured. */
export function withRange({ median, low, high }: Spread, digits = 2): string {
  if (Number.isNaN(median)) return "–";
  return `${format(median, digits)} (${format(low, digits)}–${format(high, digits)})`;
}

export function format(value: number, digits: number): string {
  return value.toLocaleString("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

export function verdict(target: string, value: Spread, isMet: boolean): Verdict {
  return { target, found: withRange(value), isMet };
}

/** The whole page. */
export function page(facts: readonly string[], sections: readonly Section[]): string {
  const verdicts = sections.flatMap((section) => section.verdicts);
  const targets = table(
    ["target", "found", ""],
    verdicts.map(({ target, found, isMet }) => [target, found, isMet ? "met" : "missed"]),
  );
  const parts = sections.map(({ title, text }) => `## ${title}\n\n${text.trim()}`);
  return (
    ["# Performance", facts.map((fact) => `- ${fact}`).join("\n"), targets, ...parts].join("\n\n") +
    "\n"
  );
}
