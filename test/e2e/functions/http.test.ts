/** HTTP for both operations: methods, content types, sizes, and bodies that are not a JSON object. */

import { gzipSync } from "node:zlib";
import type { ContentCase } from "../../cases/http/content";
import {
  NOT_OBJECTS,
  OTHER_ENCODINGS,
  OTHER_METHODS,
  TAKEN,
  TOO_LARGE,
} from "../../cases/http/content";
import { databaseClient } from "../../support/backend/database-client";
import { exchange } from "../../support/backend/exchange";
import type { Answer, Exchange } from "../../support/backend/exchange";
import { acceptedAnswer } from "../../support/backend/expectations";
import { addFarm, addSensor, signedBody } from "../../support/backend/farm";
import type { Farm, Sensor } from "../../support/backend/farm";
import { TARGETS } from "../../support/backend/targets";

const OPERATIONS = ["sensorData", "reportIp"] as const;
const JSON_ANSWER = "application/json; charset=utf-8";

const database = databaseClient();
let farm: Farm;
let sensor: Sensor;
beforeAll(async () => {
  farm = await addFarm(database);
  sensor = await addSensor(database, farm);
});

/** A body in the form that the case wants. */
function inForm(body: object, form: ContentCase): Exchange {
  const { contentType, encoding, size = 0, chunks } = form;
  const object = JSON.stringify(body);
  const headers = {
    ...(contentType === undefined ? {} : { "Content-Type": contentType }),
    ...(encoding === undefined ? {} : { "Content-Encoding": encoding }),
  };
  if (/gzip$/i.test(encoding ?? "")) return { headers, body: gzipSync(object.padEnd(size, " ")) };
  const text = object.padEnd(size, " ");
  return { headers, body: chunks === undefined ? text : cut(text, chunks) };
}

function cut(text: string, pieces: number): string[] {
  const length = Math.ceil(text.length / pieces);
  return Array.from({ length: pieces }, (_, piece) =>
    text.slice(piece * length, (piece + 1) * length),
  );
}

function expectRefusal(answer: Answer, status: number, error: string): void {
  expect(answer.json).toEqual({ error });
  expect(answer.status).toBe(status);
  expect(answer.headers["content-type"]).toBe(JSON_ANSWER);
}

describe.each(TARGETS)("on $name", ({ useTarget }) => {
  const target = useTarget();

  describe.each(OPERATIONS)("%s", (operation) => {
    const url = (): string => `${target().url}/${operation}`;

    test.each(OTHER_METHODS)("refuses %s", async (method) => {
      const answer = await exchange(url(), {
        method,
        headers: { Origin: "https://example.com", "Access-Control-Request-Method": "POST" },
        ...(["PUT", "PATCH", "DELETE"].includes(method) ? { body: "not even read" } : {}),
      });
      expect(answer.status).toBe(405);
      expect(answer.headers.allow).toBe("POST");
      expect(answer.headers["content-type"]).toBe(JSON_ANSWER);
      const error = "Method not allowed. Use POST.";
      expect(answer.text).toBe(method === "HEAD" ? "" : JSON.stringify({ error }));
    });

    test.each(TOO_LARGE)("refuses a body that is too large: $name", async (form) => {
      const body = operation === "sensorData" ? signedBody(sensor) : { farmId: farm.id };
      const answer = await exchange(url(), inForm(body, form));
      expectRefusal(answer, 413, "Request body is too large.");
    });

    test.each(NOT_OBJECTS)(
      "refuses a body that is not a JSON object: $name",
      async ({ contentType, body }) => {
        const headers = contentType === undefined ? {} : { "Content-Type": contentType };
        const answer = await exchange(url(), { headers, body });
        expectRefusal(answer, 400, "Request body must be a JSON object.");
      },
    );

    test.each(OTHER_ENCODINGS)("refuses the encoding %s", async (encoding) => {
      const headers = { "Content-Type": "application/json", "Content-Encoding": encoding };
      const answer = await exchange(url(), { headers, body: gzipSync("{}") });
      expectRefusal(answer, 415, "Unsupported content encoding. Use gzip or none.");
      expect(answer.headers["accept-encoding"]).toBe("gzip");
    });

    test.each([
      ["is cut", gzipSync("{}").subarray(0, -4)],
      ["is not gzip", Buffer.from("{}")],
    ])("refuses gzip that %s", async (_name, body) => {
      const headers = { "Content-Type": "application/json", "Content-Encoding": "gzip" };
      const answer = await exchange(url(), { headers, body });
      expectRefusal(answer, 400, "Request body must be a JSON object.");
    });
  });

  test.each(TAKEN)("sensorData accepts $name", async (form) => {
    const timestamp = Date.now();
    const body = signedBody(sensor, { light: 5 }, timestamp);
    const answer = await exchange(`${target().url}/sensorData`, inForm(body, form));
    expect(answer.json).toEqual(acceptedAnswer(sensor, { light: 5 }, timestamp));
    expect(answer.status).toBe(200);
  });

  test.each(TAKEN)("reportIp accepts $name", async (form) => {
    const body = { farmId: farm.id, apiKey: farm.apiKey, ip: "192.168.0.9" };
    const answer = await exchange(`${target().url}/reportIp`, inForm(body, form));
    expect(answer.json).toEqual({ success: true, farmId: farm.id, ip: "192.168.0.9" });
    expect(answer.status).toBe(200);
  });
});

afterAll(async () => {
  // All that was refused came from this sensor too.
  const { history } = (await database.get(`sensors/${sensor.greenhouse}`)) as {
    history: Record<string, unknown>;
  };
  expect(Object.keys(history)).toHaveLength(TAKEN.length * TARGETS.length);
});
