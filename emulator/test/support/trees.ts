/** Trees for property tests: priorities, keys that look like numbers, and texts long enough to be split. */

import fc from "fast-check";
import { nodeFromJson } from "../../src/tree/json";
import type { Json } from "../../src/tree/json";
import type { Node } from "../../src/tree/node";
import { CHARACTER } from "../../testing/any-text";

const KEY = fc.constantFrom("a", "b", "0", "1", "2", "01", "-3", "ключ", "__proto__", "toString");
const PRIORITY = fc.oneof(fc.integer(), fc.string({ maxLength: 3 }));
const SCALAR = fc.oneof(
  fc.boolean(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.string({ unit: CHARACTER, maxLength: 8 }),
  fc.constant("long ".repeat(9_000)),
);

const JSON_TREE = fc.letrec<{ node: Json; leaf: Json; branch: Json }>((tie) => ({
  node: fc.oneof({ maxDepth: 4 }, tie("leaf"), tie("branch")),
  leaf: fc
    .tuple(SCALAR, fc.option(PRIORITY))
    .map(([value, priority]) =>
      priority === null ? value : { ".value": value, ".priority": priority },
    ),
  branch: fc
    .tuple(fc.array(fc.tuple(KEY, tie("node")), { maxLength: 5 }), fc.option(PRIORITY))
    .map(([children, priority]) =>
      // Unlike an assignment, this treats `__proto__` like any other key.
      Object.fromEntries<Json>([...children, [".priority", priority]]),
    ),
})).node;

export const TREE: fc.Arbitrary<Node> = fc.option(JSON_TREE).map((json) => nodeFromJson(json, 0));
