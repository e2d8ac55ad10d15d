/** Returns a table. Prettier aligns its columns. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const lineOf = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [lineOf(head), lineOf(head.map(() => "---")), ...rows.map(lineOf)].join("\n");
}
