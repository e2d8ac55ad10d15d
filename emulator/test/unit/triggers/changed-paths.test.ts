import { type ChangedPath, findChangedPaths } from "../../../src/triggers/changed-paths";
import { deltaOf, isSameValue, valueOf } from "../../../src/triggers/delta";
import { matches, parseRef, type Segment } from "../../../src/triggers/ref-pattern";
import { type EventKind } from "../../../src/triggers/registration";
import { type AppliedWrite } from "../../../src/database/write";
import { type Json, nodeFromJson } from "../../../src/tree/json";
import { childOf, childrenOf, type Node } from "../../../src/tree/node";
import { type Path } from "../../../src/tree/path";
import { fc, timesUsual } from "../../../testing/properties";
import { apply, JSON_VALUE, WRITE } from "../../support/trigger-writes";
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

it("causes no event for a priority that is written above the path", () => {
  const value = { a: { ".value": 1, ".priority": 1 } };
  const [applied] = apply({ a: 1 }, [{ kind: "set", path: [], value }]);
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
  .array(fc.constantFrom("*", "{k}", "a*", "a", "0"), { maxLength: 3 })
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

/** Returns the value in an event. */
function sent(json: Json): unknown {
  return JSON.parse(JSON.stringify(json));
}

it("a delta has only changed keys, and no priority", () => {
  const [before, after] = [
    { a: 1, b: 2, c: 3 },
    { a: 1, b: 4, d: 5, ".priority": 1 },
  ];
  const delta = deltaOf(nodeFromJson(before, 0), nodeFromJson(after, 0));
  expect(delta).toEqual({ b: 4, d: 5, c: null });
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
