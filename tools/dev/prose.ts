/**
 * npm run prose says which sentences of the documents are too long, which words
 * are not in the vocabulary, which documents have too many words, and which links
 * lead nowhere.
 * The limits are in tools/dev/prose/limits.ts.
 */

import { globSync, readFileSync } from "node:fs";
import { readOptions, runCommand } from "./processes/command.ts";
import { GENERATED_PART } from "./documents/markdown.ts";
import { BUDGETS, DOCUMENTS } from "./prose/limits.ts";
import { findBrokenLinks } from "./prose/links.ts";
import { countWords, findProblems } from "./prose/problems.ts";
import { fromRoot } from "./stack/project.ts";

const filesOf = (patterns: readonly string[]): readonly string[] =>
  globSync([...patterns], { cwd: fromRoot(), exclude: ["**/node_modules", "**/.*"] }).toSorted();
const read = (file: string): string => readFileSync(fromRoot(file), "utf8");

await runCommand(() => {
  readOptions("prose", {});
  const problems = filesOf(DOCUMENTS).flatMap((file) =>
    findProblems(read(file)).map((problem) => `${file}:${problem}`),
  );
  for (const file of filesOf(["**/*.md"])) {
    problems.push(...findBrokenLinks(file, read(file)).map((problem) => `${file}: ${problem}`));
  }
  for (const [pattern, budget] of Object.entries(BUDGETS)) {
    const written = filesOf([pattern]).map((file) => read(file).replaceAll(GENERATED_PART, ""));
    const words = written.reduce((sum, text) => sum + countWords(text), 0);
    if (words > budget) problems.push(`${pattern}: ${words} words, at most ${budget}`);
  }
  for (const problem of problems) console.error(problem);
  return Promise.resolve(problems.length === 0 ? 0 : 1);
});
