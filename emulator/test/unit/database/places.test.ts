import fc from "fast-check";
import { Place } from "../../../src/database/places";
import { type Json, nodeFromJson, nodeToJson } from "../../../src/tree/json";
import { type Node, nodeAt, withNodeAt } from "../../../src/tree/node";
import { isAtOrBelow, parsePath, type Path } from "../../../src/tree/path";

const KEY = fc.constantFrom("a", "b", "c", "1");
const LEAF = fc.constantFrom<Json>(null, 1, true, "x", { ".value": 2, ".priority": 3 });
const VALUE = fc.oneof(
  LEAF,
  fc.dictionary(KEY, LEAF),
  fc.dictionary(KEY, fc.dictionary(KEY, LEAF)),
  fc.constant<Json>({ a: 1, ".priority": "p" }),
);
const PATH = fc.array(KEY, { minLength: 1, maxLength: 4 });
const CHANGE = fc.oneof(
  fc.tuple(PATH, VALUE),
  fc.tuple(
    PATH.map((path) => [...path, ".priority"]),
    fc.constantFrom<Json>(null, 1, "p"),
  ),
);

const node = (json: Json): Node => nodeFromJson(json, 0);

/** Values, then removals, then priorities: the order in which a write applies them. */
const turnOf = ([path, value]: readonly [Path, Json]): number =>
  path.at(-1) === ".priority" ? 2 : node(value) === null ? 1 : 0;

test("an update makes what its changes make one after the other, and finds what was there", () => {
  fc.assert(
    fc.property(VALUE, fc.array(CHANGE, { maxLength: 6 }), (given, wanted) => {
      const before = node(given);
      const places = new Place(before);
      const changes: [Path, Json][] = [];
      for (const [path, value] of wanted) {
        const clashes = changes.some(
          ([other]) => isAtOrBelow(path, other) || isAtOrBelow(other, path),
        );
        if (clashes) continue;
        changes.push([path, value]);
        const there = nodeAt(before, path);
        const change = places.write(path, (found) => {
          expect(found).toBe(there);
          return node(value);
        });
        expect(change).toEqual({ path, before: there, node: node(value) });
      }
      const expected = changes
        .toSorted((a, b) => turnOf(a) - turnOf(b))
        .reduce<Node>((tree, [path, value]) => withNodeAt(tree, path, node(value)), before);
      expect(nodeToJson(places.after(), true)).toEqual(nodeToJson(expected, true));
      if (expected === before) expect(places.after()).toBe(before);
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ["a", "a/b/c", "/a is an ancestor of /a/b/c"],
  ["a/b/c", "a", "/a is an ancestor of /a/b/c"],
  ["a/b", "a/b", "/a/b is an ancestor of /a/b"],
  ["", "a", "/ is an ancestor of /a"],
  ["a", "a/.priority", "/a is an ancestor of /a/.priority"],
])("no path contains another: %j and %j", (first, second, problem) => {
  const places = new Place(null);
  expect(places.write(parsePath(first), () => 1)).toMatchObject({ node: 1 });
  expect(places.write(parsePath(second), () => 2)).toBe(`the path ${problem} in one update`);
});

test("paths side by side do not overlap", () => {
  const places = new Place(null);
  for (const path of ["a/b", "a/bc", "b", "a/c/d"].map(parsePath)) {
    expect(places.write(path, () => 1)).toEqual({ path, before: null, node: 1 });
  }
});
