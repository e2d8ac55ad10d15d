import type { Row } from "../../../../tools/cli/src/loading/rows";
import { checkTimes } from "../../../../tools/cli/src/loading/same-times";
import type { CheckedRow } from "../../../../tools/cli/src/loading/same-times";

type Short = readonly [uid: string, timestamp: number, measurements: object] | string;

async function check(rows: readonly Short[]): Promise<CheckedRow[]> {
  async function* all(): AsyncGenerator<Row> {
    await Promise.resolve();
    yield* rows.map((row, index): Row => {
      if (typeof row === "string") return { line: index + 1, problem: row };
      const [uid, timestamp, measurements] = row;
      return { line: index + 1, reading: { uid, timestamp, measurements } };
    });
  }
  const found = [];
  for await (const row of checkTimes(all())) found.push(row);
  return found;
}

const outcome = (row: CheckedRow): string => {
  if ("reading" in row) return "sent";
  return "repeats" in row ? `repeats ${row.repeats}` : row.problem;
};
const conflict = (line: number): string =>
  `It has the same time as line ${line}, but other values: the times may be rounded. Correct the times, or remove the wrong row.`;

test.each<[string, Short[], string[]]>([
  [
    "different values at one time",
    [["a", 1, { light: 1 }], ["a", 1, { light: 2 }], ["a", 1, { light: 3 }], ["a", 2, { light: 3 }]], // prettier-ignore
    ["sent", conflict(1), conflict(1), "sent"],
  ],
  [
    "rows of other sensors and bad rows between",
    [["a", 1, { light: 1 }], ["b", 1, { light: 2 }], "bad", ["a", 1, { light: 2 }], ["b", 1, { light: 2 }]], // prettier-ignore
    ["sent", "sent", "bad", conflict(1), "repeats 2"],
  ],
  [
    "a row for each quantity",
    [["a", 1, { light: 1 }], ["a", 1, { co2: 2 }], ["a", 1, { light: 1, co2: 2 }], ["a", 1, { co2: 3 }]], // prettier-ignore
    ["sent", "sent", "repeats 1", conflict(1)],
  ],
  ["signs of life", [["a", 1, {}], ["a", 1, {}], ["a", 1, { light: 1 }]], ["sent", "repeats 1", "sent"]], // prettier-ignore
])("%s", async (_, rows, outcomes) => {
  expect((await check(rows)).map(outcome)).toEqual(outcomes);
});

test("a file of very many sensors is checked in bounded memory", async () => {
  const rows = Array.from({ length: 30_000 }, (_, index): Short => [`s${index}`, 1, { light: 1 }]);
  expect((await check(rows)).every((row) => "reading" in row)).toBe(true);
});
