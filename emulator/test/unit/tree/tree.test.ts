import { type Children, ChildrenEditor } from "../../../src/tree/children";
import { hashOf } from "../../../src/tree/hash";
import { type Json, nodeFromJson, nodeToJson } from "../../../src/tree/json";
import { parseJson, readJson, stringifyJson } from "../../../src/tree/json-text";
import { withNodeAt } from "../../../src/tree/node";
import { compareKeys, MAX_KEY, MIN_KEY } from "../../../src/tree/order";
import { createPushIds } from "../../../src/tree/push-id";
import { fc, timesUsual } from "../../../testing/properties";
import { TREE } from "../../support/trees";

describe("the order of keys", () => {
  // Source: https://firebase.google.com/docs/database/web/lists-of-data#orderbykey and the public SDK's nameCompare.
  const KEYS =
    "-2147483648 -1 -01 0 00 1 01 2 10 2147483647 -2147483649 -Nabc 1.5 1a 2147483648 99999999999 A _ a aa b é 日 😀";
  const ORDERED = [MIN_KEY, ...KEYS.split(" "), MAX_KEY];

  it("puts 32-bit integers first, by value, then text", () => {
    const shuffled = [...ORDERED].reverse();
    expect(shuffled.sort(compareKeys)).toEqual(ORDERED);
  });
});

describe("the text of JSON", () => {
  it.each([
    "9007199254740993",
    "-9223372036854775808",
    '{"a":[1,9223372036854775807,{"b":"1","c":-9007199254740993}],"__proto__":9007199254740993}',
    '[0.30000000000000004,"12345678901234567","\\"12345678901234567,",9007199254740993]',
  ])("keeps the digits of %s", (text) => {
    expect(stringifyJson(readJson(text))).toBe(text);
    expect(stringifyJson(readJson(` \n${text}`))).toBe(text);
  });

  it.each([
    ["no escapes", "x".repeat(9_000_000)],
    ["quotation marks and backslashes", '\\"\\\\'.repeat(1_000_000)],
  ])("has a long integer beside a long string with %s", (_, characters) => {
    const text = `[9007199254740993,"${characters}",9007199254740993]`;
    const [first, string, last] = readJson(text) as unknown as readonly unknown[];
    expect([first, last]).toEqual([9_007_199_254_740_993n, 9_007_199_254_740_993n]);
    expect(JSON.stringify(string) === `"${characters}"`).toBe(true);
  });

  it.each([
    ["9007199254740991", 9_007_199_254_740_991],
    ["9223372036854775808", 2 ** 63],
    ["-1234567890123456789.0", Number("-1234567890123456789")],
    ["1234567890123456789e2", Number("123456789012345678900")],
    ["1e-1234567890123456", 0],
  ])("with %s has a double", (text, number) => {
    expect(readJson(`[${text}]`)).toEqual([number]);
  });

  it.each(["{1234567890123456789:1}", "01234567890123456789", "1234567890123456789 1"])(
    "cannot be %s",
    (text) => {
      expect(parseJson(text)).toBe(undefined);
    },
  );

  it("is the same after reading, wherever its integers are", () => {
    const value = fc.jsonValue({ maxDepth: 3 }).map((json) => JSON.stringify(json));
    const long = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String);
    const text = fc.array(fc.oneof(value, long)).map((members) => `[${members.join(",")}]`);
    fc.assert(
      fc.property(text, (json) => {
        const once = stringifyJson(readJson(json));
        expect(JSON.parse(once)).toEqual(JSON.parse(json));
        expect(stringifyJson(readJson(once))).toBe(once);
      }),
    );
  });
});

function hash(json: Json): string {
  return hashOf(nodeFromJson(json, 0));
}

// Source: the public client SDK, packages/database/src/core/snap (LeafNode.hash, ChildrenNode.hash).
describe("the hash of a node", () => {
  // Clients get JSON, where -0 is 0. The SDK's own hashes are compared in e2e/web-sdk.test.ts.
  it("is the same for 0 and -0", () => {
    expect(hash(-0)).toBe(hash(0));
  });

  // As in LongNode of the SDKs for Java.
  it("of a 64-bit integer is that of its double", () => {
    expect(hash(9_007_199_254_740_993n)).toBe(hash(9_007_199_254_740_992));
  });

  it("after a write equals the hash of a new tree", () => {
    const path = fc.array(fc.constantFrom("a", "b", "0", ".priority"), { maxLength: 3 });
    fc.assert(
      fc.property(TREE, path, TREE, (before, at, part) => {
        const end = at.indexOf(".priority");
        hashOf(before);
        const after =
          end === -1 ? withNodeAt(before, at, part) : withNodeAt(before, at.slice(0, end + 1), 7);
        expect(hashOf(after)).toBe(hash(nodeToJson(after, true)));
      }),
    );
  });
});

describe("push ids", () => {
  it("have 20 characters and sort by time, then by creation", () => {
    const pushId = createPushIds(Math.random);
    const times = [0, 1, 1, 1, 64, 4096, 1_700_000_000_000, 1_700_000_000_000, 2 ** 48 - 1];
    const ids = times.map((time) => pushId(time));
    expect(ids.every((id) => /^[-0-9A-Z_a-z]{20}$/.test(id))).toBe(true);
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("carry over when the last random character is the last of the alphabet", () => {
    const pushId = createPushIds(() => 0.999);
    expect(pushId(0)).toBe("--------zzzzzzzzzzzz");
    const draws = [...Array<number>(11).fill(0), 0.999][Symbol.iterator]();
    const next = createPushIds(() => draws.next().value ?? 0);
    expect(next(0)).toBe("-------------------z");
    expect(next(0)).toBe("------------------0-");
  });
});

/** A few keys of every kind in the order, so that keys are often set again and removed. */
const KEY = fc.oneof(
  fc.integer({ min: -3, max: 60 }).map(String),
  fc.constantFrom("a", "b", "-a", "01", "zz", "__proto__", "é"),
);
const EDITS = fc.array(fc.tuple(KEY, fc.option(fc.integer(), { nil: undefined })), {
  maxLength: 90,
});

function entriesOf(model: ReadonlyMap<string, number>): [string, number][] {
  return [...model].sort(([a], [b]) => compareKeys(a, b));
}

function expectSame(children: Children<number>, model: ReadonlyMap<string, number>, from: string) {
  const entries = entriesOf(model);
  expect(children.size).toBe(entries.length);
  expect([...children.entries()]).toEqual(entries);
  expect([...children.keys()]).toEqual(entries.map(([key]) => key));
  expect(children.maxKey()).toBe(entries.at(-1)?.[0]);
  expect([...children.entries(from)]).toEqual(
    entries.filter(([key]) => compareKeys(key, from) >= 0),
  );
  expect([...children.entriesReversed(from)]).toEqual(
    entries.filter(([key]) => compareKeys(key, from) <= 0).reverse(),
  );
  expect([...children.entriesReversed()]).toEqual(entries.reverse());
  for (const [key, value] of model) expect(children.get(key)).toBe(value);
  expect(children.get("absent")).toBeUndefined();
}

test("children equal a sorted map, and an edit does not change earlier children", () => {
  fc.assert(
    fc.property(fc.array(EDITS, { maxLength: 4 }), KEY, (rounds, from) => {
      let children = new ChildrenEditor<number>().build();
      let model = new Map<string, number>();
      for (const edits of rounds) {
        const [earlier, earlierModel] = [children, model];
        model = new Map(model);
        const editor = children.edit();
        for (const [key, value] of edits) {
          expect(editor.get(key)).toBe(model.get(key));
          editor.set(key, value);
          if (value === undefined) model.delete(key);
          else model.set(key, value);
        }
        children = editor.build();
        expectSame(children, model, from);
        expectSame(earlier, earlierModel, from);
      }
    }),
    timesUsual(0.5),
  );
});
