/**
 * npm run generate [-- <options>] writes the files that follow from the code:
 * database.rules.json, jobs/.env, docs/openapi.json, the version of each client, and parts of
 * pages in docs/. Such a part stands between "<!--generated:<name>-->" and "<!--end-->".
 *
 *   --check           only say which files are stale
 */

import { readFileSync, writeFileSync } from "node:fs";
import { format } from "prettier";
import { RULES_TEXT } from "@greenhouse/database/rules/rules";
import { OPENAPI } from "./documents/openapi.ts";
import { PAGES, replaceParts } from "./documents/pages.ts";
import { envFile } from "./documents/parameters.ts";
import { replaceVersion, VERSIONED } from "./documents/versions.ts";
import { readOptions, runCommand } from "./processes/command.ts";
import { fromRoot } from "./stack/project.ts";

const STYLE = { printWidth: 100 };

/** Each generated file, with its new text made from its old text. */
const FILES: readonly (readonly [file: string, makeText: (old: string) => Promise<string>])[] = [
  ["database.rules.json", () => format(RULES_TEXT, { ...STYLE, parser: "json" })],
  ["jobs/.env", () => Promise.resolve(envFile())],
  [
    "docs/openapi.json",
    () => format(JSON.stringify(OPENAPI, undefined, 2), { ...STYLE, parser: "json" }),
  ],
  ...VERSIONED.map(
    ([file, pattern]) =>
      [file, (old: string) => Promise.resolve(replaceVersion(file, old, pattern))] as const,
  ),
  ...Object.entries(PAGES).map(
    ([file, parts]) =>
      [
        file,
        (old: string) => format(replaceParts(file, old, parts), { ...STYLE, parser: "markdown" }),
      ] as const,
  ),
];

await runCommand(async () => {
  const { values } = readOptions("generate", { check: { type: "boolean" } });
  const stale: string[] = [];
  for (const [file, makeText] of FILES) {
    const path = fromRoot(file);
    const old = readFileSync(path, "utf8");
    const text = await makeText(old);
    if (text === old) continue;
    stale.push(file);
    if (values.check !== true) writeFileSync(path, text);
  }
  if (stale.length === 0) return 0;
  const files = stale.join(", ");
  if (values.check !== true) console.log(`Written: ${files}`);
  else console.error(`Not as the code gives it: ${files}. Write it with: npm run generate`);
  return values.check === true ? 1 : 0;
});
