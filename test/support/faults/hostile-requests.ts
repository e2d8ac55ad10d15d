/**
 * Generates requests that no device would send: from bodies, headers and methods of random bytes to
 * readings with a single mistake. Valid values have names, such as $uid, which are replaced when a
 * case is sent.
 */

import fc from "fast-check";
import { METHODS } from "node:http";
import { CHARACTER } from "rtdb-emulator/testing/any-text";

export interface HostileRequest {
  readonly operation: "sensorData" | "reportIp";
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** Names with a meaning for JavaScript, the database or this service. */
const NAME = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom("uid", "timestamp", "signature", "apiKey") },
  fc.constantFrom("temperature", "humidity", "light", "battery", "farmId", "ip", "updatedAt"),
  fc.constantFrom("__proto__", "constructor", "prototype", "toString", "hasOwnProperty"),
  fc.constantFrom(".value", ".priority", ".sv", "$uid", "a/b", "", "current", "history"),
  fc.string({ unit: CHARACTER, maxLength: 8 }),
);

/** JSON text of numbers at and beyond every limit. */
const NUMBER = fc.oneof(
  fc.constantFrom("0", "-0", "1e400", "-1e400", "1e308", "5e-324", "1E+2", "9007199254740993"),
  fc.constantFrom("1700000000", "99999999999", "100000000000", "253402300800000", "1.70e12"),
  fc.integer({ min: 1, max: 500 }).map((digits) => "9".repeat(digits)),
  fc.double().map((number) => JSON.stringify(number)),
);

/**
 * JSON text of strings: every plane of Unicode, halves of characters, and the characters of paths
 * and queries.
 */
const TEXT = fc.oneof(
  fc.string({ unit: CHARACTER, maxLength: 40 }).map((text) => JSON.stringify(text)),
  fc.string({ unit: "grapheme", maxLength: 10 }).map((text) => JSON.stringify(text)),
  fc.constantFrom('"\\ud800"', '"\\u0000"', '"../../farms"', '"temperature"', '"\\udfff\\ud800"'),
  fc.constantFrom('"$uid/.."', '"#"', '"1e999"', '"NaN"', '"0x10"', '" "', '"10.0.0.01"'),
  fc.integer({ min: 1, max: 2_000 }).map((length) => JSON.stringify("ä".repeat(length))),
);

const NESTED = fc
  .tuple(fc.integer({ min: 1, max: 3_000 }), fc.constantFrom("[", '{"a":', '{"__proto__":'))
  .map(([depth, open]) => open.repeat(depth) + "0" + (open === "[" ? "]" : "}").repeat(depth));

const RIGHT = fc.constantFrom(
  ...["$uid", "$timestamp", "$signature", "$farmId"].map((name) => `"${name}"`),
  ...["$sensorKey", "$farmKey", "$wrongKey", "$shortKey"].map((name) => `"${name}"`),
);

const VALUE = fc.oneof(
  { weight: 3, arbitrary: RIGHT },
  { weight: 3, arbitrary: NUMBER },
  { weight: 3, arbitrary: TEXT },
  NESTED,
  fc.constantFrom("null", "true", "false", "[]", "{}", '"10.0.0.1"'),
  fc.json({ stringUnit: CHARACTER, maxDepth: 3 }),
);

type Field = readonly [name: string, value: string];

/** Writes an object as text, so that names may come twice. */
function objectOf(fields: readonly Field[]): string {
  return `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`;
}

const FIELDS = fc.array(fc.tuple(NAME, VALUE), { maxLength: 10 });

/**
 * Readings that are accepted unless something else is wrong, and some that only have a wrong key.
 */
const COMPLETE: readonly (readonly Field[])[] = [
  [
    ["uid", '"$uid"'],
    ["timestamp", '"$timestamp"'],
    ["signature", '"$signature"'],
    ["temperature", "1.5"],
  ],
  [
    ["uid", '"$uid"'],
    ["apiKey", '"$sensorKey"'],
    ["humidity", "50"],
  ],
  [
    ["uid", '"$uid"'],
    ["apiKey", '"$wrongKey"'],
    ["light", "7"],
  ],
  [
    ["farmId", '"$farmId"'],
    ["apiKey", '"$farmKey"'],
    ["ip", '"10.0.0.1"'],
  ],
];

const SPOILT = fc
  .tuple(
    fc.constantFrom(...COMPLETE),
    fc.array(fc.tuple(NAME, VALUE), { maxLength: 3 }),
    fc.boolean(),
  )
  .map(([whole, more, isBefore]) => objectOf(isBefore ? [...more, ...whole] : [...whole, ...more]));

const BODY = fc.oneof(
  { weight: 4, arbitrary: SPOILT },
  { weight: 3, arbitrary: FIELDS.map(objectOf) },
  fc.json({ stringUnit: CHARACTER }),
  NESTED,
  fc.string({ unit: CHARACTER, maxLength: 100 }),
  fc.uint8Array({ maxLength: 200 }),
  fc.integer({ min: 16_000, max: 17_000 }).map((length) => `{"uid":"${"x".repeat(length)}"}`),
);

const CONTENT_TYPE = fc.constantFrom(
  undefined,
  undefined,
  "application/json",
  "application/json; charset=utf-8",
  "application/json; charset=latin1",
  "application/x-www-form-urlencoded",
  "text/plain",
  "text/html; charset=nonsense",
  "multipart/form-data; boundary=x",
  "",
);

const HEADER_VALUE = fc
  .string({ unit: fc.integer({ min: 0x21, max: 0xff }).map((code) => String.fromCharCode(code)) })
  .map((text) => text.replaceAll("\u007f", ""));

const HEADERS = fc
  .record(
    {
      "Content-Type": CONTENT_TYPE,
      "Idempotency-Key": HEADER_VALUE,
      "X-Forwarded-For": fc.oneof(HEADER_VALUE, fc.ipV4(), fc.ipV6()),
      Authorization: HEADER_VALUE,
      Origin: HEADER_VALUE,
      "Content-Encoding": fc.constantFrom("identity", "gzip", "br", "nonsense"),
      "X-Http-Method-Override": fc.constantFrom("GET", "DELETE"),
      Traceparent: HEADER_VALUE,
    },
    { requiredKeys: [] },
  )
  .map((headers) =>
    Object.fromEntries(
      Object.entries(headers).filter((header): header is [string, string] => {
        return header[1] !== undefined;
      }),
    ),
  );

const METHOD = fc.oneof(
  { weight: 12, arbitrary: fc.constant("POST") },
  // CONNECT asks a proxy for something else and never reaches a handler.
  fc.constantFrom(...METHODS.filter((method) => method !== "CONNECT")),
);

export const HOSTILE_REQUEST: fc.Arbitrary<HostileRequest> = fc.record({
  operation: fc.constantFrom("sensorData", "sensorData", "reportIp"),
  method: METHOD,
  headers: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, HEADERS),
  body: BODY,
});

/** A request for each status, and each secret in place of a name, so that every run has them. */
export const CORNERS: readonly HostileRequest[] = [
  ...COMPLETE.map((fields) => cornerOf(objectOf(fields))),
  cornerOf('{"uid":"$uid","timestamp":"$timestamp","signature":"$wrongKey"}'),
  cornerOf('{"uid":"nobody","apiKey":"$sensorKey"}'),
  cornerOf(`{"uid":"${"x".repeat(17_000)}"}`),
  cornerOf("{}"),
  { ...cornerOf("{}"), method: "GET" },
  ...["$sensorKey", "$farmKey", "$wrongKey", "$shortKey", "$signature"].flatMap((secret) => [
    cornerOf(`{"uid":"${secret}","apiKey":"$sensorKey"}`),
    cornerOf(`{"uid":"${secret}","timestamp":1,"signature":"${secret}"}`),
    cornerOf(`{"farmId":"${secret}","apiKey":"${secret}","ip":"${secret}"}`),
  ]),
];

function cornerOf(body: string): HostileRequest {
  const operation = body.includes("farmId") ? "reportIp" : "sensorData";
  return { operation, method: "POST", headers: {}, body };
}
