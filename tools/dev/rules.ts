/**
 * npm run rules [-- <options>] writes database.rules.json from database/rules/.
 *
 *   --check           Only check whether the file matches database/rules/.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { format } from "prettier";
import { RULES_TEXT } from "@greenhouse/database/rules/rules";
import { readOptions, runCommand } from "./processes/command.ts";
import { fromRoot } from "./stack/project.ts";

const FILE = fromRoot("database.rules.json");

await runCommand(async () => {
  const { values } = readOptions("rules", { check: { type: "boolean" } });
  const text = await format(RULES_TEXT, { parser: "json", printWidth: 100 });
  if (text === readFileSync(FILE, "utf8")) return 0;
  if (values.check === true) {
    console.error(
      "database.rules.json does not match database/rules/. Update it with: npm run rules",
    );
    return 1;
  }
  writeFileSync(FILE, text);
  console.log("database.rules.json is written.");
  return 0;
});
