/** JSON objects, timestamps and signatures of requests. */

import { signBody } from "@greenhouse/domain/identity/signing";
import { fieldOf } from "@greenhouse/domain/stored";
import {
  findRaw,
  parseJsonObject,
  type JsonObject,
} from "../../../../functions/src/request/json-object";
import { checkSignedBody, checkSignature } from "../../../../functions/src/request/signature";
import { parseTimestamp } from "../../../../functions/src/request/timestamp";
import bodies from "../../../cases/hmac.json";
import signatures from "../../../cases/signatures.json";

const NOW = 1_700_000_000_000;

function parse(text: string): JsonObject {
  const parsed = parseJsonObject(text);
  if (!parsed.ok) throw new Error(`refused: ${text}`);
  return parsed.value;
}

describe("a field's value and original characters", () => {
  test.each([
    ["minus zero", '{"t":-0}', -0, "-0"],
    ["a number out of range", '{"t":1e400}', Infinity, "1e400"],
    ["the text between the quotes", '{"t": "17" }', "17", "17"],
    ["escapes as they stand", String.raw`{"t":"1\u0037\\"}`, "17\\", String.raw`1\u0037\\`],
    ["the last, though the values are equal", '{"t":5,"t":5.0}', 5, "5.0"],
    ["a simple value after an object of that name", '{"t":{"t":1},"t":2}', 2, "2"],
    ["not a nested field", '{"a":{"t":1},"t":2,"b":[{"t":3}]}', 2, "2"],
    ["a name written with escapes", String.raw`{"\u0074":3.0}`, 3, "3.0"],
    ["nothing", '{"a":{"t":1}}', undefined, undefined],
    ["not the characters of an object", '{"t":1,"t":{"t":2}}', { t: 2 }, undefined],
  ])("%s", (_name, text, value, raw) => {
    expect([fieldOf(parse(text), "t"), findRaw(text, "t")]).toEqual([value, raw]);
  });

  test("accepts an object nested deeper than the stack, without its fields' characters", () => {
    const deep = '{"a":'.repeat(100_000) + "1" + "}".repeat(100_000);
    const text = `{"timestamp":1,"deep":${deep}}`;
    expect([fieldOf(parse(text), "timestamp"), findRaw(text, "timestamp")]).toEqual([1, undefined]);
  });
});

test.each(
  ["", "{uid: 1}", '{"uid":', "null", '[{"uid":"x"}]', "{}{}"].concat([
    // Not an object even without the NaN.
    "[NaN]",
    '{"a":nano}',
    '{"a":"NaN}',
  ]),
)("refuses %j as not an object", (text) => {
  expect(parseJsonObject(text)).toEqual({ ok: false, refusal: { code: "body-not-an-object" } });
});

test.each([
  [`{"uid":"a","temperature": -nan, "humidity":61}`, "-nan"],
  [`{"uid":"a","temperature":61,"light":Infinity}`, "Infinity"],
  [`{"uid":"a \\"nan\\" b","temperature":-Infinity,"light":nan}`, "-Infinity"],
  [`{"uid":"a","readings":[{"light":inf}]}`, "inf"],
])("refuses %s and names %s", (text, literal) => {
  expect(parseJsonObject(text)).toEqual({ ok: false, refusal: { code: "body-not-json", literal } });
});

test.each([String.raw`"\"`, "nan,", "\\"])(
  "refuses a large body of %s in less than a second",
  (part) => {
    const text = `{${part.repeat(Math.floor(256_000 / part.length))}`;
    const begun = performance.now();
    expect(parseJsonObject(text).ok).toBe(false);
    expect(performance.now() - begun).toBeLessThan(1_000);
  },
);

describe("a timestamp", () => {
  const NUMBER_REQUIRED = {
    ok: false,
    refusal: { code: "field-not-a-number", field: "timestamp" },
  };

  test.each([
    ["1700000000000.6", 1_700_000_000_001],
    ["1700000000.2504", 1_700_000_000_250],
    ['"1.70E+12"', NOW],
    ["99999999999", 99_999_999_999_000],
    ["100000000000", 100_000_000_000],
    ["1700000000000.00000000000000001", NOW],
    [String.raw`"170000000000\u0030"`, NOW],
    ['" 1700000000 "', NOW],
    ['"0001700000000"', 1_700_000_000_000],
    ["-5", -5_000],
    ["null", undefined],
    ['""', undefined],
  ])("%s is %p", (json, ms) => {
    const text = `{"a":{"timestamp":7},"timestamp":${json}}`;
    expect(parseTimestamp(parse(text))).toEqual({ ok: true, value: ms });
  });

  test.each([
    '" "',
    '"2023-11-14T22:13:20Z"',
    '"0x18bcfe56800"',
    "1e400",
    '"17000 00000"',
    "[1700000000000]",
  ])("%s is not a number", (json) => {
    expect(parseTimestamp(parse(`{"timestamp":${json}}`))).toEqual(NUMBER_REQUIRED);
  });

  test.each([
    ["digits, a point, digits and a letter", `${"1".repeat(150_000)}.${"1".repeat(150_000)}x`],
    ["blanks between two digits", `1${" ".repeat(300_000)}1`],
    ["an exponent without an end", `1e${"1".repeat(300_000)}x`],
  ])("of 300,000 characters is parsed in linear time: %s", (_name, timestamp) => {
    // Quadratic time would take minutes, more than the test's time limit.
    expect(parseTimestamp(parse(JSON.stringify({ timestamp })))).toEqual(NUMBER_REQUIRED);
  });
});

const INVALID = { code: "invalid-signature" };

test.each(bodies)("checks a signature over the body: $name", ({ key, body, signature }) => {
  const check = (changes: { signature?: string; body?: string; key?: string } = {}) => {
    const bytes = Buffer.from(changes.body ?? body);
    const signedBody = { signature: changes.signature ?? signature, bytes };
    return checkSignedBody({ signedBody, timeMs: NOW }, changes.key ?? key, NOW);
  };
  expect(signBody(key, body)).toBe(signature);
  expect(check()).toBeUndefined();
  expect(check({ signature: signature.toUpperCase() })).toBeUndefined();
  expect(check({ key: `${key} ` })).toEqual(INVALID);
  expect(check({ body: `${body} ` })).toEqual(INVALID);
});

test.each(signatures)("checks an MD5 signature: $name", ({ apiKey, timestamp, uid, signature }) => {
  const text = `{"timestamp":"${timestamp}"}`;
  const signed = { uid, signature, text, timeMs: NOW };
  expect(checkSignature(signed, apiKey, NOW)).toBeUndefined();
  expect(checkSignature({ ...signed, signature: signature.toUpperCase() }, apiKey, NOW)).toBe(
    undefined,
  );
  expect(checkSignature(signed, `${apiKey} `, NOW)).toEqual(INVALID);
});
