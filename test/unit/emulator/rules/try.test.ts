import { compileRules, formatProblem } from "../../../../emulator/src/rules/ruleset";
import { nodeFromJson } from "../../../../emulator/src/tree/json";
import { ALL } from "../../../../emulator/src/query/params";
test("x", () => {
  const c = compileRules(`{
  // c
  "rules": { ".read": "auth.uid == 'a' && data.child('x').val() > 3",
    "a": {"$b": {".write": "tr", ".validate": "newData.val().matches(/^(a+)+$/) && newData.hasChildren(['x', 7]) "}}
  } }`);
  console.log(c.ok ? "" : c.problems.map(formatProblem).join("\n"));
  const d = compileRules(`{"rules": {".read": "auth.uid == 'a' && data.child('x').val() > 3 || root.child(auth.foo).exists()"}}`);
  if (!d.ok) throw new Error(formatProblem(d.problems[0]!));
  console.log(d.ruleset.canRead({path: ["q"], params: ALL, auth: {uid: "a"}, root: nodeFromJson({x: 5}, 0), now: 1}));
  console.log(d.ruleset.canRead({path: ["q"], params: ALL, auth: {uid: "a"}, root: nodeFromJson({x: "5"}, 0), now: 1}));
  console.log(d.ruleset.coverage());
  for (const n of [300, 399, 401, 5000, 20000]) {
    const deep = compileRules(`{"rules": {".read": "${"(1+".repeat(n)}1${")".repeat(n)} == 1"}}`);
    console.log(n, deep.ok ? "ok" : formatProblem(deep.problems[0]!));
    const chain = compileRules(`{"rules": {".read": "${"true || ".repeat(n)}true"}}`);
    console.log(n, chain.ok ? "ok" : formatProblem(chain.problems[0]!));
  }
});
