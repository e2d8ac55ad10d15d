/** Trees and writes for property tests. There are only a few keys, so writes often affect the same keys. */

import type { Write } from "../../src/database/write";
import { nodeFromJson } from "../../src/tree/json";
import type { Json } from "../../src/tree/json";
import type { Node, Scalar } from "../../src/tree/node";
import { CHARACTER } from "../../testing/any-text";
import { fc } from "../../testing/properties";

const PRIORITY = fc.constantFrom<Json[]>(1, 2, -0.5, "p");

/** Returns values of all kinds with and without priorities: scalars, lists, and objects with these keys. */
export function jsonOf(
  key: fc.Arbitrary<string>,
  scalar: fc.Arbitrary<Scalar>,
): fc.Arbitrary<Json> {
  return fc.letrec<{ json: Json; branch: Record<string, Json> }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 3 },
      scalar,
      fc.record({ ".value": scalar, ".priority": PRIORITY }, { noNullPrototype: true }),
      fc.array(tie("json"), { maxLength: 3 }),
      tie("branch"),
      fc
        .tuple(tie("branch"), PRIORITY)
        .map(([children, priority]) => ({ ...children, ".priority": priority })),
    ),
    branch: fc.dictionary(key, tie("json"), { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
  })).json;
}

/** Returns sets, updates and priorities at any depth. */
export function writesOf(key: fc.Arbitrary<string>, json: fc.Arbitrary<Json>): fc.Arbitrary<Write> {
  const path = fc.array(key, { maxLength: 3 });
  const value = fc.oneof({ weight: 3, arbitrary: json }, fc.constant(null));
  const below = fc.oneof(
    key,
    fc.tuple(key, key).map((keys) => keys.join("/")),
    key.map((name) => `${name}/.priority`),
  );
  const children = fc.dictionary(below, value, { maxKeys: 4, noNullPrototype: true });
  return fc.oneof(
    fc.tuple(path, value).map(([at, set]): Write => ({ kind: "set", path: at, value: set })),
    fc
      .tuple(path, fc.option(PRIORITY))
      .map(([at, set]): Write => ({ kind: "set", path: [...at, ".priority"], value: set })),
    fc
      .tuple(path, children)
      .map(([at, set]): Write => ({ kind: "merge", path: at, children: set })),
  );
}

const KEY = fc.constantFrom("a", "b", "0", "1", "2", "01", "-3", "ключ", "__proto__", "toString");
const SCALAR = fc.oneof(
  fc.boolean(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }),
  fc.string({ unit: CHARACTER, maxLength: 8 }),
  // A store writes this text in several parts.
  fc.constant("long ".repeat(9_000)),
);

export const TREE: fc.Arbitrary<Node> = fc
  .option(jsonOf(KEY, SCALAR))
  .map((json) => nodeFromJson(json, 0));
