/** Refused requests to `POST /reportIp`. */

import { notString, STALE } from "./refusal";
import type { RefusalCase } from "./refusal";

const BAD_ADDRESSES = [
  "192.168.1",
  "192.168.1.2.3",
  "256.1.1.1",
  "192.168.000.007",
  "1..2.3",
  "1.2.3.4\n",
  "0x1.2.3.4",
  "::1",
  "１.2.3.4",
] as const;

export interface ReportRefusalCase extends Pick<RefusalCase, "name" | "body" | "code" | "error"> {
  readonly status: 400 | 401 | 403 | 404;
  /** The key of a signature over the whole body. If absent, the request has no such signature. */
  readonly signsWith?: string;
}

const BAD_IP = {
  status: 400,
  code: "invalid-ip-address",
  error: "Invalid field: ip must be a dotted-decimal IPv4 address.",
} as const;
const BAD_KEY = { status: 403, code: "invalid-api-key", error: "Invalid API key." } as const;
const missing = (field: string) =>
  ({ status: 400, code: "missing-field", error: `Missing required field: ${field}` }) as const;
const unknown = (farmId: string) =>
  ({ status: 404, code: "farm-not-found", error: `Farm ID not found: ${farmId}` }) as const;

const FARM = `"farmId":"$farmId"`;
const KEY = `"apiKey":"$farmKey"`;
const IP = `"ip":"10.0.0.9"`;

/** A valid body with another value of a field. */
const bodyWith = (field: string, value: string): string =>
  `{${FARM},${KEY},${IP}}`.replace(new RegExp(`"${field}":"[^"]*"`), () => `"${field}":${value}`);

const FIELDS: readonly ReportRefusalCase[] = [
  { name: "no fields", body: "{}", ...missing("farmId") },
  { name: "only farmId", body: `{${FARM}}`, ...missing("apiKey") },
  { name: "no ip", body: `{${FARM},${KEY}}`, ...missing("ip") },
  ...["farmId", "apiKey", "ip"].flatMap((field) => [
    ...[`""`, "null"].map((value) => ({
      name: `${field}: ${value}`,
      body: bodyWith(field, value),
      ...missing(field),
    })),
    { name: `${field}: 5`, body: bodyWith(field, "5"), ...notString(field) },
  ]),
];

const FARMS: readonly ReportRefusalCase[] = [
  ...["nobody's", "a.b", "f1/members", "é".repeat(385), "__proto__"].map((id) => ({
    name: `an unknown or impossible farmId: ${JSON.stringify(id).slice(0, 20)}`,
    body: `{"farmId":${JSON.stringify(id)},${KEY},${IP}}`,
    ...unknown(id),
  })),
  { name: "a key that is cut short", body: `{${FARM},"apiKey":"key-",${IP}}`, ...BAD_KEY },
  { name: "the sensors' key", body: `{${FARM},"apiKey":"$sensorKey",${IP}}`, ...BAD_KEY },
  // The farm is not found: nobody could sign for it, and the functions may only read a farm's key.
  ...["undefined", "null"].map((key) => ({
    name: `a farm without a key is not found, with the key "${key}"`,
    body: `{"farmId":"$keylessFarmId","apiKey":"${key}",${IP}}`,
    ...unknown("$keylessFarmId"),
  })),
];

const ORDER: readonly ReportRefusalCase[] = [
  { name: "a missing field before a wrong type", body: `{"farmId":5,${IP}}`, ...missing("apiKey") },
  {
    name: "a wrong type before an unknown farm",
    body: `{"farmId":"x","apiKey":5,${IP}}`,
    ...notString("apiKey"),
  },
  {
    name: "an unknown farm before a bad address",
    body: `{"farmId":"x","apiKey":"y","ip":"z"}`,
    ...unknown("x"),
  },
  { name: "a wrong key before a bad address", body: `{${FARM},"apiKey":"y","ip":"z"}`, ...BAD_KEY },
];

const WHOLE: readonly ReportRefusalCase[] = [
  { name: "no time", body: `{${FARM},"ip":"x"}`, ...missing("timestamp") },
  {
    name: "a time that is not a number",
    body: `{${FARM},${IP},"timestamp":"now"}`,
    status: 400 as const,
    code: "field-not-a-number" as const,
    error: "Invalid field: timestamp must be a number.",
  },
  {
    name: "a stale report before a bad address",
    body: `{${FARM},"ip":"x","timestamp":$ms{-301000}}`,
    ...STALE,
  },
  { name: "a bad address", body: `{${FARM},"ip":"::1","timestamp":$ms}`, ...BAD_IP },
  {
    name: "another key before a stale time",
    body: `{${FARM},${KEY},"ip":"x","timestamp":0}`,
    signsWith: "guess",
    status: 401 as const,
    code: "invalid-signature" as const,
    error: "Invalid signature.",
  },
].map((refused) => ({
  signsWith: "$farmKey",
  ...refused,
  name: `signed as a whole: ${refused.name}`,
}));

export const REPORT_REFUSALS: readonly ReportRefusalCase[] = [
  ...FIELDS,
  ...FARMS,
  ...ORDER,
  ...WHOLE,
  ...BAD_ADDRESSES.map((ip) => ({
    name: `an ip that is ${JSON.stringify(ip)}`,
    body: `{${FARM},${KEY},"ip":${JSON.stringify(ip)}}`,
    ...BAD_IP,
  })),
];
