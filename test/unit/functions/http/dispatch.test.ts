import { Readable } from "node:stream";

import { Unavailable } from "@greenhouse/database/client/database";
import { answer, type Incoming, type Reply } from "../../../../functions/src/http/dispatch";
import type { Endpoint } from "../../../../functions/src/request/endpoint";
import { accept, refuse } from "../../../../functions/src/result";
import { Log } from "../../../../functions/src/log";

const logged: object[] = [];
const log = new Log((entry) => logged.push(entry));
beforeEach(() => (logged.length = 0));

const echo: Endpoint = ({ body }) => Promise.resolve(accept({ uid: body["uid"] }));

function request(method: string, text: string): Incoming {
  return Object.assign(Readable.from([Buffer.from(text)]), { method, headers: {} });
}

function send(method: string, text: string, endpoint = echo): Promise<Reply> {
  return answer(request(method, text), "sensorData", endpoint, log);
}

test("returns the endpoint's result as the body of a 200", async () => {
  expect(await send("POST", '{"uid":"u"}')).toEqual({
    status: 200,
    headers: {},
    body: { uid: "u" },
  });
  expect(logged).toEqual([]);
});

test.each(["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH"])("refuses %s", async (method) => {
  expect(await send(method, '{"uid":"u"}')).toEqual({
    status: 405,
    headers: { "Error-Code": "method-not-allowed", Allow: "POST" },
    body: { error: "Method not allowed. Use POST." },
  });
  // Not logged, because devices ask for the time like this all the time.
  expect(logged).toEqual([]);
});

test("refuses and logs a body that is not an object", async () => {
  expect(await send("POST", "[]")).toEqual({
    status: 400,
    headers: { "Error-Code": "body-not-an-object" },
    body: { error: "Request body must be a JSON object." },
  });
  expect(logged).toEqual([
    {
      severity: "INFO",
      event: "request_refused",
      endpoint: "sensorData",
      status: 400,
      message: "Request body must be a JSON object.",
    },
  ]);
});

test("refuses a body that is too large", async () => {
  expect(await send("POST", `{"uid":"${"x".repeat(17_000)}"}`)).toEqual({
    status: 413,
    headers: { "Error-Code": "body-too-large" },
    body: { error: "Request body is too large." },
  });
});

test("quotes the client in the refusal, but logs only a fingerprint", async () => {
  const uid = "x".repeat(1000);
  const endpoint: Endpoint = () => Promise.resolve(refuse({ code: "sensor-not-found", uid }));
  expect(await send("POST", "{}", endpoint)).toMatchObject({
    status: 404,
    body: { error: `Sensor UID not found: ${uid}` },
  });
  expect(logged).toMatchObject([{ message: "Sensor UID not found: 44f83544 (1000 characters)" }]);
});

test("answers 503 with Retry-After if the database is unavailable", async () => {
  const endpoint: Endpoint = () => Promise.reject(new Unavailable("timeout", "No answer."));
  expect(await send("POST", "{}", endpoint)).toEqual({
    status: 503,
    headers: { "Error-Code": "database-unavailable", "Retry-After": "5" },
    body: { error: "Database unavailable. Try again." },
  });
  expect(logged).toEqual([
    {
      severity: "WARNING",
      event: "database_unavailable",
      endpoint: "sensorData",
      reason: "timeout",
      message: "No answer.",
    },
  ]);
});

test("answers 503 and logs the cause if the database denies", async () => {
  const endpoint: Endpoint = () => Promise.reject(new Unavailable("denied", "It denies."));
  expect(await send("POST", "{}", endpoint)).toMatchObject({ status: 503 });
  expect(logged).toEqual([
    {
      severity: "ERROR",
      event: "database_denied",
      endpoint: "sensorData",
      message:
        "It denies. Are the rules of this project deployed (firebase deploy --only database)? " +
        "Does the sensor's greenhouse exist, and does it belong to the sensor's farm? Or was the sensor renamed between a stored request and its retry?",
    },
  ]);
});

test("answers 500 without details to other errors, and logs the cause", async () => {
  const endpoint: Endpoint = () => {
    throw new Error("outer", { cause: new Error("inner") });
  };
  expect(await send("POST", "{}", endpoint)).toEqual({
    status: 500,
    headers: { "Error-Code": "internal-error" },
    body: { error: "Internal error." },
  });
  expect(logged).toMatchObject([{ severity: "ERROR", event: "unexpected_error" }]);
  expect(logged[0]).toHaveProperty("message", expect.stringMatching(/outer[^]*inner/));
});

test("tells a client how many seconds it must wait", async () => {
  const endpoint: Endpoint = () => refuse({ code: "too-many-requests", retryAfterSeconds: 7 });
  expect(await send("POST", "{}", endpoint)).toEqual({
    status: 429,
    headers: { "Error-Code": "too-many-requests", "Retry-After": "7" },
    body: { error: "Too many requests. Try again later." },
  });
  expect(logged).toMatchObject([{ event: "request_refused", status: 429 }]);
});

test.each([
  [16 * 1024, false],
  [16 * 1024 + 1, true],
])("tells the endpoint whether a signed body of %i bytes is large", async (bytes, isLarge) => {
  const text = `{"x":"é${"x".repeat(bytes - 10)}"}`;
  const headers = { "x-signature": "sha256=0" };
  const incoming = Object.assign(request("POST", text), { headers });
  const endpoint: Endpoint = ({ isLarge }) => accept({ isLarge });
  expect(await answer(incoming, "sensorData", endpoint, log)).toMatchObject({ body: { isLarge } });
});
