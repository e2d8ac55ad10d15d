import fc from "fast-check";
import { resolveWrite, valuesOf, type Write } from "../../../src/database/write";
import { type Json, nodeFromJson, nodeToJson } from "../../../src/tree/json";
import { type Node, nodeAt, withNodeAt } from "../../../src/tree/node";
import { formatPath, isAtOrBelow, parsePath, type Path } from "../../../src/tree/path";

const NOW = 1_700_000_000_000;

const merge = (path: string, children: Record<string, Json>): Write => ({
  kind: "merge",
  path: parsePath(path),
  children,
});

type Seen =
  | string
  | {
      readonly after: Json;
      readonly changes: readonly (readonly [path: string, before: Json, node: Json])[];
    };

/** Returns the result of a write in a tree, or why the write is invalid. */
function effectOf(write: Write, root: Node): Seen {
  const resolved = resolveWrite(write, root, NOW);
  if (!resolved.ok) return resolved.problem;
  return {
    after: nodeToJson(resolved.update.node, true),
    changes: resolved.changes.map(({ path, before, node }) => [
      formatPath(path),
      nodeToJson(before, true),
      nodeToJson(node, true),
    ]),
  };
}

describe("the changes of a write", () => {
  it("are values first, then removals, then priorities", () => {
    const write = merge("/x", { ".priority": 1, a: null, b: 2, "c/.priority": 3, "d/e": null });
    expect(effectOf(write, null)).toEqual({
      after: { x: { b: 2, ".priority": 1 } },
      changes: [
        ["/x/b", null, 2],
        ["/x/a", null, null],
        ["/x/d/e", null, null],
        ["/x/.priority", null, 1],
        ["/x/c/.priority", null, 3],
      ],
    });
  });

  it("contain server values, resolved against the stored data", () => {
    const write = merge("/", { n: { ".sv": { increment: 2 } }, t: { ".sv": "timestamp" } });
    expect(effectOf(write, nodeFromJson({ n: 5 }, NOW))).toEqual({
      after: { n: 7, t: NOW },
      changes: [
        ["/n", 5, 7],
        ["/t", null, NOW],
      ],
    });
  });

  it.each<[Record<string, Json>, string]>([
    [{ a: 1, "a/b": 1 }, "the path /x/a is an ancestor of /x/a/b in one update"],
    [{ "a/b/c": 1, "a/b": null }, "the path /x/a/b is an ancestor of /x/a/b/c in one update"],
    [{ a: 1, "/a/": 2 }, "the path /x/a is an ancestor of /x/a in one update"],
    [{ "": 1, a: 2 }, "the path /x is an ancestor of /x/a in one update"],
    [{ a: 1, "a/.priority": 2 }, "the path /x/a is an ancestor of /x/a/.priority in one update"],
    [
      { a: 1, "a-b/c": 1, "b/.value": 1 },
      'the key ".value" contains one of . $ # [ ] / or a control character',
    ],
    [
      { "a/.priority": 1, "a/.priority/b": 1 },
      'the key ".priority" contains one of . $ # [ ] / or a control character',
    ],
    [{ "a/b": { "c.d": 1 } }, 'the key "c.d" contains one of . $ # [ ] / or a control character'],
    [{ ["a/".repeat(32)]: 1 }, "the path is deeper than 32 levels"],
    [{ ["a/".repeat(31)]: { b: 1 } }, "the data is deeper than 32 levels"],
  ])("are none for %j", (children, problem) => {
    expect(effectOf(merge("/x", children), null)).toBe(problem);
  });

  it("may have similar names, and the maximum depth", () => {
    const write = merge("/", {
      "a/b": 1,
      "a-": 1,
      "a/c": 1,
      ab: 1,
      ["d/".repeat(32)]: 1,
      [`${"d/".repeat(31)}e/.priority`]: 1,
    });
    expect(resolveWrite(write, null, NOW)).toMatchObject({ ok: true });
  });
});

const KEY = fc.constantFrom("a", "b", "c", "1", "__proto__");
const LEAF = fc.constantFrom<Json>(null, 1, true, "x", { ".value": 2, ".priority": 3 });
const VALUE = fc.oneof(
  LEAF,
  fc.dictionary(KEY, LEAF),
  fc.dictionary(KEY, fc.dictionary(KEY, LEAF)),
  fc.constant<Json>({ a: 1, ".priority": "p" }),
);
const PATH = fc.array(KEY, { maxLength: 3 });
const SLASHES = fc.constantFrom("", "", "", "/", "//");
const CHANGE = fc.oneof(
  fc.tuple(fc.array(KEY, { minLength: 1, maxLength: 4 }), VALUE),
  fc.tuple(
    PATH.map((path) => [...path, ".priority"]),
    fc.constantFrom<Json>(null, 1, "p"),
  ),
);
/** A path with extra slashes, and its value. */
const CHILD = fc
  .tuple(CHANGE, SLASHES, SLASHES)
  .map(([[path, json], before, after]): [string, Json] => [
    before + path.join(`/${before}`) + after,
    json,
  ]);

/** Sorts like a write: values, then removals, then priorities. */
const turnOf = ([path, node]: readonly [Path, Node]): number =>
  path.at(-1) === ".priority" ? 2 : node === null ? 1 : 0;

test("an update equals its changes one after the other, and keeps the nodes before", () => {
  fc.assert(
    fc.property(VALUE, PATH, fc.array(CHILD, { maxLength: 8 }), (given, path, wanted) => {
      const before = nodeFromJson(given, NOW);
      const distinct: [string, Json][] = [];
      const paths: Path[] = [];
      for (const [key, json] of wanted) {
        const at = parsePath(key);
        if (paths.some((earlier) => isAtOrBelow(at, earlier) || isAtOrBelow(earlier, at))) continue;
        paths.push(at);
        distinct.push([key, json]);
      }
      const write: Write = { kind: "merge", path, children: Object.fromEntries(distinct) };
      const changes = valuesOf(write)
        .map(([at, json]): [Path, Node] => [at, nodeFromJson(json, NOW, nodeAt(before, at))])
        .toSorted((a, b) => turnOf(a) - turnOf(b));
      const after = changes.reduce((tree, [at, node]) => withNodeAt(tree, at, node), before);
      expect(effectOf(write, before)).toEqual({
        after: nodeToJson(after, true),
        changes: changes.map(([at, node]) => [
          formatPath(at),
          nodeToJson(nodeAt(before, at), true),
          nodeToJson(node, true),
        ]),
      });
    }),
    { numRuns: 1_000 },
  );
});
