/** The document docs/openapi.json. */

import {
  MAX_BODY_BYTES,
  MAX_READING_AGE_DAYS,
  MAX_SIGNED_BODY_BYTES,
} from "@greenhouse/domain/reading-limits";
import { ERROR_CODE_HEADER, REFUSALS } from "@greenhouse/domain/refusals";
import type { RefusalCode } from "@greenhouse/domain/refusals";
import { demoSignature, X_SIGNATURE } from "./digest.ts";
import { ANSWERS } from "./refusals.ts";
import type { Path } from "./refusals.ts";
import { ref, SCHEMAS } from "./schemas.ts";

const jsonOf = (schema: string, examples?: Readonly<Record<string, object>>): object => ({
  "application/json": {
    schema: ref(schema),
    ...(examples && { examples: namedExamples(examples) }),
  },
});

const namedExamples = (examples: Readonly<Record<string, object>>): object =>
  Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]));

/** By status. The text holds for both operations. */
const MEANINGS: Readonly<Record<number, string>> = {
  400: "The request is wrong, or the sensor has no greenhouse. The same request cannot succeed.",
  401: "The signature is wrong or missing, or its time is too far off. The `Date` header has the server's time.",
  403: "The key is wrong.",
  404: "The sensor or the farm is not registered.",
  405: "Any method but `POST`, also `OPTIONS`.",
  413: `The body is over ${MAX_BODY_BYTES / 1024} KiB, or a batch over ${MAX_SIGNED_BODY_BYTES / 1024} KiB.`,
  415: "The content encoding is not gzip.",
  429: "Over the deployment's limit. Nothing was stored. By default there is no limit.",
  500: "A fault of the service. Its log has the cause.",
  503: "The database did not confirm in time. Send the same request again (MD5: with the same `Idempotency-Key`).",
};

const header = (name: string): object => ({ $ref: `#/components/headers/${name}` });
const RETRY_AFTER = { "Retry-After": header("RetryAfter") };

/** The headers beside the code. */
const HEADERS: Readonly<Record<number, object>> = {
  401: { Date: header("Date") },
  405: { Allow: { required: true, schema: { const: "POST" } } },
  415: { "Accept-Encoding": { schema: { const: "gzip" } } },
  429: RETRY_AFTER,
  503: RETRY_AFTER,
};

/** Values for the texts of refusals. */
const SAMPLES: Readonly<Record<string, string>> = {
  field: "timestamp",
  literal: "NaN",
  uid: "x",
  farmId: "x",
};

function refusalsOf(path: Path): object {
  const codes = ANSWERS.filter(({ paths }) => paths.includes(path)).map(({ code }) => code);
  const unique = [...new Set(codes)].toSorted((a, b) => REFUSALS[a].status - REFUSALS[b].status);
  const byStatus = Map.groupBy(unique, (code) => REFUSALS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [status, responseOf(status, group)]),
  );
}

function responseOf(status: number, codes: readonly RefusalCode[]): object {
  const examples = codes.map((code) => {
    const error = REFUSALS[code].error.replaceAll(
      /\{(\w+)\}/g,
      (_, name: string) => SAMPLES[name] ?? "",
    );
    return [code, { error }] as const;
  });
  const schema = codes.length === 1 ? { const: codes[0] } : { enum: codes };
  return {
    description: MEANINGS[status],
    headers: { [ERROR_CODE_HEADER]: { required: true, schema }, ...HEADERS[status] },
    content: jsonOf("Error", Object.fromEntries(examples)),
  };
}

const SIGNATURE = {
  name: "X-Signature",
  in: "header",
  required: false,
  description:
    "`sha256=` and 64 hexadecimal digits: HMAC-SHA256 of the body's bytes as they are sent (compressed, if they are), with the key as UTF-8.",
  schema: { type: "string", pattern: "^sha256=[0-9a-fA-F]{64}$" },
  example: X_SIGNATURE,
};
const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "MD5 signature: the same request with the same key is stored once, however often it arrives. `X-Signature` needs no such header.",
  schema: { type: "string", minLength: 1 },
  example: "9f86d081884c7d659a2feaa0c55ad015",
};

const UID = "tomatoes-air-north";
const READING = { uid: UID, timestamp: 1_700_000_000_000, temperature: 21.5 };
const NEWER = { timestamp: 1_699_999_990_000, temperature: 21 };
const OLDER = { timestamp: 1_699_996_400_000, temperature: 20.5, humidity: 61 };
const REPORT = { value: 0, version: 176_380_001_100, reason: "lease", agoMs: 42_000 };
const ADDRESS = { farmId: "sunny-acres", ip: "192.168.1.20" };

const SENSOR_EXAMPLES = {
  signed: {
    uid: UID,
    timestamp: String(READING.timestamp),
    signature: demoSignature(UID, String(READING.timestamp)),
    temperature: 21.5,
    battery: 88,
  },
  "key-in-body": { uid: "herbs-gateway", apiKey: "the deployment's sensor key", temperature: 21.5 },
  sealed: READING,
  "sensor-batch": { uid: UID, timestamp: READING.timestamp, readings: [OLDER, NEWER] },
  "farm-batch": {
    farmId: "sunny-acres",
    timestamp: READING.timestamp,
    readings: [{ uid: UID, ...NEWER }],
  },
  outputs: { ...READING, outputs: { valve: REPORT } },
};
const ADDRESS_EXAMPLES = {
  key: { ...ADDRESS, apiKey: "the farm's key" },
  sealed: { ...ADDRESS, timestamp: READING.timestamp },
};
const BATCH_EXAMPLE = {
  success: true,
  stored: 1,
  refused: [{ index: 1, status: 404, error: "Sensor UID not found: x", code: "sensor-not-found" }],
};

const bodyOf = (
  schemas: readonly string[],
  examples: Readonly<Record<string, object>>,
): object => ({
  required: true,
  content: {
    "application/json": {
      schema: { anyOf: schemas.map(ref) },
      examples: namedExamples(examples),
    },
  },
});

export const OPENAPI = {
  openapi: "3.1.0",
  info: {
    title: "Greenhouse backend",
    version: "1.0.0",
    summary: "Takes the readings of sensors and the addresses of gateways.",
    description: `Explained in docs/http-api.md. A body is read as JSON whatever its content type says. Unknown fields are ignored. Programs read the header \`${ERROR_CODE_HEADER}\`; the text in \`error\` is for people.`,
    license: { name: "Apache-2.0", identifier: "Apache-2.0" },
  },
  servers: [
    {
      url: "https://{region}-{project}.cloudfunctions.net",
      description: "A deployment",
      variables: { region: { default: "us-central1" }, project: { default: "your-project" } },
    },
    { url: "http://127.0.0.1:5001/demo-farm/us-central1", description: "`npm start`" },
    { url: "http://127.0.0.1:5010", description: "`npm run host`" },
  ],
  security: [],
  tags: [{ name: "devices", description: "What sensor boards and gateways send." }],
  paths: {
    "/sensorData": {
      post: {
        operationId: "sensorData",
        tags: ["devices"],
        summary: "Stores a reading, or many",
        description:
          "With `X-Signature` the request is signed as a whole. Otherwise a `signature` in the body makes it signed, and an `apiKey` alone makes it key-in-body. `readings` need `X-Signature`.",
        parameters: [SIGNATURE, IDEMPOTENCY_KEY],
        requestBody: bodyOf(
          ["SignedReading", "KeyReading", "SealedReading", "SensorBatch", "FarmBatch"],
          SENSOR_EXAMPLES,
        ),
        responses: {
          200: {
            description: `The reading is stored. Each reading of a batch is stored or refused. A refused reading cannot succeed later, except as docs/http-api.md says for its code. Readings may be ${MAX_READING_AGE_DAYS} days old.`,
            content: jsonOf("Stored", { batch: BATCH_EXAMPLE }),
          },
          ...refusalsOf("/sensorData"),
        },
      },
    },
    "/reportIp": {
      post: {
        operationId: "reportIp",
        tags: ["devices"],
        summary: "Stores a gateway's address in the farm's network",
        parameters: [SIGNATURE],
        requestBody: bodyOf(["AddressReport", "SealedAddressReport"], ADDRESS_EXAMPLES),
        responses: {
          200: { description: "The address is stored.", content: jsonOf("AddressReceipt") },
          ...refusalsOf("/reportIp"),
        },
      },
    },
  },
  components: {
    headers: {
      Date: {
        required: true,
        description: "The server's time.",
        schema: { type: "string" },
        example: "Tue, 14 Nov 2023 22:13:20 GMT",
      },
      RetryAfter: {
        required: true,
        description: "After how many seconds to try again.",
        schema: { type: "string", pattern: "^[0-9]+$" },
        example: "5",
      },
    },
    schemas: SCHEMAS,
  },
};
