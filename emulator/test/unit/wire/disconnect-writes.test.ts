import { Database } from "../../../src/database";
import { ADMIN } from "../../../src/database/actor";
import { valuesOf, type Write } from "../../../src/database/write";
import { OPEN_RULES } from "../../../src/rules/ruleset";
import { type Json, nodeFromJson, nodeToJson } from "../../../src/tree/json";
import { Branch, childrenOf, type Node, withNodeAt } from "../../../src/tree/node";
import { parsePath, type Path } from "../../../src/tree/path";
import { DisconnectWrites } from "../../../src/wire/disconnect-writes";
import { fc } from "../../../testing/properties";

type Step = Write | { readonly kind: "cancel"; readonly path: Path };

const set = (path: string, value: Json): Write => ({ kind: "set", path: parsePath(path), value });
const merge = (path: string, children: Record<string, Json>): Write => ({
  kind: "merge",
  path: parsePath(path),
  children,
});
const cancel = (path: string): Step => ({ kind: "cancel", path: parsePath(path) });

function writesAfter(steps: readonly Step[]): readonly Write[] {
  const writes = new DisconnectWrites();
  for (const step of steps) {
    if (step.kind === "cancel") writes.cancel(step.path);
    else writes.add(step);
  }
  return writes.writes;
}

const LEAF = { ".value": 1, ".priority": 2 };
const NOW = { ".sv": "timestamp" };

describe("the remaining onDisconnect writes", () => {
  it.each<[string, Step[], Write[]]>([
    [
      "all, in the order of the requests",
      [set("/x/b", 1), set("/a", 2), set("/x/c", 3)],
      [set("/x/b", 1), set("/a", 2), set("/x/c", 3)],
    ],
    ["a whole update", [merge("/x", { "a/b": 1, c: 2 })], [merge("/x", { "a/b": 1, c: 2 })]],
    ["nothing at a cancelled path", [set("/x", 1), cancel("/x")], []],
    [
      "all at other paths than the cancelled path",
      [set("/x", { a: 1 }), cancel("/y")],
      [set("/x", { a: 1 })],
    ],
    ["a leaf with a cancelled path below", [set("/x", LEAF), cancel("/x/a")], [set("/x", LEAF)]],
    [
      "a server value with a cancelled path below",
      [set("/x", NOW), cancel("/x/a")],
      [set("/x", NOW)],
    ],
    ["nothing for a removal with a cancelled path below", [set("/x", null), cancel("/x/a")], []],
    [
      "nothing for an empty sibling of a cancelled path",
      [set("/x", { a: { b: null }, c: 1 }), cancel("/x/c")],
      [],
    ],
    [
      "the siblings along a cancelled path, without the priority",
      [set("/x", { a: { b: 1, c: LEAF }, d: NOW, ".priority": 4 }), cancel("/x/a/b")],
      [merge("/x", { "a/c": LEAF, d: NOW })],
    ],
    [
      "the other paths of an update",
      [merge("/x", { "a/b": 1, "a/c": 2 }), cancel("/x/a/b")],
      [merge("/x", { "a/c": 2 })],
    ],
    ["the later of two values", [set("/x", { a: 1 }), set("/x", 2)], [set("/x", 2)]],
    [
      "a value above earlier values",
      [set("/x/a", 1), merge("/", { "x/b": 1 }), set("/x", 2)],
      [set("/x", 2)],
    ],
    [
      "a value with later parts",
      [set("/x", { a: 1 }), set("/x/b/c", NOW)],
      [set("/x", { a: 1, b: { c: NOW } })],
    ],
    [
      "a leaf that got a child",
      [set("/x", LEAF), set("/x/a", 3)],
      [set("/x", { a: 3, ".priority": 2 })],
    ],
    [
      "a removal of all parts",
      [set("/x", { a: { b: 1 } }), set("/x/a/b", null)],
      [set("/x", null)],
    ],
    [
      "another priority",
      [set("/x", 1), merge("/x", { ".priority": NOW }), merge("/y", { ".priority": 1 })],
      [set("/x", { ".value": 1, ".priority": NOW }), merge("/y", { ".priority": 1 })],
    ],
    [
      "the part that replaces a leaf",
      [set("/x", 1), set("/x/a", 2), cancel("/x/b")],
      [merge("/x", { a: 2 })],
    ],
    [
      "a value at __proto__",
      [set("/x", {}), set("/x/__proto__", 1)],
      [set("/x", JSON.parse('{"__proto__":1}') as Json)],
    ],
  ])("is %s", (_, steps, writes) => {
    expect(writesAfter(steps)).toEqual(writes);
  });
});

/** Models the client's SDK, from observation: a tree of nodes, none above another. */
class SnapshotTree {
  /** Null for a removal. Undefined without a waiting value at this path; a path below may have one. */
  private node: Node | undefined;
  private readonly children = new Map<string, SnapshotTree>();

  remember(path: Path, node: Node): void {
    const [key, ...rest] = path;
    if (key === undefined) {
      this.node = node;
      this.children.clear();
    } else if (this.node !== undefined) {
      this.node = withNodeAt(this.node, path, node);
    } else {
      const child = this.children.get(key) ?? new SnapshotTree();
      this.children.set(key, child);
      child.remember(rest, node);
    }
  }

  forget([key, ...rest]: Path): void {
    if (key === undefined) {
      this.node = undefined;
      this.children.clear();
      return;
    }
    if (this.node !== undefined) {
      if (this.node !== null && !(this.node instanceof Branch)) return;
      const parts = [...childrenOf(this.node)];
      this.node = undefined;
      for (const [part, node] of parts) this.remember([part], node);
    }
    this.children.get(key)?.forget(rest);
  }

  writtenOver(root: Node, at: Path = []): Node {
    if (this.node !== undefined) return withNodeAt(root, at, this.node);
    let written = root;
    for (const [key, child] of this.children) written = child.writtenOver(written, [...at, key]);
    return written;
  }
}

const KEY = fc.constantFrom("a", "b", "c", "0", "1");
const SCALAR = fc.constantFrom<Json[]>(1, "t", false, LEAF);
const BRANCH_PRIORITY = fc.constantFrom<Json[]>(null, 9);
const tree = (priority: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc.letrec<{ json: Json }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 3 },
      SCALAR,
      fc.constant(null),
      fc
        .tuple(fc.dictionary(KEY, tie("json"), { maxKeys: 3 }), priority)
        .map(([children, own]) => ({ ...children, ".priority": own })),
    ),
  })).json;
const json = tree(BRANCH_PRIORITY);
/**
 * Branches without a priority: a branch that first loses all children and then gains others would lose its priority.
 */
const given = tree(fc.constant(null));
const PATH = fc.array(KEY, { maxLength: 3 });
const STEP = fc.oneof<fc.Arbitrary<Step>[]>(
  fc.record({ kind: fc.constant("set"), path: PATH, value: json }),
  fc.record({
    kind: fc.constant("merge"),
    path: PATH,
    children: fc.dictionary(KEY, json, { maxKeys: 3 }),
  }),
  fc.record({ kind: fc.constant("cancel"), path: PATH }),
);

describe("the data after the disconnection", () => {
  it("equals the SDK's expectation after any requests and cancels", () => {
    fc.assert(
      fc.property(given, fc.array(STEP, { maxLength: 8 }), (before, steps) => {
        const root = nodeFromJson(before, 0);
        const expected = new SnapshotTree();
        for (const step of steps) {
          if (step.kind === "cancel") {
            expected.forget(step.path);
          } else {
            for (const [at, value] of valuesOf(step)) expected.remember(at, nodeFromJson(value, 0));
          }
        }
        const database = new Database({ now: () => 0, ruleset: OPEN_RULES, root });
        for (const write of writesAfter(steps)) {
          expect(database.commit(write, { actor: ADMIN })).toEqual({ status: "ok" });
        }
        expect(nodeToJson(database.snapshot, true)).toEqual(
          nodeToJson(expected.writtenOver(root), true),
        );
      }),
    );
  });
});
