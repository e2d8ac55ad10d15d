/** The figures of a day that every part of the product shows, computed by plain arithmetic from the values that count. */

export type Quantity = "temperature" | "soilMoisture";

export interface Figures {
  readonly low: number | undefined;
  readonly high: number | undefined;
  readonly mean: number | undefined;
  readonly count: number;
}

/** Possible values. Others are faults, which count nowhere. */
const POSSIBLE = { temperature: [-60, 80], soilMoisture: [-5, 110] } as const;

export function isPossible(quantity: Quantity, value: number): boolean {
  const [min, max] = POSSIBLE[quantity];
  return value >= min && value <= max;
}

export function figuresOf(values: readonly number[]): Figures {
  const count = values.length;
  if (count === 0) return { low: undefined, high: undefined, mean: undefined, count };
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  return {
    low: rounded(Math.min(...values)),
    high: rounded(Math.max(...values)),
    mean: rounded(mean),
    count,
  };
}

/** The figures of several rollups together. */
export function joinedFigures(
  rollups: readonly {
    readonly min: number;
    readonly max: number;
    readonly sum: number;
    readonly n: number;
  }[],
): Figures {
  const count = rollups.reduce((all, { n }) => all + n, 0);
  if (count === 0) return figuresOf([]);
  return {
    low: rounded(Math.min(...rollups.map(({ min }) => min))),
    high: rounded(Math.max(...rollups.map(({ max }) => max))),
    mean: rounded(rollups.reduce((all, { sum }) => all + sum, 0) / count),
    count,
  };
}

/** To four decimals, because sums in another order differ in the last digits. */
export function rounded(value: number): number {
  return Number(value.toFixed(4)) + 0;
}

/** Reads the values of a column of CSV that can be true. @param head of the column */
export function columnIn(csv: string, head: string, quantity: Quantity): readonly number[] {
  const [heads = [], ...rows] = csv
    .replace("\ufeff", "")
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));
  const column = heads.indexOf(head);
  return rows
    .map((row) => row[column] ?? "")
    .filter((cell) => cell !== "")
    .map(Number)
    .filter((value) => isPossible(quantity, value));
}
