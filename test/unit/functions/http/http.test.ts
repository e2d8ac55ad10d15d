/** The HTTP layer: bodies, answers and the rate limit. */

import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { fc } from "rtdb-emulator/testing/properties";
import { MAX_BODY_BYTES } from "@greenhouse/domain/reading-limits";
import { Unavailable } from "@greenhouse/database/client/database";
import { readBody } from "../../../../functions/src/http/body";
import { answer, type Incoming, type Reply } from "../../../../functions/src/http/dispatch";
import { createRateLimit, type RateLimit } from "../../../../functions/src/http/rate-limit";
import { Log } from "../../../../functions/src/log";
import type { Endpoint } from "../../../../functions/src/request/endpoint";
import { accept, refuse } from "../../../../functions/src/result";

describe("a body", () => {
  const bytes = (length: number): Buffer => Buffer.alloc(length, "a");
  const tooLarge = { ok: false, refusal: { code: "body-too-large" } };
  const noObject = { ok: false, refusal: { code: "body-not-an-object" } };

  async function read(source: Readable | Buffer, encoding?: string, maxBytes = MAX_BODY_BYTES) {
    const stream = source instanceof Readable ? source : Readable.from([source]);
    const headers = encoding === undefined ? {} : { "content-encoding": encoding };
    const body = await readBody(Object.assign(stream, { headers }), maxBytes);
    return body.ok ? body.value : body;
  }

  test.each([
    ["is joined from its pieces", ['{"uid":"\xc3', '\xa9"}'], '{"uid":"é"}'],
    ["may be empty", [], ""],
    ["loses its byte order mark", ["\xef\xbb\xbf{}"], "{}"],
  ])("%s", async (_, pieces, text) => {
    const source = Readable.from(pieces.map((piece) => Buffer.from(piece, "latin1")));
    expect(await read(source)).toMatchObject({ text });
  });

  test("must be UTF-8, complete, and gzip if it says so", async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield await Promise.resolve(Buffer.from("{}"));
      throw new Error("aborted");
    }
    expect(await read(Buffer.from([0x7b, 0xff, 0x7d]))).toEqual(noObject);
    expect(await read(Readable.from(broken()))).toEqual(noObject);
    expect(await read(Buffer.from("{}"), "gzip")).toEqual(noObject);
  });

  test("may have 16 KiB, and is read to its end if it is larger", async () => {
    const whole = Readable.from([bytes(MAX_BODY_BYTES - 1), bytes(1)]);
    expect(await read(whole)).toHaveProperty("text");
    const source = Readable.from([bytes(MAX_BODY_BYTES), bytes(1), bytes(MAX_BODY_BYTES)]);
    expect(await read(source)).toEqual(tooLarge);
    expect(source.readableEnded).toBe(true);
  });

  test.each([MAX_BODY_BYTES + 1, 10_000_000])(
    "is not inflated beyond 16 KiB: %d bytes",
    async (length) => {
      // The end is missing, and is not read.
      expect(await read(gzipSync(bytes(length)).subarray(0, -8), "gzip")).toEqual(tooLarge);
    },
  );

  test("is refused in another encoding after it has been read to its end", async () => {
    const source = Readable.from([bytes(10), bytes(MAX_BODY_BYTES)]);
    const refused = { ok: false, refusal: { code: "unsupported-encoding" } };
    expect(await read(source, "br")).toEqual(refused);
    expect(source.readableEnded).toBe(true);
  });

  test("has the caller's limit, before and after it is inflated", async () => {
    const sent = gzipSync(bytes(100));
    expect(await read(sent, "gzip", 99)).toEqual(tooLarge);
    expect(await read(sent, "gzip", sent.length - 1)).toEqual(tooLarge);
  });
});

describe("an answer", () => {
  const logged: object[] = [];
  const log = new Log((entry) => logged.push(entry));
  beforeEach(() => (logged.length = 0));

  const nothing: Endpoint = () => accept({});

  function request(method: string, text: string): Incoming {
    return Object.assign(Readable.from([Buffer.from(text)]), { method, headers: {} });
  }

  function send(method: string, text: string, endpoint = nothing): Promise<Reply> {
    return answer(request(method, text), "sensorData", endpoint, log);
  }

  test("does not log another method, because devices ask for the time like this", async () => {
    expect(await send("HEAD", "")).toMatchObject({
      status: 405,
      headers: { "Error-Code": "method-not-allowed", Allow: "POST" },
    });
    expect(logged).toEqual([]);
  });

  test("refuses and logs a body that is not an object", async () => {
    const error = "Request body must be a JSON object.";
    expect(await send("POST", "[]")).toEqual({
      status: 400,
      headers: { "Error-Code": "body-not-an-object" },
      body: { error },
    });
    const entry = { severity: "INFO", event: "request_refused", endpoint: "sensorData" };
    expect(logged).toEqual([{ ...entry, status: 400, message: error }]);
  });

  test("names a value that is not JSON", async () => {
    const { body } = await send("POST", '{"temperature":NaN}');
    expect(body).toEqual({
      error:
        "Request body must be a JSON object: NaN is not JSON. Send null, or leave the field out.",
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

  test.each([
    [new Unavailable("timeout", "No answer."), "database_unavailable", "No answer."],
    [
      new Unavailable("denied", "It denies."),
      "database_denied",
      expect.stringMatching(/^It denies\. Are the rules of this project deployed/),
    ],
  ])("is 503 with Retry-After if the database fails: %p", async (error, event, message) => {
    expect(await send("POST", "{}", () => Promise.reject(error))).toEqual({
      status: 503,
      headers: { "Error-Code": "database-unavailable", "Retry-After": "5" },
      body: { error: "Database unavailable. Try again." },
    });
    expect(logged).toMatchObject([{ event, endpoint: "sensorData", message }]);
  });

  test("is 500 without details after other errors, and the cause is logged", async () => {
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

  test.each([
    [16 * 1024, undefined, false],
    [16 * 1024 + 1, undefined, true],
    [16 * 1024 + 1, "gzip", true],
  ])("tells the endpoint whether %i signed bytes (%s) are large", async (size, encoding, large) => {
    const text = `{"x":"é${"x".repeat(size - 10)}"}`;
    const sent = encoding === undefined ? Buffer.from(text) : gzipSync(text);
    const headers = { "x-signature": "sha256=0", "content-encoding": encoding };
    const incoming = Object.assign(Readable.from([sent]), { method: "POST", headers });
    const endpoint: Endpoint = ({ isLarge }) => accept({ isLarge });
    const reply = await answer(incoming, "sensorData", endpoint, log);
    expect(reply).toMatchObject({ body: { isLarge: large } });
  });
});

describe("the rate limit", () => {
  let nowMs = 0;
  beforeEach(() => (nowMs = 5_000));

  const create = (perMinute: number, maxClients = 10): RateLimit =>
    createRateLimit(perMinute, () => nowMs, maxClients);
  const send = (limit: RateLimit, key: string, count: number): number[] =>
    Array.from({ length: count }, () => limit(key));

  test("accepts a minute's requests at once, then one request per share of a minute", () => {
    const limit = create(4);
    expect(send(limit, "a", 5)).toEqual([0, 0, 0, 0, 15]);
    nowMs += 14_000;
    expect(limit("a")).toBe(1);
    nowMs += 1_000;
    expect(send(limit, "a", 2)).toEqual([0, 15]);
    expect(send(limit, "b", 4)).toEqual([0, 0, 0, 0]);
  });

  test("does not count refused requests", () => {
    const limit = create(1);
    expect(send(limit, "a", 3)).toEqual([0, 60, 60]);
    nowMs += 60_000;
    expect(limit("a")).toBe(0);
  });

  test("resets the budget of the least recently served key if there are too many keys", () => {
    const limit = create(1, 2);
    expect(["a", "b", "c"].map((key) => limit(key))).toEqual([0, 0, 0]);
    expect(["b", "c", "a"].map((key) => limit(key))).toEqual([60, 60, 0]);
  });

  test("never refuses even requests, and never serves more than twice the limit in a minute", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000 }),
        fc.array(fc.nat({ max: 90_000 }), { minLength: 1, maxLength: 50 }),
        (perMinute, pauses) => {
          const limit = create(perMinute);
          for (let sent = 0; sent < perMinute; sent += 1) {
            expect(limit("even")).toBe(0);
            nowMs += 60_000 / perMinute;
          }
          for (const pause of pauses) {
            nowMs += pause;
            const served = send(limit, "greedy", 3 * perMinute).filter((wait) => wait === 0);
            expect(served.length).toBeLessThanOrEqual(perMinute);
            const wait = limit("greedy");
            expect(wait).toBeGreaterThan(0);
            nowMs += wait * 1000;
            expect(limit("greedy")).toBe(0);
          }
        },
      ),
      { numRuns: 20 },
    );
  });
});
