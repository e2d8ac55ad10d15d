import { readdirSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../../package.json";
import { HELP } from "../../../scripts/stack/help.cjs";

test("every command has a help, and nothing else has", () => {
  const commands = Object.values(packageJson.scripts).flatMap(
    (script) => /^node scripts\/run\.mjs (.+)$/.exec(script)?.[1] ?? [],
  );
  expect(Object.keys(HELP).sort()).toEqual(commands.sort());
  const files = readdirSync(join(__dirname, "../../../scripts"));
  expect(files).toEqual(expect.arrayContaining(commands.map((command) => `${command}.ts`)));
});

test.each(Object.entries(HELP))("the help of %s fits a terminal of 80 columns", (_, text) => {
  expect(text.split("\n").filter((line) => line.length > 80)).toEqual([]);
});
