import { fieldOf } from "@greenhouse/domain/stored";
import {
  findRaw,
  parseJsonObject,
  type JsonObject,
} from "../../../../functions/src/request/json-object";
import { NOT_JSON_NUMBERS } from "../../../cases/http/content";

function parse(text: string): JsonObject {
  const parsed = parseJsonObject(text);
  if (!parsed.ok) throw new Error(`refused: ${text}`);
  return parsed.value;
}

describe("a field's value and original characters", () => {
  test.each([
    ["a number's own token", '{"t": 1.70e12}', 1.7e12, "1.70e12"],
    ["minus zero", '{"t":-0}', -0, "-0"],
    ["a number out of range", '{"t":1e400}', Infinity, "1e400"],
    ["the text between the quotes", '{"t": "17" }', "17", "17"],
    ["escapes as they stand", String.raw`{"t":"1\u0037\\"}`, "17\\", String.raw`1\u0037\\`],
    ["empty text", '{"t":""}', "", ""],
    ["the last of a repeated name", '{"t":1,"t":"2"}', "2", "2"],
    ["the last, though the values are equal", '{"t":5,"t":5.0}', 5, "5.0"],
    ["a simple value after an object of that name", '{"t":{"t":1},"t":2}', 2, "2"],
    ["not a nested field before it", '{"a":{"t":1},"t":2}', 2, "2"],
    ["not a nested field after it", '{"t":2,"a":[{"t":1}]}', 2, "2"],
    ["a name written with escapes", String.raw`{"\u0074":3.0}`, 3, "3.0"],
    ["nothing", '{"a":{"t":1}}', undefined, undefined],
  ])("%s", (_name, text, value, raw) => {
    expect([fieldOf(parse(text), "t"), findRaw(text, "t")]).toEqual([value, raw]);
  });

  test("does not return characters of an object", () => {
    const text = '{"t":1,"t":{"t":2}}';
    expect([fieldOf(parse(text), "t"), findRaw(text, "t")]).toEqual([{ t: 2 }, undefined]);
  });

  test("treats names of Object.prototype like other names", () => {
    const body = parse('{"__proto__":{"uid":"x"},"constructor":1}');
    expect(fieldOf(body, "uid")).toBeUndefined();
    expect(fieldOf(body, "toString")).toBeUndefined();
    expect(fieldOf(body, "__proto__")).toEqual({ uid: "x" });
    expect(fieldOf(body, "constructor")).toBe(1);
  });
});

test.each([
  ["nothing", ""],
  ["blanks", "  \n"],
  ["not JSON", "{uid: 1}"],
  ["half an object", '{"uid":'],
  ["null", "null"],
  ["a number", "5"],
  ["text", '"uid"'],
  ["an array", '[{"uid":"x"}]'],
  ["two objects", "{}{}"],
])("refuses %s as not an object", (_name, text) => {
  expect(parseJsonObject(text)).toEqual({ ok: false, refusal: { code: "body-not-an-object" } });
});

test.each(NOT_JSON_NUMBERS)("refuses %s and names %s", (text, literal) => {
  expect(parseJsonObject(text)).toEqual({ ok: false, refusal: { code: "body-not-json", literal } });
});

test.each([
  "NaN",
  "[NaN]",
  '{"a":NaN',
  '{"a":NaN,}',
  '{"a":nano}',
  "<a>nan</a>",
  '{"a":"NaN}',
  '{"a":x.nan}',
])("refuses %s, which is not an object even without the NaN", (text) => {
  expect(parseJsonObject(text)).toEqual({ ok: false, refusal: { code: "body-not-an-object" } });
});

test.each([String.raw`"\"`, "nan,", '"', "\\", "-+nan "])(
  "refuses a large body of %s in less than a second",
  (part) => {
    const text = `{${part.repeat(Math.floor(256_000 / part.length))}`;
    const begun = performance.now();
    expect(parseJsonObject(text).ok).toBe(false);
    expect(performance.now() - begun).toBeLessThan(1_000);
  },
);

test("accepts an object nested deeper than the stack, without its fields' characters", () => {
  const deep = '{"a":'.repeat(100_000) + "1" + "}".repeat(100_000);
  const text = `{"timestamp":1,"deep":${deep}}`;
  expect([fieldOf(parse(text), "timestamp"), findRaw(text, "timestamp")]).toEqual([1, undefined]);
});
