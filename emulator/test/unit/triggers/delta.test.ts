import { join } from "node:path";
import { deltaOf, isSameValue, valueOf } from "../../../src/triggers/delta";
import { type Json, nodeFromJson } from "../../../src/tree/json";
import { Branch, withNodeAt } from "../../../src/tree/node";
import { packageFolder } from "../../support/packages";
import { fc } from "../../../testing/properties";
import { apply, JSON_VALUE, WRITE } from "../../support/trigger-writes";

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
  ["a creation", null, { a: { b: 1 } }, { a: { b: 1 } }],
  ["only changed keys", { a: 1, b: 2, c: 3 }, { a: 1, b: 4, d: 5 }, { b: 4, d: 5, c: null }],
  ["keys of keys", { a: { b: 1, c: 1 }, d: 1 }, { a: { b: 2, c: 1 }, d: 1 }, { a: { b: 2 } }],
  ["a list, as an object", ["x", "y"], ["x", "z"], { "1": "z" }],
  ["a new list, as an object", null, { l: ["x", "y"] }, { l: { "0": "x", "1": "y" } }],
  ["a shorter list", ["x", "y"], ["x"], { "1": null }],
  ["a value without its priority", { a: 1 }, { a: 2, ".priority": 1 }, { a: 2 }],
])("names %s", (_, before, after, delta) => {
  expect(deltaOf(node(before), node(after))).toEqual(delta);
});

it("names unchanged keys that every object inherits", () => {
  expect(deltaOf(node({ toString: 1, a: 1 }), node({ toString: 1, a: 2 }))).toEqual({
    toString: 1,
    a: 2,
  });
});

it("a priority is not a change", () => {
  const plain = node({ a: 1, b: { c: 1 } });
  const prioritized = node({
    a: { ".value": 1, ".priority": 1 },
    b: { c: 1, ".priority": "x" },
    ".priority": 2,
  });
  expect(isSameValue(plain, prioritized)).toBe(true);
});

it("does not walk shared parts of two values", () => {
  const shared = node({ a: 1 });
  if (!(shared instanceof Branch)) throw new Error("not a branch");
  const children = new Proxy(shared.children, {
    get: () => {
      throw new Error("walked");
    },
  });
  const big = new Branch(children, null, 0);
  const [before, after] = [1, 2].map((n) => withNodeAt(node({ n }), ["big"], big));
  expect(deltaOf(before ?? null, after ?? null)).toEqual({ n: 2 });
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
    { numRuns: 500 },
  );
});
