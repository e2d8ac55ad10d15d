/** Rules files: accepted files, and every problem with its position. */

import { resolveWrite } from "../../../src/database/write";
import { ALL } from "../../../src/query/params";
import { compileRules, formatProblem } from "../../../src/rules/ruleset";
import { fc } from "../../../testing/properties";
import { rulesTable } from "../../support/sections";

function problemsOf(text: string): readonly string[] {
  const compiled = compileRules(text);
  return compiled.ok ? [] : compiled.problems.map(formatProblem);
}

test.each(rulesTable("files.txt"))("$heading", ({ lines }) => {
  const file = lines.filter((line) => !line.startsWith("> "));
  const problems = lines.filter((line) => line.startsWith("> ")).map((line) => line.slice(2));
  expect(problemsOf(file.join("\n"))).toEqual(problems);
});

test.each([
  ["Windows line breaks", '{\r\n"rules": {\r\n".read": "true &&\r\n  true"}}\r'],
  ["a byte order mark", '\ufeff{"rules": {}}'],
  [
    "white space of every kind",
    String.raw`{"rules": {".read": "\u000b\ufeffauth\u00a0!=\u2003null\u2028// a\u2029&&\ftrue"}}`,
  ],
  ["invisible characters in comments", '{"rules": {".read": "true // \u200d\n"}}'],
])("%s are accepted", (_, text) => {
  expect(problemsOf(text)).toEqual([]);
});

test("rejects deeply nested objects and lists without a stack overflow", () => {
  expect(problemsOf(`{"rules": ${'{"a":'.repeat(100_000)}`)).toEqual([
    "1:326: Rules are nested deeper than 64 levels. (/)",
  ]);
  expect(problemsOf(`{"rules": ${"[".repeat(100_000)}`)).toEqual([
    "1:74: Rules are nested deeper than 64 levels. (/)",
  ]);
});

test.each([
  ["parentheses", "(", "true", ")"],
  ["negations", "!", "true", ""],
  ["operators to the left", "true || ", "true", ""],
  ["operators to the right", "(true || ", "true", ")"],
  ["conditions", "true ? ", "true", " : true"],
  ["members", "", "auth", ".a"],
  ["calls", "data.child(", "'a'", ")"],
  ["lists", "[", "'a'", "]"],
])("rejects deep %s without a stack overflow", (_, before, inner, after) => {
  const file = (depth: number): string =>
    JSON.stringify({
      rules: { ".read": `${before.repeat(depth)}${inner}${after.repeat(depth)} == null` },
    });
  const tooDeep = expect.stringContaining("The expression is deeper than 400 levels.");
  expect(problemsOf(file(100))).not.toContainEqual(tooDeep);
  expect(problemsOf(file(2000))).toEqual([tooDeep]);
});

test("an expression has at most 65,536 characters", () => {
  const file = (length: number): string =>
    JSON.stringify({ rules: { ".read": `'${"a".repeat(length - 10)}' != ''` } });
  expect(problemsOf(file(65_536 + 1))).toEqual([]);
  expect(problemsOf(file(65_536 + 3))).toEqual([
    "1:20: The expression is longer than 65536 characters. (/rules/.read)",
  ]);
});

const piece = fc.constantFrom(
  ..."(,),[,],!,-,+,*,/,%,?,:,.,<,<=,==,!=,&&,||,&, ,\n,'a',\"b\",1,1.5,true,null,/a/,/(a/i".split(
    ",",
  ),
  ..."auth,now,root,data,newData,query,$k,$x,uid,val(),child('a'),.exists(),.length,.matches(/a+/)".split(
    ",",
  ),
);
const expression = fc.oneof(
  fc.string(),
  fc.array(piece, { maxLength: 20 }).map((all) => all.join("")),
);

test("any expression can be evaluated or has problems inside the file", () => {
  fc.assert(
    fc.property(expression, fc.constantFrom(".read", ".write", ".validate"), (text, kind) => {
      const file = JSON.stringify({ rules: { $k: { [kind]: text } } }, undefined, 1);
      const compiled = compileRules(file);
      if (compiled.ok) {
        const { ruleset } = compiled;
        const resolved = resolveWrite({ kind: "set", path: ["a"], value: { a: 1 } }, null, 0);
        if (!resolved.ok) throw new Error(resolved.problem);
        const request = { path: ["a"], params: ALL, auth: { uid: "a" }, root: null, now: 0 };
        expect(ruleset.canRead(request)).toHaveProperty("isAllowed");
        expect(ruleset.canWrite({ ...resolved, auth: null, now: 0 })).toHaveProperty("isAllowed");
        return;
      }
      expect(compiled.problems.length).toBeGreaterThan(0);
      for (const { line, column, path } of compiled.problems) {
        expect([line, path]).toEqual([4, `/rules/$k/${kind}`]);
        expect(column).toBeGreaterThan(6);
        expect(column).toBeLessThanOrEqual((file.split("\n")[3] ?? "").length + 1);
      }
    }),
  );
});
