import { type Json, jsonProblem, nodeFromJson, nodeToJson } from "../../../src/tree/json";
import { fc } from "../../../testing/properties";

const NOW = 1_700_000_000_000;

function roundTrip(json: Json, withPriorities = false): Json {
  expect(jsonProblem(json)).toBeUndefined();
  return nodeToJson(nodeFromJson(json, NOW), withPriorities);
}

describe("JSON in and out of the tree", () => {
  it.each<[string, Json, Json]>([
    ["null", null, null],
    ["an object", { b: 1, a: { c: true } }, { a: { c: true }, b: 1 }],
    ["an empty object", {}, null],
    ["children without content", { a: {}, b: { c: null } }, null],
    ["a list", ["a", "b"], ["a", "b"]],
    ["a list with gaps", ["a", null, "c"], ["a", null, "c"]],
    ["an object like a list", { 0: "a", 1: "b", 2: "c" }, ["a", "b", "c"]],
    ["a list with half of its items", { 1: "a" }, [null, "a"]],
    ["a list with fewer than half of its items", { 2: "a" }, { 2: "a" }],
    ["a key with a leading zero", { "00": "a" }, { "00": "a" }],
    ["a negative key", { "-1": "a" }, { "-1": "a" }],
    ["a leaf with its value", { ".value": 5 }, 5],
  ])("accepts %s", (_, json, expected) => {
    expect(roundTrip(json)).toEqual(expected);
  });

  it("keeps priorities, and shows them on request", () => {
    const json = { a: { ".value": 1, ".priority": "x" }, b: { c: 2, ".priority": 7 } };
    expect(roundTrip(json, true)).toEqual(json);
    expect(roundTrip(json)).toEqual({ a: 1, b: { c: 2 } });
  });

  it("treats __proto__ like any other key", () => {
    const json = JSON.parse('{"__proto__": {"polluted": true}, "a": 1}') as Json;
    const out = roundTrip(json) as Record<string, unknown>;
    expect(Object.keys(out).sort()).toEqual(["__proto__", "a"]);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it("returns any JSON object with valid keys that is not a list", () => {
    const key = fc.stringMatching(/^[a-z][a-zA-Z0-9_-]{0,8}$/);
    const scalar = fc.oneof(
      fc.boolean(),
      fc.string(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    );
    const { tree } = fc.letrec<{ tree: Json }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        scalar,
        fc.dictionary(key, tie("tree"), { minKeys: 1, maxKeys: 5, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(tree, (json) => {
        // In JSON, -0 is 0.
        expect(JSON.stringify(sorted(roundTrip(json)))).toBe(JSON.stringify(sorted(json)));
      }),
    );
  });
});

function sorted(json: Json): Json {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return json;
  const object = json as Readonly<Record<string, Json>>;
  const keys = Object.keys(object).sort();
  return Object.fromEntries(keys.map((key) => [key, sorted(object[key] ?? null)]));
}
