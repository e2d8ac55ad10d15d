/** A part of a page that `npm run generate` writes: its start, its name and its end. */
export const GENERATED_PART = /(<!--generated:(.+?)-->)[^]*?(<!--end-->)/g;

/** Returns a table. Prettier aligns its columns. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const lineOf = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [lineOf(head), lineOf(head.map(() => "---")), ...rows.map(lineOf)].join("\n");
}
