import { type ChangedPath, findChangedPaths } from "../../../src/triggers/changed-paths";
import { deltaOf, isSameValue, valueOf } from "../../../src/triggers/delta";
import { matches, parseRef, type Segment } from "../../../src/triggers/ref-pattern";
import { type EventKind } from "../../../src/triggers/registration";
import { type AppliedWrite, type Write } from "../../../src/database/write";
import { type Json, nodeFromJson } from "../../../src/tree/json";
import { Branch, childOf, childrenOf, type Node, withNodeAt } from "../../../src/tree/node";
import { type Path } from "../../../src/tree/path";
import { fc, timesUsual } from "../../../testing/properties";
import { apply, JSON_VALUE, KEY, WRITE } from "../../support/trigger-writes";
import { join } from "node:path";
import { packageFolder } from "../../support/packages";

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

it("causes one event for each matching path of an update, and none for a priority", () => {
  const children = { "a/b/p": 2, "a/b/q": 2, "a/c": 2, "a/d/.priority": 1, z: 1 };
  const write: Write = { kind: "merge", path: [], children };
  const found = apply({ a: { b: { p: 1, q: 1 }, c: 1, d: 1 } }, [write]).flatMap((applied) =>
    changedPathsOf("a/{x}", "written", applied),
  );
  expect(
    found.map(({ path, before, after }) => [path.join("/"), valueOf(before), valueOf(after)]),
  ).toEqual([
    ["a/b", { p: 1, q: 1 }, { p: 2, q: 2 }],
    ["a/c", 1, 2],
  ]);
});

it("causes no event for a priority that is written above the path", () => {
  const write: Write = { kind: "set", path: [], value: { a: { ".value": 1, ".priority": 1 } } };
  const [applied] = apply({ a: 1 }, [write]);
  expect(changedPathsOf("{x}", "written", applied!)).toEqual([]);
});

it.each<[name: string, given: Json, value: Json, kinds: readonly EventKind[]]>([
  ["a creation", null, 1, ["written", "created"]],
  ["an update", 1, 2, ["written", "updated"]],
  ["children that replace a scalar", 1, { b: 2 }, ["written", "updated"]],
  ["a removal", 1, null, ["written", "deleted"]],
])("%s causes events of its kind and written", (_, given, value, expected) => {
  const applied = apply({ a: given }, [{ kind: "set", path: ["a"], value }]);
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
    timesUsual(2),
  );
});

/** firebase-functions' function from a value and a delta to the value after. The package does not export it. */
// oxlint-disable-next-line typescript/no-require-imports -- the package does not allow an import of this file
const { applyChange } = require(
  join(packageFolder("firebase-functions"), "lib/common/utilities/utils"),
) as { readonly applyChange: (before: unknown, delta: unknown) => unknown };

function node(json: Json) {
  return nodeFromJson(json, 0);
}

/** Returns the value in an event. */
function sent(json: Json): unknown {
  return JSON.parse(JSON.stringify(json));
}

it.each<[name: string, before: Json, after: Json, delta: Json]>([
  ["only changed keys", { a: 1, b: 2, c: 3 }, { a: 1, b: 4, d: 5 }, { b: 4, d: 5, c: null }],
  ["a shorter list", ["x", "y"], ["x"], { "1": null }],
  ["a value without its priority", { a: 1 }, { a: 2, ".priority": 1 }, { a: 2 }],
])("names %s", (_, before, after, delta) => {
  expect(deltaOf(node(before), node(after))).toEqual(delta);
});

it("gives firebase-functions the value after any write", () => {
  fc.assert(
    fc.property(JSON_VALUE, fc.array(WRITE, { maxLength: 4 }), (given, writes) => {
      for (const { before, after } of apply(given, writes)) {
        const data = sent(valueOf(before));
        const delta = sent(deltaOf(before, after));
        expect(applyChange(data, delta)).toEqual(valueOf(after));
      }
    }),
    timesUsual(2),
  );
});
