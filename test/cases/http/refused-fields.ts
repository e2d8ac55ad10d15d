/** Requests that are refused because of their fields: uids, types, and bodies that are not objects. */

import {
  BAD_TIMESTAMP,
  KEYED,
  NO_OBJECT,
  NO_UID,
  SIGNED,
  UNKNOWN,
  UNLINKED,
  WRONG,
} from "./refusal";
import type { RefusalCase } from "./refusal";

const UIDS: readonly RefusalCase[] = [
  { name: "no fields", body: "{}", ...NO_UID },
  { name: "no uid, signed", body: `{"timestamp":$ms,"signature":"$signature"}`, ...NO_UID },
  { name: "no uid, key in the body", body: `{"apiKey":"$sensorKey","light":1}`, ...NO_UID },
  { name: "an empty uid", body: `{"uid":"","apiKey":"$sensorKey"}`, ...NO_UID },
  { name: "a null uid", body: `{"uid":null,"apiKey":"$sensorKey"}`, ...NO_UID },
  {
    name: "a uid in a prototype is ignored",
    body: `{"__proto__":{"uid":"$uid"},"apiKey":"$sensorKey"}`,
    ...NO_UID,
  },
  { name: "not registered, signed", sensor: "unregistered", body: `{${SIGNED}}`, ...UNKNOWN },
  {
    name: "not registered, key in the body",
    sensor: "unregistered",
    body: `{${KEYED}}`,
    ...UNKNOWN,
  },
  {
    name: "not registered, no credential",
    sensor: "unregistered",
    body: `{"uid":"$uid"}`,
    ...UNKNOWN,
  },
  { name: "not linked, signed", sensor: "unlinked", body: `{${SIGNED}}`, ...UNLINKED },
  { name: "not linked, key in the body", sensor: "unlinked", body: `{${KEYED}}`, ...UNLINKED },
  { name: "not linked, no credential", sensor: "unlinked", body: `{"uid":"$uid"}`, ...UNLINKED },
];

const IMPOSSIBLE_UIDS: readonly RefusalCase[] = [
  ["a dot", "a.b"],
  ["a number sign", "a#b"],
  ["a dollar sign", "a$b"],
  ["an opening bracket", "a[b"],
  ["a closing bracket", "a]b"],
  ["a slash", "a/b"],
  ["a path to elsewhere", "x/../farms"],
  ["a path to a key", "../farms/f/apiKey"],
  ["a dot alone", "."],
  ["a slash alone", "/"],
  ["a line feed", "a\nb"],
  ["a zero character", "a\0b"],
  ["a delete character", "a\x7fb"],
  ["769 bytes", "a".repeat(769)],
  ["769 bytes of few characters", "€".repeat(256) + "a"],
  ["10,000 bytes", "a".repeat(10_000)],
].flatMap(([name = "", uid = ""]) => {
  // Without a dollar sign, which would start a placeholder.
  const text = JSON.stringify(uid).replaceAll("$", "\\u0024");
  const answer = {
    status: 404,
    code: "sensor-not-found",
    error: `Sensor UID not found: ${uid}`,
  } as const;
  const credentials = `"timestamp":$ms,"signature":"${WRONG}"`;
  return [
    { name: `a uid with ${name}, signed`, body: `{"uid":${text},${credentials}}`, ...answer },
    { name: `a uid with ${name}, key`, body: `{"uid":${text},"apiKey":"$sensorKey"}`, ...answer },
  ];
});

const TYPES: readonly RefusalCase[] = [
  ...["temperature", "humidity", "light", "battery"].flatMap((field) =>
    [`"21"`, `"warm"`, "true", "false", "{}", "[]", "[1]", "1e400", "-1e400"].map((value) => ({
      name: `signed: ${field} that is ${value}`,
      body: `{${SIGNED},"${field}":${value}}`,
      status: 400 as const,
      code: "field-not-a-number" as const,
      error: `Invalid field: ${field} must be a number.`,
    })),
  ),
  ...["temperature", "humidity", "light"].flatMap((field) =>
    [`"21"`, "true", `{"a":1}`, "1e400"].map((value) => ({
      name: `key in the body: ${field} that is ${value}`,
      body: `{${KEYED},"${field}":${value}}`,
      status: 400 as const,
      code: "field-not-a-number" as const,
      error: `Invalid field: ${field} must be a number.`,
    })),
  ),
  ...["5", "true", "{}", `["a"]`].flatMap((value) => [
    {
      name: `a uid that is ${value}`,
      body: `{"uid":${value},"apiKey":"$sensorKey"}`,
      status: 400 as const,
      code: "field-not-a-string" as const,
      error: "Invalid field: uid must be a string.",
    },
    {
      name: `an apiKey that is ${value}`,
      body: `{"uid":"$uid","apiKey":${value}}`,
      status: 400 as const,
      code: "field-not-a-string" as const,
      error: "Invalid field: apiKey must be a string.",
    },
    {
      name: `a signature that is ${value}`,
      body: `{"uid":"$uid","timestamp":$ms,"signature":${value}}`,
      status: 400 as const,
      code: "field-not-a-string" as const,
      error: "Invalid field: signature must be a string.",
    },
  ]),
  {
    name: "an apiKey that is a number, next to a signature",
    body: `{${SIGNED},"apiKey":5}`,
    status: 400,
    code: "field-not-a-string",
    error: "Invalid field: apiKey must be a string.",
  },
  ...[
    `"now"`,
    `"2023-11-14T22:13:20Z"`,
    `"0x18bcfe56800"`,
    `"Infinity"`,
    `"NaN"`,
    `"1e400"`,
    "1e400",
    "true",
    "{}",
    "[$ms]",
    `"   "`,
  ].map((value) => ({
    name: `a timestamp that is ${value}`,
    body: `{"uid":"$uid","timestamp":${value},"signature":"$signature"}`,
    ...BAD_TIMESTAMP,
  })),
  {
    name: "a timestamp that is a word, without a credential",
    body: `{"uid":"$uid","timestamp":"now"}`,
    ...BAD_TIMESTAMP,
  },
];

const BODIES: readonly RefusalCase[] = [
  { name: "a body that is a list", body: "[]", ...NO_OBJECT },
  { name: "a body that is a list with a reading", body: `[{${SIGNED}}]`, ...NO_OBJECT },
];

export const REFUSED_FIELDS: readonly RefusalCase[] = [
  ...UIDS,
  ...IMPOSSIBLE_UIDS,
  ...TYPES,
  ...BODIES,
];
