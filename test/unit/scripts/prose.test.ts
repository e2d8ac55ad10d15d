/** The check of the documents' prose. */

import { countWords, findProblems } from "../../../tools/dev/prose/problems";

const words = (count: number): string => Array.from({ length: count }, () => "word").join(" ");

test.each([
  ["a sentence of 28 words", `A ${words(27)}.`, []],
  ["a sentence of 29 words over two lines", `A ${words(14)}\n${words(14)}.`, [/^1: 29 words/]],
  ["a long item of a list", `- Short.\n- A ${words(28)}.`, [/^2: 29 words/]],
  ["a cell of 26 words", `| a | ${words(26)} |\n| - | - |`, [/^1: 26 words/]],
  ["code as one word", `Run \`${words(40)}\` now.`, []],
  ["no fenced code", `\`\`\`\nA ${words(40)}.\n\`\`\``, []],
  ["a word that is not of the vocabulary", "Roll-ups are stored.", [/^1: better rollup/]],
  ["code with such a word", "Run `farm history roll-up`.", []],
  ["an opener without a subject", "It is. Of these, two.", [/^1: better a subject/]],
])("reads %s", (_, markdown, expected) => {
  expect(findProblems(markdown)).toEqual(
    expected.map((pattern: RegExp): unknown => expect.stringMatching(pattern)),
  );
});

test("counts the words of code and tables, but not their marks", () => {
  expect(countWords("| a | `b c` |\n| --- | --- |\n\n- d")).toBe(4);
});
