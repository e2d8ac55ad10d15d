/** Writes the report as Markdown. */

import os from "node:os";
import type { Effort } from "./effort.ts";
import type { Spread } from "./statistics.ts";

/** A part of the report: its tables and paragraphs, and the targets that they decide. */
export interface Section {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly targets: readonly Target[];
}

export interface Target {
  readonly text: string;
  readonly result: string;
  readonly isMet: boolean;
}

export type Row = readonly (string | number)[];

/** Returns a table with aligned columns. All columns but the first are numbers. */
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

/** Returns the median, and the range in brackets; a dash if nothing could be measured. */
export function withRange({ median, low, high }: Spread, digits = 2): string {
  if (Number.isNaN(median)) return "–";
  return `${format(median, digits)} (${format(low, digits)}–${format(high, digits)})`;
}

export function format(value: number, digits = 0): string {
  return value.toLocaleString("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** A target that the median must not exceed. */
export function atMost(limit: number, text: string, value: Spread): Target {
  return { text, result: withRange(value), isMet: value.median <= limit };
}

/** A target that the median must reach. */
export function atLeast(limit: number, text: string, value: Spread): Target {
  return { text, result: withRange(value), isMet: value.median >= limit };
}

/** Returns the whole page. */
export function page(facts: readonly string[], sections: readonly Section[]): string {
  const targets = sections.flatMap((section) => section.targets);
  return `${[
    "# Performance",
    facts.map((fact) => `- ${fact}`).join("\n"),
    table(
      ["target", "result", ""],
      targets.map(({ text, result, isMet }) => [text, result, isMet ? "met" : "missed"]),
    ),
    ...sections.flatMap(({ title, paragraphs }) => [`## ${title}`, ...paragraphs]),
  ].join("\n\n")}\n`;
}

/** Describes the machine of the bench. @param run the command of the run, and its duration */
export function describeMachine(run: string, database: string, effort: Effort): string[] {
  const { rounds, coldStarts } = effort;
  const cpus = os.cpus();
  const memory = Math.round(os.totalmem() / 1024 ** 3);
  const load = os.loadavg()[0] ?? 0;
  return [
    `Written on ${new Date().toISOString().slice(0, 10)} by ${run}. The method and the baselines: ` +
      "[tools/bench/README.md](../tools/bench/README.md).",
    `Machine: ${cpus.length} cores (${cpus[0]?.model ?? "unknown"}), ${memory} GiB, ${os.type()}; load ${load.toFixed(1)} at the end.`,
    `Node ${process.versions.node}, the packages of the lock files, ${database}.`,
    `Load, function and database share the cores, so ratios say more than figures. ${rounds} interleaved rounds of each ` +
      `(${coldStarts} of a cold start): the median (lowest–highest). A ratio is taken within each round.`,
  ];
}
