/** Requests that are refused because of their fields: uids, types, and bodies that are not objects. */

import {
  BAD_TIMESTAMP,
  KEYED,
  notNumber,
  NO_OBJECT,
  NO_UID,
  notString,
  SIGNED,
  UNKNOWN,
  UNLINKED,
  WRONG,
} from "./refusal";
import type { RefusalCase } from "./refusal";

const UIDS: readonly RefusalCase[] = [
  { name: "no fields", body: "{}", ...NO_UID },
  { name: "no uid, signed", body: `{"timestamp":$ms,"signature":"$signature"}`, ...NO_UID },
  { name: "a null uid", body: `{"uid":null,"apiKey":"$sensorKey"}`, ...NO_UID },
  {
    name: "a uid in a prototype is ignored",
    body: `{"__proto__":{"uid":"$uid"},"apiKey":"$sensorKey"}`,
    ...NO_UID,
  },
  ...[`{${SIGNED}}`, `{${KEYED}}`, `{"uid":"$uid"}`].flatMap((body): RefusalCase[] => [
    { name: `a sensor that is not registered: ${body}`, sensor: "unregistered", body, ...UNKNOWN },
    { name: `a sensor that is not linked: ${body}`, sensor: "unlinked", body, ...UNLINKED },
  ]),
];

const IMPOSSIBLE_UIDS: readonly RefusalCase[] = [
  ["a path to a key", "../farms/f/apiKey"],
  ["a line feed", "a\nb"],
  ["769 bytes of few characters", "€".repeat(256) + "a"],
].flatMap(([name = "", uid = ""]) => {
  const text = JSON.stringify(uid);
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
  ...["temperature", "battery"].flatMap((field) =>
    [`"21"`, "true", "1e400"].map((value) => ({
      name: `signed: ${field} that is ${value}`,
      body: `{${SIGNED},"${field}":${value}}`,
      ...notNumber(field),
    })),
  ),
  ...[`"21"`, `{"a":1}`].map((value) => ({
    name: `key in the body: light that is ${value}`,
    body: `{${KEYED},"light":${value}}`,
    ...notNumber("light"),
  })),
  ...["5", "{}"].flatMap((value) => [
    {
      name: `a uid that is ${value}`,
      body: `{"uid":${value},"apiKey":"$sensorKey"}`,
      ...notString("uid"),
    },
    {
      name: `an apiKey that is ${value}`,
      body: `{"uid":"$uid","apiKey":${value}}`,
      ...notString("apiKey"),
    },
    {
      name: `a signature that is ${value}`,
      body: `{"uid":"$uid","timestamp":$ms,"signature":${value}}`,
      ...notString("signature"),
    },
  ]),
  {
    name: "a timestamp that is a word",
    body: `{"uid":"$uid","timestamp":"now","signature":"$signature"}`,
    ...BAD_TIMESTAMP,
  },
  {
    name: "a timestamp that is a word, without a credential",
    body: `{"uid":"$uid","timestamp":"now"}`,
    ...BAD_TIMESTAMP,
  },
];

export const REFUSED_FIELDS: readonly RefusalCase[] = [
  ...UIDS,
  ...IMPOSSIBLE_UIDS,
  ...TYPES,
  { name: "a body that is a list with a reading", body: `[{${SIGNED}}]`, ...NO_OBJECT },
];
