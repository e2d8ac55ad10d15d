/** Parses the files in tools/cli/README.md, with the results that it promises. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readRows } from "../../../../tools/cli/src/loading/rows";
import { readTextLines } from "../../../../tools/cli/src/loading/text-lines";

const readme = readFileSync(join(__dirname, "../../../../tools/cli/README.md"), "utf8");
const reading = (timestamp: number, measurements: object): object => ({
  uid: "north-1",
  timestamp,
  measurements,
});
const expected = [
  reading(Date.UTC(2026, 2, 1, 6), { temperature: 20.5, humidity: 61 }),
  reading(Date.UTC(2026, 2, 1, 6, 5), { temperature: 20.7 }),
];

test.each(["csv", "json"])("%s", async (language) => {
  const text = readme.split(`\`\`\`${language}\n`)[1]?.split("```")[0] ?? "";
  async function* chunks(): AsyncGenerator<string> {
    await Promise.resolve();
    yield text;
  }
  const found = [];
  const settings = { isRegistered: () => true, onColumns: () => undefined };
  for await (const row of readRows(readTextLines(chunks()), settings)) found.push(row);
  expect(found.map((row) => ("reading" in row ? row.reading : row))).toEqual(expected);
});
