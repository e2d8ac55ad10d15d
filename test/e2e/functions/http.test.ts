/** HTTP for both operations: methods, content types, sizes, and bodies that are not a JSON object. */

import { gzipSync } from "node:zlib";
import { databaseClient } from "../../support/backend/database-client";
import { exchange } from "../../support/backend/exchange";
import type { Exchange } from "../../support/backend/exchange";
import { acceptedAnswer } from "../../support/backend/expectations";
import { addFarm, addSensor, signedBody } from "../../support/backend/farm";
import type { Farm, Sensor } from "../../support/backend/farm";
import { TARGETS } from "../../support/backend/targets";

const OPERATIONS = ["sensorData", "reportIp"] as const;
const JSON_TYPE = "application/json";
const JSON_ANSWER = "application/json; charset=utf-8";
const TOO_LARGE = [413, "Request body is too large."] as const;
const NO_OBJECT = [400, "Request body must be a JSON object."] as const;
const OTHER_ENCODING = [415, "Unsupported content encoding. Use gzip or none."] as const;
const MAX_BYTES = 16_384;

/** How a client sends the text of a valid body. */
interface Form {
  readonly name: string;
  readonly type?: string;
  readonly encoding?: string;
  readonly pack?: (text: string) => NonNullable<Exchange["body"]>;
}

/** Chunks have no Content-Length. */
const inChunks = (text: string): string[] => [text.slice(0, 20), text.slice(20)];

const ACCEPTED: readonly Form[] = [
  { name: "no content type, in chunks", pack: inChunks },
  { name: "the content type of curl -d", type: "application/x-www-form-urlencoded" },
  { name: "gzip without a content type", encoding: "X-GZIP", pack: gzipSync },
  { name: "the encoding identity", type: JSON_TYPE, encoding: "identity" },
  { name: "another character set", type: `${JSON_TYPE}; charset=utf-16` },
  { name: "16 KiB in chunks", pack: (text) => inChunks(text.padEnd(MAX_BYTES)) },
];

const REFUSED: readonly (Form & { readonly answer: readonly [status: number, error: string] })[] = [
  {
    name: "more than 16 KiB in chunks",
    pack: (text) => inChunks(text.padEnd(MAX_BYTES + 1)),
    answer: TOO_LARGE,
  },
  {
    name: "ten million bytes in gzip",
    type: JSON_TYPE,
    encoding: "gzip",
    pack: (text) => gzipSync(text.padEnd(10_000_000)),
    answer: TOO_LARGE,
  },
  {
    name: "half an object",
    type: JSON_TYPE,
    pack: (text) => text.slice(0, 20),
    answer: NO_OBJECT,
  },
  { name: "the encoding br", type: JSON_TYPE, encoding: "br", answer: OTHER_ENCODING },
];

function inForm(body: object, { type, encoding, pack }: Form): Exchange {
  const text = JSON.stringify(body);
  return {
    headers: {
      ...(type !== undefined && { "Content-Type": type }),
      ...(encoding !== undefined && { "Content-Encoding": encoding }),
    },
    body: pack === undefined ? text : pack(text),
  };
}

const database = databaseClient();
let farm: Farm;
let sensor: Sensor;
beforeAll(async () => {
  farm = await addFarm(database);
  sensor = await addSensor(database, farm);
});

describe.each(TARGETS)("on $name", ({ useTarget }) => {
  const target = useTarget();

  describe.each(OPERATIONS)("%s", (operation) => {
    const url = (): string => `${target().url}/${operation}`;

    test.each(["HEAD", "PUT", "OPTIONS"])("refuses %s", async (method) => {
      const headers = { Origin: "https://example.com", "Access-Control-Request-Method": "POST" };
      const answer = await exchange(url(), { method, headers });
      expect(answer.status).toBe(405);
      expect(answer.headers.allow).toBe("POST");
      expect(answer.headers["content-type"]).toBe(JSON_ANSWER);
      const error = "Method not allowed. Use POST.";
      expect(answer.text).toBe(method === "HEAD" ? "" : JSON.stringify({ error }));
    });

    test.each(REFUSED)("refuses $name", async ({ answer: [status, error], ...form }) => {
      const answer = await exchange(url(), inForm(signedBody(sensor), form));
      expect(answer.json).toEqual({ error });
      expect(answer.status).toBe(status);
      expect(answer.headers["content-type"]).toBe(JSON_ANSWER);
    });
  });

  test.each(ACCEPTED)("sensorData accepts $name", async (form) => {
    const timestamp = Date.now();
    const body = signedBody(sensor, { light: 5 }, timestamp);
    const answer = await exchange(`${target().url}/sensorData`, inForm(body, form));
    expect(answer.json).toEqual(acceptedAnswer(sensor, { light: 5 }, timestamp));
    expect(answer.status).toBe(200);
  });

  test.each(ACCEPTED)("reportIp accepts $name", async (form) => {
    const body = { farmId: farm.id, apiKey: farm.apiKey, ip: "192.168.0.9" };
    const answer = await exchange(`${target().url}/reportIp`, inForm(body, form));
    expect(answer.json).toEqual({ success: true, farmId: farm.id, ip: "192.168.0.9" });
    expect(answer.status).toBe(200);
  });
});
