/** The other results of a ruleset: the paths that a read depends on, indexes, coverage. */

import { resolveWrite } from "../../../src/database/write";
import { ALL } from "../../../src/query/params";
import {
  type Auth,
  type ReadDecision,
  type Ruleset,
  type WriteDecision,
} from "../../../src/rules/ruleset";
import { type Json, nodeFromJson } from "../../../src/tree/json";
import { parsePath } from "../../../src/tree/path";
import { rulesetOfFile } from "../../../testing/rulesets";

function read(ruleset: Ruleset, at: string, data: Json, auth: Auth = null): ReadDecision {
  const root = nodeFromJson(data, 0);
  return ruleset.canRead({ path: parsePath(at), params: ALL, auth, root, now: 0 });
}

function write(ruleset: Ruleset, children: Record<string, Json>): WriteDecision {
  const resolved = resolveWrite({ kind: "merge", path: [], children }, null, 0);
  if (!resolved.ok) throw new Error(resolved.problem);
  return ruleset.canWrite({ update: resolved.update, auth: null, now: 0 });
}

const MEMBERS = `{
  "rules": {
    "rooms": {
      "$room": {
        ".read": "auth != null && (data.child('open').val() == true || root.child('members').hasChild($room + '/' + auth.uid))"
      }
    }
  }
}`;

describe("a read depends on the paths that the rules read", () => {
  test("until the result is known", () => {
    const ruleset = rulesetOfFile(MEMBERS);
    const at = "/rooms/a/messages";
    const open = { rooms: { a: { open: true } } };
    const members = { members: { a: { u: true } } };
    const [isOpen, isMember] = [
      ["rooms", "a", "open"],
      ["members", "a", "u"],
    ];
    expect([
      read(ruleset, at, open),
      read(ruleset, at, open, { uid: "u" }),
      read(ruleset, at, members, { uid: "u" }),
    ]).toEqual([
      { isAllowed: false, dependsOn: [] },
      { isAllowed: true, dependsOn: [isOpen] },
      { isAllowed: true, dependsOn: [isOpen, isMember] },
    ]);
  });

  test("each path once, parents by their own path, without paths that are only steps", () => {
    const ruleset = rulesetOfFile(`{"rules": {"a": {".read": "data.child('b/c').parent().exists() &&
      data.child('b').exists() && root.hasChildren(['x', 'y'])"}}}`);
    const paths = [["a", "b"], ["x"], ["y"]];
    expect(read(ruleset, "/a", { a: { b: 1 }, x: 1, y: 1 })).toEqual({
      isAllowed: true,
      dependsOn: paths,
    });
  });
});

test.each([
  [".hasChildren(['y'])", ["x", "y"]],
  [".hasChild('y')", ["x", "y"]],
  [".getPriority() == null", ["x"]],
  [".isString()", ["x"]],
])("a read depends on the path of %s", (call, path) => {
  const ruleset = rulesetOfFile(`{"rules": {".read": "root.child('x')${call} || true"}}`);
  expect(read(ruleset, "/", { x: 1 }).dependsOn).toEqual([path]);
});

describe("coverage", () => {
  const text = `{"rules": {
    ".write": true,
    "a": { ".read": "auth.uid == \\"u\\" &&
      data.val().length > 2" }
  }}`;

  test("counts the values of each part, with its position in the file", () => {
    const ruleset = rulesetOfFile(text);
    read(ruleset, "/a", { a: "long" }, { uid: "u" });
    read(ruleset, "/a", { a: "x" }, { uid: "u" });
    read(ruleset, "/a", { a: 7 }, { uid: "u" });
    read(ruleset, "/a", { a: "long" });
    const path = "/rules/a/.read";
    const place = (line: number, from: number, to: number, toLine = line): object => ({
      path,
      line,
      column: from,
      end: { line: toLine, column: to },
    });
    const whole = 'auth.uid == "u" &&\n      data.val().length > 2';
    expect(ruleset.coverage()).toEqual([
      {
        path: "/rules/.write",
        text: "true",
        line: 2,
        column: 15,
        end: { line: 2, column: 19 },
        counts: {},
      },
      { ...place(3, 22, 28, 4), text: whole, counts: { true: 1, false: 2, error: 1 } },
      { ...place(3, 22, 39), text: 'auth.uid == "u"', counts: { true: 3, false: 1 } },
      { ...place(3, 22, 30), text: "auth.uid", counts: { '"u"': 3, null: 1 } },
      { ...place(3, 22, 26), text: "auth", counts: { object: 3, null: 1 } },
      {
        ...place(4, 7, 28),
        text: "data.val().length > 2",
        counts: { true: 1, false: 1, error: 1 },
      },
      { ...place(4, 7, 24), text: "data.val().length", counts: { 4: 1, 1: 1, null: 1 } },
      { ...place(4, 7, 17), text: "data.val()", counts: { '"long"': 1, '"x"': 1, 7: 1 } },
      { ...place(4, 7, 11), text: "data", counts: { object: 3 } },
    ]);
  });
});

describe("the cost of an evaluation is limited", () => {
  test("strings cannot grow without a limit", () => {
    const x = "data.val().replace('a', data.val())";
    const ruleset = rulesetOfFile(`{"rules": {".read": "${x}.replace('a', ${x}).length > 0"}}`);
    expect(read(ruleset, "/", "a".repeat(10)).isAllowed).toBe(true);
    expect(read(ruleset, "/", "a".repeat(10_000)).isAllowed).toBe(false);
  });

  test("a string of the database may be a path of any length", () => {
    const ruleset = rulesetOfFile(
      `{"rules": {".read": "!root.child(data.val()).exists() && !root.child('x').child(data.val() + '/a').parent().exists()"}}`,
    );
    const { isAllowed, dependsOn } = read(ruleset, "/", "a/".repeat(50_000));
    expect(isAllowed).toBe(true);
    expect(dependsOn.map((place) => place.length)).toEqual([0, 50_000, 50_001]);
  });

  test("data that was not written or has no rules is not walked", () => {
    const ruleset = rulesetOfFile(
      `{"rules": {".write": true, "list": {"$k": {".validate": "newData.isNumber()"}}}}`,
    );
    const numbers = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`k${at}`, at]));
    const free = { deep: numbers };
    const runs = (children: Record<string, Json>): unknown => {
      ruleset.clearCoverage();
      expect(write(ruleset, children)).toEqual({ isAllowed: true });
      return ruleset.coverage().find((expression) => expression.path === "/rules/list/$k/.validate")
        ?.counts;
    };
    expect(runs({ free })).toEqual({});
    expect(runs({ "list/k1": 1 })).toEqual({ true: 1 });
    expect(runs({ "list/k1": 1, "list/k2": 2 })).toEqual({ true: 2 });
    expect(runs({ list: numbers })).toEqual({ true: 50 });
    expect(runs({ "list/.priority": 1, "list/k1": 1 })).toEqual({ true: 1 });
    expect(runs({ "/": { list: numbers, free } })).toEqual({ true: 50 });
  });
});
