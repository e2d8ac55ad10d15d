/** Accepted and refused requests to `POST /reportIp`. */

import type { RefusalCode } from "@greenhouse/domain/refusals";

/** Addresses that are stored unchanged. */
export const ADDRESSES = ["192.168.1.20", "10.0.0.1", "0.0.0.0", "255.255.255.255"] as const;

export const BAD_ADDRESSES = [
  "192.168.1",
  "192.168.1.2.3",
  "256.1.1.1",
  "1.2.3.999",
  "192.168.000.007",
  "1.2.3.",
  ".1.2.3",
  "1..2.3",
  "1.2.3.4 ",
  " 1.2.3.4",
  "1.2.3.4\n",
  "1.2.3.-4",
  "+1.2.3.4",
  "0x1.2.3.4",
  "1e1.2.3.4",
  "3232235777",
  "localhost",
  "::1",
  "::ffff:1.2.3.4",
  "1.2.3.4:80",
  "1.2.3.4/24",
  "１.2.3.4",
  "<b>1.2.3.4</b>",
] as const;

export interface ReportRefusalCase {
  readonly name: string;
  /** The body, with placeholders (test/support/backend/placeholders.ts). */
  readonly body: string;
  readonly status: 400 | 403 | 404;
  readonly code: RefusalCode;
  readonly error: string;
}

const BAD_IP = {
  status: 400,
  code: "invalid-ip-address",
  error: "Invalid field: ip must be a dotted-decimal IPv4 address.",
} as const;
const BAD_KEY = { status: 403, code: "invalid-api-key", error: "Invalid API key." } as const;
const missing = (field: string) =>
  ({ status: 400, code: "missing-field", error: `Missing required field: ${field}` }) as const;
const noString = (field: string) =>
  ({
    status: 400,
    code: "field-not-a-string",
    error: `Invalid field: ${field} must be a string.`,
  }) as const;
const unknown = (farmId: string) =>
  ({ status: 404, code: "farm-not-found", error: `Farm ID not found: ${farmId}` }) as const;

const FARM = `"farmId":"$farmId"`;
const KEY = `"apiKey":"$farmKey"`;
const IP = `"ip":"10.0.0.9"`;

const MISSING: readonly ReportRefusalCase[] = [
  { name: "no fields", body: "{}", ...missing("farmId") },
  ...["", `"farmId":"",`, `"farmId":null,`].map((farm) => ({
    name: `no farmId: {${farm}…}`,
    body: `{${farm}${KEY},${IP}}`,
    ...missing("farmId"),
  })),
  ...["", `"apiKey":"",`, `"apiKey":null,`].map((key) => ({
    name: `no apiKey: {${key}…}`,
    body: `{${key}${FARM},${IP}}`,
    ...missing("apiKey"),
  })),
  ...["", `"ip":"",`, `"ip":null,`].map((ip) => ({
    name: `no ip: {${ip}…}`,
    body: `{${ip}${FARM},${KEY}}`,
    ...missing("ip"),
  })),
  { name: "only farmId", body: `{${FARM}}`, ...missing("apiKey") },
  { name: "only apiKey", body: `{${KEY}}`, ...missing("farmId") },
  { name: "only ip", body: `{${IP}}`, ...missing("farmId") },
];

const TYPES: readonly ReportRefusalCase[] = ["5", "0", "true", "false", "{}", `["a"]`].flatMap(
  (value) => [
    {
      name: `a farmId that is ${value}`,
      body: `{"farmId":${value},${KEY},${IP}}`,
      ...noString("farmId"),
    },
    {
      name: `an apiKey that is ${value}`,
      body: `{${FARM},"apiKey":${value},${IP}}`,
      ...noString("apiKey"),
    },
    { name: `an ip that is ${value}`, body: `{${FARM},${KEY},"ip":${value}}`, ...noString("ip") },
  ],
);

const FARMS: readonly ReportRefusalCase[] = [
  { name: "an unknown farm", body: `{"farmId":"nobody's",${KEY},${IP}}`, ...unknown("nobody's") },
  ...["a.b", "a#b", "a[b", "a]b", "a/b", "../x", "a\nb", "a\0b", "\x7f", "é".repeat(385)].map(
    (id) => ({
      name: `an impossible farmId: ${JSON.stringify(id).slice(0, 20)}`,
      body: `{"farmId":${JSON.stringify(id)},${KEY},${IP}}`,
      ...unknown(id),
    }),
  ),
  {
    name: "a path below the farm",
    body: `{"farmId":"$farmId/members",${KEY},${IP}}`,
    ...unknown("$farmId/members"),
  },
  {
    name: "a prototype's name",
    body: `{"farmId":"__proto__",${KEY},${IP}}`,
    ...unknown("__proto__"),
  },
  {
    name: "another prototype's name",
    body: `{"farmId":"constructor",${KEY},${IP}}`,
    ...unknown("constructor"),
  },
  { name: "a wrong key", body: `{${FARM},"apiKey":"wrong",${IP}}`, ...BAD_KEY },
  { name: "a key that is cut short", body: `{${FARM},"apiKey":"key-",${IP}}`, ...BAD_KEY },
  { name: "a key with a blank after it", body: `{${FARM},"apiKey":"$farmKey ",${IP}}`, ...BAD_KEY },
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
    ...noString("apiKey"),
  },
  {
    name: "an unknown farm before a bad address",
    body: `{"farmId":"x","apiKey":"y","ip":"z"}`,
    ...unknown("x"),
  },
  { name: "a wrong key before a bad address", body: `{${FARM},"apiKey":"y","ip":"z"}`, ...BAD_KEY },
];

export const REPORT_REFUSALS: readonly ReportRefusalCase[] = [
  ...MISSING,
  ...TYPES,
  ...FARMS,
  ...ORDER,
  ...BAD_ADDRESSES.map((ip) => ({
    name: `an ip that is ${JSON.stringify(ip)}`,
    body: `{${FARM},${KEY},"ip":${JSON.stringify(ip)}}`,
    ...BAD_IP,
  })),
];
