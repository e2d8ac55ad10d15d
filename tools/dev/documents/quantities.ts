/** The table of docs/quantities.md. */

import { QUANTITIES, QUANTITY } from "@greenhouse/domain/quantities/measurements";
import { markdownTable } from "./markdown.ts";

export function quantityTable(): string {
  const rows = QUANTITIES.map((name) => {
    const row = QUANTITY[name];
    const { unit, min, max, lowest = min, highest = max, margin, isOfAir, summary } = row;
    const isWider = lowest !== min || highest !== max;
    const sensors = isOfAir ? "air" : "all";
    return [
      `\`${name}\``,
      unit,
      rangeOf(min, max),
      isWider ? rangeOf(lowest, highest) : "",
      numberOf(margin),
      summary === "median" ? `median (${sensors})` : "each value",
    ];
  });
  return markdownTable(["field", "unit", "valid", "accepted", "margin", "greenhouse shows"], rows);
}

const rangeOf = (from: number, to: number): string => `${numberOf(from)} to ${numberOf(to)}`;
const numberOf = (value: number): string => value.toLocaleString("en").replace("-", "−");
