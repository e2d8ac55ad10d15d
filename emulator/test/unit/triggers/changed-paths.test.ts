import { type ChangedPath, findChangedPaths } from "../../../src/triggers/changed-paths";
import { isSameValue, valueOf } from "../../../src/triggers/delta";
import { matches, parseRef, type Segment } from "../../../src/triggers/ref-pattern";
import type { EventKind } from "../../../src/triggers/registration";
import type { AppliedWrite, Write } from "../../../src/database/write";
import { type Json, nodeFromJson } from "../../../src/tree/json";
import { Branch, childOf, childrenOf, type Node, withNodeAt } from "../../../src/tree/node";
import type { Path } from "../../../src/tree/path";
import { fc } from "../../../testing/properties";
import { apply, JSON_VALUE, KEY, WRITE } from "../../support/trigger-writes";

function segmentsOf(ref: string): readonly Segment[] {
  const segments = parseRef(ref, 2);
  if (typeof segments === "string") throw new Error(segments);
  return segments;
}

function changedPathsOf(ref: string, kind: EventKind, { before, after, changes }: AppliedWrite) {
  const found: ChangedPath[] = [];
  const paths = changes.map(({ path }) => path).filter((path) => path.at(-1) !== ".priority");
  findChangedPaths(segmentsOf(ref), kind, { before, after, paths }, (changed) =>
    found.push(changed),
  );
  return found;
}

function set(path: string, value: Json): Write {
  return { kind: "set", path: path.split("/").filter(Boolean), value };
}

function merge(path: string, children: Record<string, Json>): Write {
  return { kind: "merge", path: path.split("/").filter(Boolean), children };
}

const P1 = { ".value": 1, ".priority": 1 };
const APPS = { "app-1-us": { a1: 1, a2: 1 }, "app-1": { a1: 1 } };

it.each<[name: string, ref: string, given: Json, write: Write, expected: Json]>([
  [
    "a write below",
    "a/{x}",
    { a: { b: { c: 1 } } },
    set("a/b/c", 2),
    [["a/b", { c: 1 }, { c: 2 }]],
  ],
  [
    "an update of several paths: one event for each",
    "a/{x}",
    { a: { b: { p: 1, q: 1 }, c: 1 } },
    merge("", { "a/b/p": 2, "a/b/q": 2, "a/c": 2, z: 1 }),
    [
      ["a/b", { p: 1, q: 1 }, { p: 2, q: 2 }],
      ["a/c", 1, 2],
    ],
  ],
  ["only a priority: no event", "a", { a: 1 }, set("a", P1), []],
  ["only a priority, written above: no event", "{x}", { a: 1 }, set("", { a: P1 }), []],
  [
    "a priority does not hide a changed value",
    "a",
    { a: { b: 1 } },
    merge("a", { ".priority": 1, b: 2 }),
    [["a", { b: 1 }, { b: 2 }]],
  ],
  ["the root as the path", "/", { a: 1 }, set("b", 1), [["", { a: 1 }, { a: 1, b: 1 }]]],
  ["parts of segments", "app*-us/{x=*1}", null, set("", APPS), [["app-1-us/a1", null, 1]]],
])("%s", (_, ref, given, write, expected) => {
  const found = apply(given, [write]).flatMap((applied) => changedPathsOf(ref, "written", applied));
  expect(
    found.map(({ path, before, after }) => [path.join("/"), valueOf(before), valueOf(after)]),
  ).toEqual(expected);
});

it.each<[name: string, given: Json, value: Json, kinds: readonly EventKind[]]>([
  ["a creation", null, 1, ["written", "created"]],
  ["an update", 1, 2, ["written", "updated"]],
  ["children that replace a scalar", 1, { b: 2 }, ["written", "updated"]],
  ["a removal", 1, null, ["written", "deleted"]],
])("%s causes events of its kind and written", (_, given, value, expected) => {
  const applied = apply({ a: given }, [set("a", value)]);
  const kinds: readonly EventKind[] = ["written", "created", "updated", "deleted"];
  const isFound = (kind: EventKind) =>
    applied.some((write) => changedPathsOf("a", kind, write).length > 0);
  expect(kinds.filter(isFound)).toEqual(expected);
});

it("walks only what a write changed", () => {
  const proxied = nodeFromJson({ a: 1 }, 0);
  if (!(proxied instanceof Branch)) throw new Error("not a branch");
  const children = new Proxy(proxied.children, {
    get: () => {
      throw new Error("walked");
    },
  });
  const untouched = new Branch(children, null, 0);
  const [before = null, after = null] = [1, 2].map((n) =>
    withNodeAt(nodeFromJson({ written: n }, 0), ["big"], untouched),
  );
  const found: Path[] = [];
  for (const paths of [[["written"]], [[]]]) {
    findChangedPaths(segmentsOf("{x}"), "written", { before, after, paths }, ({ path }) =>
      found.push(path),
    );
  }
  expect(found).toEqual([["written"], ["written"]]);
});

/** Compares all matching paths one by one. */
function* compareAll(
  segments: readonly Segment[],
  before: Node,
  after: Node,
  path: Path = [],
): Generator<readonly [string, Json, Json]> {
  const segment = segments[path.length];
  if (segment === undefined) {
    if (!isSameValue(before, after)) yield [path.join("/"), valueOf(before), valueOf(after)];
    return;
  }
  const keys = [...childrenOf(before), ...childrenOf(after)].map(([key]) => key);
  for (const key of new Set(keys)) {
    if (!matches(segment, key)) continue;
    yield* compareAll(segments, childOf(before, key), childOf(after, key), [...path, key]);
  }
}

const REF = fc
  .array(
    fc.oneof(
      KEY.filter((key) => key !== "*"),
      fc.constantFrom("*", "{k}", "a*"),
    ),
    {
      maxLength: 3,
    },
  )
  .map((parts) => parts.join("/"))
  .filter((ref) => typeof parseRef(ref, 2) !== "string");

it("finds the same paths as a comparison of the whole trees", () => {
  fc.assert(
    fc.property(JSON_VALUE, fc.array(WRITE, { maxLength: 4 }), REF, (given, writes, ref) => {
      for (const applied of apply(given, writes)) {
        const found = changedPathsOf(ref, "written", applied).map(({ path, before, after }) => [
          path.join("/"),
          valueOf(before),
          valueOf(after),
        ]);
        const expected = [...compareAll(segmentsOf(ref), applied.before, applied.after)];
        const byPath = (a: readonly unknown[], b: readonly unknown[]) =>
          String(a[0]) < String(b[0]) ? -1 : 1;
        expect(found.sort(byPath)).toEqual(expected.sort(byPath));
      }
    }),
    { numRuns: 500 },
  );
});
