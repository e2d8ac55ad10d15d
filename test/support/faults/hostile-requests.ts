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
  fc.constantFrom("uid", "timestamp", "signature", "apiKey", "temperature", "farmId", "ip"),
  fc.constantFrom("__proto__", "constructor", "toString", ".value", ".sv", "$uid", "a/b", ""),
  fc.string({ unit: CHARACTER, maxLength: 8 }),
);

const NESTED = fc
  .tuple(fc.integer({ min: 1, max: 3_000 }), fc.constantFrom("[", '{"a":', '{"__proto__":'))
  .map(([depth, open]) => open.repeat(depth) + "0" + (open === "[" ? "]" : "}").repeat(depth));

/** JSON text: valid values, numbers and strings at and beyond every limit, and anything else. */
const VALUE = fc.oneof(
  fc
    .constantFrom("uid", "timestamp", "signature", "farmId", "sensorKey", "farmKey", "wrongKey")
    .map((name) => `"$${name}"`),
  fc.constantFrom("0", "-0", "1e400", "5e-324", "9007199254740993", "99999999999", "1.70e12"),
  fc.integer({ min: 1, max: 500 }).map((digits) => "9".repeat(digits)),
  fc.constantFrom('"\\ud800"', '"\\u0000"', '"../../farms"', '"$uid/.."', '"NaN"', '"10.0.0.01"'),
  fc.integer({ min: 1, max: 2_000 }).map((length) => JSON.stringify("ä".repeat(length))),
  NESTED,
  fc.json({ stringUnit: CHARACTER, maxDepth: 3 }),
);

type Field = readonly [name: string, value: string];

/** Writes an object as text, so that names may come twice. */
function objectOf(fields: readonly Field[]): string {
  return `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`;
}

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

const FIELDS = fc.array(fc.tuple(NAME, VALUE), { maxLength: 10 });
const SPOILT = fc
  .tuple(fc.constantFrom(...COMPLETE), FIELDS)
  .map(([whole, more]) => objectOf([...more, ...whole]));

const BODY = fc.oneof(
  { weight: 4, arbitrary: SPOILT },
  { weight: 3, arbitrary: FIELDS.map(objectOf) },
  NESTED,
  fc.string({ unit: CHARACTER, maxLength: 100 }),
  fc.uint8Array({ maxLength: 200 }),
  fc.integer({ min: 16_000, max: 17_000 }).map((length) => `{"uid":"${"x".repeat(length)}"}`),
);

const HEADER_VALUE = fc.oneof(
  fc.constantFrom("application/json; charset=latin1", "text/html; charset=nonsense", "gzip", ""),
  fc.string({
    unit: fc.integer({ min: 0xa1, max: 0xff }).map((code) => String.fromCharCode(code)),
  }),
);
const HEADERS = fc.dictionary(
  fc.constantFrom("Content-Type", "Content-Encoding", "Idempotency-Key", "X-Forwarded-For"),
  HEADER_VALUE,
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

/** A request for each status, and secrets in place of names, so that every run has them. */
export const CORNERS: readonly HostileRequest[] = [
  ...COMPLETE.map((fields) => cornerOf(objectOf(fields))),
  cornerOf('{"uid":"$uid","timestamp":"$timestamp","signature":"$wrongKey"}'),
  cornerOf('{"uid":"$sensorKey","apiKey":"$sensorKey"}'),
  cornerOf('{"farmId":"$farmKey","apiKey":"$wrongKey","ip":"$farmKey"}'),
  cornerOf(`{"uid":"${"x".repeat(17_000)}"}`),
  cornerOf("{}"),
  { ...cornerOf("{}"), method: "GET" },
];

function cornerOf(body: string): HostileRequest {
  const operation = body.includes("farmId") ? "reportIp" : "sensorData";
  return { operation, method: "POST", headers: {}, body };
}
