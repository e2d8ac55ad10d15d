/** Refused requests with a signature over the whole body: single readings, batches, and wrong signatures. */

import {
  BAD_SIGNATURE,
  BAD_TIMESTAMP,
  notString,
  NO_TIMESTAMP,
  NO_UID,
  STALE,
  UNKNOWN,
  UNLINKED,
} from "./refusal";
import type { RefusalCase } from "./refusal";

const BATCH = `{"uid":"$uid","timestamp":$ms,"readings":[{"light":1}]}`;
const manyReadings = (count: number): string =>
  `{"uid":"$uid","timestamp":$ms,"readings":[${Array(count).fill("{}").join()}]}`;
const readings = (value: string): string => `{"uid":"$uid","timestamp":$ms,"readings":${value}}`;

const imported = (id: string): string =>
  `{"uid":"$uid","timestamp":$ms,"import":${id},"readings":[{"light":1}]}`;

const BAD_IMPORT = {
  status: 400,
  code: "invalid-import",
  error: "Invalid field: import must be 8 to 20 lower-case letters and digits.",
} as const;
const NO_READINGS = {
  status: 400,
  code: "invalid-readings",
  error: "Invalid field: readings must be a non-empty array of objects.",
} as const;

/** Bodies with a right signature. */
const BODIES: readonly RefusalCase[] = [
  { name: "only a farm", body: `{"farmId":"$farmId","timestamp":$ms}`, ...NO_UID },
  {
    name: "an unknown sensor",
    sensor: "unregistered",
    body: `{"uid":"$uid","timestamp":$ms}`,
    ...UNKNOWN,
  },
  {
    name: "another farm's sensor",
    sensor: "of another farm",
    body: `{"uid":"$uid","timestamp":$ms}`,
    ...BAD_SIGNATURE,
  },
  { name: "a stale reading", body: `{"uid":"$uid","timestamp":$ms{-301000}}`, ...STALE },
  { name: "a batch without readings", body: readings("[]"), ...NO_READINGS },
  { name: "readings that are a text", body: readings(`""`), ...NO_READINGS },
  { name: "null among the readings", body: readings("[null]"), ...NO_READINGS },
  {
    name: "501 readings",
    body: manyReadings(501),
    status: 400,
    code: "too-many-readings",
    error: "Too many readings: at most 500.",
  },
  {
    name: "a batch of neither a sensor nor a farm",
    body: `{"timestamp":$ms,"readings":[{"uid":"$uid"}]}`,
    ...NO_UID,
  },
  {
    name: "a batch with a farmId that is not a text",
    body: `{"farmId":5,"timestamp":$ms,"readings":[{"uid":"$uid"}]}`,
    ...notString("farmId"),
  },
  {
    name: "a batch without a timestamp",
    body: `{"uid":"$uid","readings":[{"timestamp":$ms}]}`,
    ...NO_TIMESTAMP,
  },
  {
    name: "a batch with an invalid timestamp",
    body: `{"uid":"$uid","timestamp":"now","readings":[{}]}`,
    ...BAD_TIMESTAMP,
  },
  {
    name: "a stale batch",
    body: `{"uid":"$uid","timestamp":$ms{+310000},"readings":[{}]}`,
    ...STALE,
  },
  ...["k7a2m9x", "k7a2m9xq0123456789abc", "K7a2m9xq", "k7a2-9xq", "k7a2m9xq\\n"].map((id) => ({
    name: `a batch of the import "${id}"`,
    body: imported(`"${id}"`),
    ...BAD_IMPORT,
  })),
  { name: "an import that is a number", body: imported("12345678"), ...notString("import") },
  {
    name: "a wrong import before a missing timestamp",
    body: `{"uid":"$uid","import":"?","readings":[{"light":1}]}`,
    ...BAD_IMPORT,
  },
  { name: "a batch of an unknown sensor", sensor: "unregistered", body: BATCH, ...UNKNOWN },
  { name: "a batch of a sensor that is not linked", sensor: "unlinked", body: BATCH, ...UNLINKED },
  {
    name: "a batch of an unknown farm",
    body: `{"farmId":"nowhere","timestamp":$ms,"readings":[{"uid":"$uid"}]}`,
    status: 404,
    code: "farm-not-found",
    error: "Farm ID not found: nowhere",
  },
].map((refused) => ({ ...refused, whole: "$whole" }) as RefusalCase);

/** Wrong signatures over a valid body. */
const SIGNATURES: readonly RefusalCase[] = [
  { name: "a whole signature with another key", signsWith: "another", whole: "$whole" },
  { name: "an empty whole signature", whole: "" },
  { name: "a whole signature without its prefix", whole: "$hex" },
  { name: "a whole signature with another algorithm", whole: "sha1=$hex" },
  { name: "half a whole signature", whole: "$half" },
  { name: "a repeated whole signature", whole: "$whole, $whole" },
].map((refused) => ({ ...refused, body: BATCH, ...BAD_SIGNATURE }));

const UNSIGNED: RefusalCase = {
  name: "a batch without a signature over the whole body",
  body: `{"uid":"$uid","timestamp":$ms,"apiKey":"$sensorKey","signature":"$signature","readings":[{"light":1}]}`,
  ...BAD_SIGNATURE,
};

export const REFUSED_WHOLE: readonly RefusalCase[] = [...BODIES, ...SIGNATURES, UNSIGNED];
