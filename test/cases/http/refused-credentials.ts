/** Requests that are refused because of a key, a signature or a time. */

import { BAD_KEY, BAD_SIGNATURE, SIGNED, STALE, WRONG } from "./refusal";
import type { RefusalCase } from "./refusal";

const SIGNATURES: readonly RefusalCase[] = (
  [
    ["a wrong signature", `"timestamp":$ms,"signature":"${WRONG}"`],
    ["a signature with more characters after it", `"timestamp":$ms,"signature":"$signature0"`],
    ["a signature that is not a hexadecimal text", `"timestamp":$ms,"signature":"日本"`],
    [
      "a wrong signature next to the right key",
      `"timestamp":$ms,"signature":"${WRONG}","apiKey":"$sensorKey"`,
    ],
    ["no credential and no timestamp", `"light":1`],
    ["an empty signature and no key", `"timestamp":$ms,"signature":""`],
    ["an empty key and no signature", `"apiKey":""`],
  ] as const
).map(([name, fields]) => ({ name, body: `{"uid":"$uid",${fields}}`, ...BAD_SIGNATURE }));

/** Signatures over another text, or with another key. */
const SIGNED_TEXTS: readonly RefusalCase[] = [
  {
    name: "a signature over seconds instead of the sent milliseconds",
    body: `{${SIGNED}}`,
    signs: "$s",
  },
  {
    name: "a signature over the number without the text's blanks",
    body: `{"uid":"$uid","timestamp":" $s ","signature":"$signature"}`,
    signs: "$s",
  },
  {
    name: "a signature over the number without its trailing zeros",
    body: `{"uid":"$uid","timestamp":$ms.0,"signature":"$signature"}`,
  },
  { name: "a signature with the sensors' key", body: `{${SIGNED}}`, signsWith: "$sensorKey" },
  ...["", "undefined", "null"].map((key) => ({
    name: `the key "${key}" for a farm without a key`,
    sensor: "of a farm without a key" as const,
    body: `{${SIGNED}}`,
    signsWith: key,
  })),
].map((refused) => ({ ...refused, ...BAD_SIGNATURE }));

const KEYS: readonly RefusalCase[] = (
  [
    ["the farm's key instead of the sensors' key", "$farmKey"],
    ["a key with a blank after it", "$sensorKey "],
    ["a key with letters outside ASCII", "ключ"],
  ] as const
).map(([name, key]) => ({ name, body: `{"uid":"$uid","apiKey":"${key}"}`, ...BAD_KEY }));

const TIMES: readonly RefusalCase[] = [
  ["five minutes ago and a bit", "$ms{-301000}"],
  ["five minutes ahead and a bit", "$ms{+310000}"],
  ["in seconds, five minutes ago and a bit", "$s{-302}"],
  ["negative", "-5"],
  ["far ahead", "9e99"],
].map(([name = "", signs = ""]) => ({
  name: `a timestamp: ${name}`,
  body: `{"uid":"$uid","timestamp":${signs},"signature":"$signature","light":1}`,
  signs,
  ...STALE,
}));

export const REFUSED_CREDENTIALS: readonly RefusalCase[] = [
  ...SIGNATURES,
  ...SIGNED_TEXTS,
  ...KEYS,
  ...TIMES,
];
