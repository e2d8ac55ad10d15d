import { type ChangedPath, findChangedPaths } from "../../../src/triggers/changed-paths";
import { isSameValue, valueOf } from "../../../src/triggers/delta";
import { matches, parseRef, type Segment } from "../../../src/triggers/ref-pattern";
import type { EventKind } from "../../../src/triggers/registration";
import type { AppliedWrite, Write } from "../../../src/database/write";
import { type Json, nodeFromJson } from "../../../src/tree/json";
import { Branch, childOf, childrenOf, type Node, withNodeAt } from "../../../src/tree/node";
import type { Path } from "../../../src/tree/path";
import { fc } from "../../support/properties";
import { apply, JSON_VALUE, KEY, WRITE } from "../../support/trigger-writes";

function segmentsOf(ref: string): readonly Segment[] {
  const segments = parseRef(ref, 2);
  if (typeof segments === "string") throw new Error(segments);
  return segments;
}

function placesOf(ref: string, kind: EventKind, { before, after, changes }: AppliedWrite) {
  const found: ChangedPath[] = [];
  const paths = changes.map(({ path }) => path).filter((path) => path.at(-1) !== ".priority");
  findChangedPaths(segmentsOf(ref), kind, { before, after, paths }, (changed) =>
    found.push(changed),
  );
  return found;
}

interface Scenario {
  readonly name: string;
  readonly ref: string;
  readonly kind?: EventKind;
  readonly given: Json;
  readonly write: Write;
  /** Path, before, after. */
  readonly expected: readonly (readonly [string, Json, Json])[];
}

function set(path: string, value: Json): Write {
  return { kind: "set", path: path.split("/").filter(Boolean), value };
}

function merge(path: string, children: Record<string, Json>): Write {
  return { kind: "merge", path: path.split("/").filter(Boolean), children };
}

const SCENARIOS: readonly Scenario[] = [
  {
    name: "a write at the path",
    ref: "a/{x}",
    given: null,
    write: set("a/b", 1),
    expected: [["a/b", null, 1]],
  },
  {
    name: "a write below the path",
    ref: "a/{x}",
    given: { a: { b: { c: 1, d: 1 } } },
    write: set("a/b/c", 2),
    expected: [["a/b", { c: 1, d: 1 }, { c: 2, d: 1 }]],
  },
  {
    name: "a write above: one event for each path that changed",
    ref: "a/{x}",
    given: { a: { b: 1, c: 1, d: 1 } },
    write: set("a", { b: 1, c: 2, e: 1 }),
    expected: [
      ["a/c", 1, 2],
      ["a/d", 1, null],
      ["a/e", null, 1],
    ],
  },
  {
    name: "a write of the root",
    ref: "a/{x}/c",
    given: { a: { b: { c: 1 } } },
    write: set("", null),
    expected: [["a/b/c", 1, null]],
  },
  {
    name: "an update of several paths: one event for each",
    ref: "a/{x}",
    given: { a: { b: { p: 1, q: 1 }, c: 1 } },
    write: merge("", { "a/b/p": 2, "a/b/q": 2, "a/c": 2, z: 1 }),
    expected: [
      ["a/b", { p: 1, q: 1 }, { p: 2, q: 2 }],
      ["a/c", 1, 2],
    ],
  },
  {
    name: "the removal of the last child removes the path",
    ref: "a",
    kind: "deleted",
    given: { a: { b: 1 } },
    write: set("a/b", null),
    expected: [["a", { b: 1 }, null]],
  },
  {
    name: "children where a scalar was are an update",
    ref: "a",
    kind: "updated",
    given: { a: 1 },
    write: set("a/b", 2),
    expected: [["a", 1, { b: 2 }]],
  },
  {
    name: "a scalar where children were deletes them",
    ref: "a/{x}",
    kind: "deleted",
    given: { a: { b: 1 } },
    write: set("a", 2),
    expected: [["a/b", 1, null]],
  },
  {
    name: "a creation is no update",
    ref: "a",
    kind: "updated",
    given: null,
    write: set("a", 1),
    expected: [],
  },
  {
    name: "an update is no creation",
    ref: "a",
    kind: "created",
    given: { a: 1 },
    write: set("a", 2),
    expected: [],
  },
  {
    name: "a priority alone changes nothing",
    ref: "a",
    given: { a: 1 },
    write: set("a", { ".value": 1, ".priority": 1 }),
    expected: [],
  },
  {
    name: "a priority written beside a value does not hide it",
    ref: "a",
    given: { a: { b: 1 } },
    write: merge("a", { ".priority": 1, b: 2 }),
    expected: [["a", { b: 1 }, { b: 2 }]],
  },
  {
    name: "the same again changes nothing",
    ref: "{x}",
    given: { a: { b: [1, 2] } },
    write: merge("", { a: { b: { 0: 1, 1: 2 } } }),
    expected: [],
  },
  {
    name: "the root as the path",
    ref: "/",
    given: { a: 1 },
    write: set("b", 1),
    expected: [["", { a: 1 }, { a: 1, b: 1 }]],
  },
  {
    name: "wildcards in parts of segments",
    ref: "app*-us/{x=*1}",
    given: null,
    write: set("", { "app-1-us": { a1: 1, a2: 1 }, "app-1": { a1: 1 } }),
    expected: [["app-1-us/a1", null, 1]],
  },
];

it.each(SCENARIOS)("$name", ({ ref, kind = "written", given, write, expected }) => {
  const found = apply(given, [write]).flatMap((applied) => placesOf(ref, kind, applied));
  expect(
    found.map(({ path, before, after }) => [path.join("/"), valueOf(before), valueOf(after)]),
  ).toEqual(expected);
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

/** All paths that match, compared one by one. */
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

it("finds the paths that a comparison of the whole trees finds", () => {
  fc.assert(
    fc.property(JSON_VALUE, fc.array(WRITE, { maxLength: 4 }), REF, (given, writes, ref) => {
      for (const applied of apply(given, writes)) {
        const found = placesOf(ref, "written", applied).map(({ path, before, after }) => [
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
