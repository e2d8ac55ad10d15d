/**
 * npm run rules [-- <options>] writes database.rules.json from rules/.
 *
 *   --check           only say whether the file is what rules/ gives
 */

import { readFileSync, writeFileSync } from "node:fs";
import { format } from "prettier";
import { RULES_TEXT } from "../rules/rules.ts";
import { readOptions, runCommand } from "./stack/command.ts";
import { fromRoot } from "./stack/project.ts";

const FILE = fromRoot("database.rules.json");

await runCommand(async () => {
  const { values } = readOptions("rules", { check: { type: "boolean" } });
  const text = await format(RULES_TEXT, { parser: "json", printWidth: 100 });
  if (text === readFileSync(FILE, "utf8")) return 0;
  if (values.check === true) {
    console.error("database.rules.json is not what rules/ gives. Write it with: npm run rules");
    return 1;
  }
  writeFileSync(FILE, text);
  console.log("database.rules.json is written.");
  return 0;
});
