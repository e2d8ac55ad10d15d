/** Requests that are refused because of a key, a signature or a time. */

import { BAD_KEY, BAD_SIGNATURE, SIGNED, STALE, WRONG } from "./refusal";
import type { RefusalCase } from "./refusal";

const CREDENTIALS: readonly RefusalCase[] = [
  {
    name: "a wrong signature",
    body: `{"uid":"$uid","timestamp":$ms,"signature":"${WRONG}"}`,
    ...BAD_SIGNATURE,
  },
  {
    name: "a signature over another time",
    body: `{${SIGNED}}`,
    signs: "$ms{-1}",
    ...BAD_SIGNATURE,
  },
  {
    name: "a signature over seconds instead of the sent milliseconds",
    body: `{${SIGNED}}`,
    signs: "$s",
    ...BAD_SIGNATURE,
  },
  {
    name: "a signature over the number without the text's blanks",
    body: `{"uid":"$uid","timestamp":" $s ","signature":"$signature"}`,
    signs: "$s",
    ...BAD_SIGNATURE,
  },
  {
    name: "a signature over the plain number instead of the sent exponent",
    body: `{"uid":"$uid","timestamp":$sci,"signature":"$signature"}`,
    ...BAD_SIGNATURE,
  },
  {
    name: "a signature over the number without its trailing zeros",
    body: `{"uid":"$uid","timestamp":$ms.0,"signature":"$signature"}`,
    ...BAD_SIGNATURE,
  },
  {
    name: "a signature with another farm's key",
    body: `{${SIGNED}}`,
    signsWith: "another",
    ...BAD_SIGNATURE,
  },
  {
    name: "a signature with the sensors' key",
    body: `{${SIGNED}}`,
    signsWith: "$sensorKey",
    ...BAD_SIGNATURE,
  },
  {
    name: "a signature that is cut short",
    body: `{"uid":"$uid","timestamp":$ms,"signature":"abc"}`,
    ...BAD_SIGNATURE,
  },
  {
    name: "a signature with more characters after it",
    body: `{"uid":"$uid","timestamp":$ms,"signature":"$signature0"}`,
    ...BAD_SIGNATURE,
  },
  {
    name: "a signature with a blank after it",
    body: `{"uid":"$uid","timestamp":$ms,"signature":"$signature "}`,
    ...BAD_SIGNATURE,
  },
  {
    name: "a signature that is not a hexadecimal text",
    body: `{"uid":"$uid","timestamp":$ms,"signature":"日本"}`,
    ...BAD_SIGNATURE,
  },
  {
    name: "the farm's key instead of a signature",
    body: `{"uid":"$uid","timestamp":$ms,"signature":"$farmKey"}`,
    ...BAD_SIGNATURE,
  },
  {
    name: "a wrong signature next to the right key",
    body: `{"uid":"$uid","timestamp":$ms,"signature":"${WRONG}","apiKey":"$sensorKey"}`,
    ...BAD_SIGNATURE,
  },
  { name: "no credential", body: `{"uid":"$uid","timestamp":$ms,"light":1}`, ...BAD_SIGNATURE },
  { name: "no credential and no timestamp", body: `{"uid":"$uid"}`, ...BAD_SIGNATURE },
  {
    name: "an empty signature and no key",
    body: `{"uid":"$uid","timestamp":$ms,"signature":""}`,
    ...BAD_SIGNATURE,
  },
  { name: "an empty key and no signature", body: `{"uid":"$uid","apiKey":""}`, ...BAD_SIGNATURE },
  {
    name: "null credentials",
    body: `{"uid":"$uid","apiKey":null,"signature":null}`,
    ...BAD_SIGNATURE,
  },
  ...["", "undefined", "null"].map((key): RefusalCase => ({
    name: `the key "${key}" for a farm without a key`,
    sensor: "of a farm without a key",
    body: `{${SIGNED}}`,
    signsWith: key,
    ...BAD_SIGNATURE,
  })),
  { name: "a wrong key", body: `{"uid":"$uid","apiKey":"wrong","light":1}`, ...BAD_KEY },
  {
    name: "the farm's key instead of the sensors' key",
    body: `{"uid":"$uid","apiKey":"$farmKey"}`,
    ...BAD_KEY,
  },
  {
    name: "a key with a blank after it",
    body: `{"uid":"$uid","apiKey":"$sensorKey "}`,
    ...BAD_KEY,
  },
  { name: "a key with letters outside ASCII", body: `{"uid":"$uid","apiKey":"ключ"}`, ...BAD_KEY },
];

const TIMES: readonly RefusalCase[] = [
  ["five minutes ago and a bit", "$ms{-301000}"],
  ["five minutes ahead and a bit", "$ms{+310000}"],
  ["in seconds, five minutes ago and a bit", "$s{-302}"],
  ["in seconds, five minutes ahead and a bit", "$s{+310}"],
  ["zero", "0"],
  ["negative", "-5"],
  ["long ago", "99999999999"],
  ["milliseconds of 1973", "100000000000"],
  ["far ahead", "9e99"],
].map(([name = "", signs = ""]) => ({
  name: `a timestamp: ${name}`,
  body: `{"uid":"$uid","timestamp":${signs},"signature":"$signature","light":1}`,
  signs,
  ...STALE,
}));

export const REFUSED_CREDENTIALS: readonly RefusalCase[] = [...CREDENTIALS, ...TIMES];
