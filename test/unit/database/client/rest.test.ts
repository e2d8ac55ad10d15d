/** The REST client against a real server that fails like networks and databases. */

import { createHook } from "node:async_hooks";
import tls from "node:tls";

import { Unavailable, type Database } from "@greenhouse/database/client/database";
import {
  HttpTransport,
  type HttpTransportOptions,
} from "@greenhouse/database/client/http-transport";
import { Rest, type RestSettings } from "@greenhouse/database/client/rest";
import { SYSTEM_CLOCK } from "@greenhouse/database/client/system-clock";
import {
  accept,
  answerHalf,
  answerWith,
  HostileDatabase,
  reset,
  stall,
  type ReceivedRequest,
} from "../../../support/hostile-database";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { UNKNOWN_CERTIFICATE } from "../../../support/jobs/unknown-certificate";

/** Deadline of requests that are answered. Long, for busy machines. */
const LONG_MS = 10_000;
/** Deadline of requests that are not answered. */
const SHORT_MS = 400;
/** Deadline of requests whose attempts fail: on a busy machine, two attempts take longer than the short deadline. */
const FAILING_MS = 1_500;
/** With this deadline, a copy is sent after 450 ms. */
const COPYING_MS = 1_500;
const SILENCE_MS = 450;

const OVERRIDE = '{"uid":"sensor-ingest"}';
const UPDATE = { "sensors/g1/current/light": 5, "ingest/u1": "ä" };
const DENIED = answerWith(401, '{"error":"Permission denied"}');

/** `origin`: where requests go, if not to the URL. */
type Settings = Partial<RestSettings> & HttpTransportOptions & { readonly origin?: string };

let server: HostileDatabase;
/** Number of pauses before another attempt. */
let pauses: number;
/** Refused tokens. */
let renewed: string[];

/** Active timers of the client. */
const timers = new Set<number>();
const hook = createHook({
  init: (id, type) => {
    const isOurs =
      type === "Timeout" &&
      /database\/client\/(rest|exchange|http-transport|system-clock)\.ts/.test(
        new Error().stack ?? "",
      );
    if (isOurs) timers.add(id);
  },
  destroy: (id) => void timers.delete(id),
});
beforeAll(() => void hook.enable());
afterAll(() => void hook.disable());

beforeEach(async () => {
  server = new HostileDatabase();
  await server.start();
  pauses = 0;
  renewed = [];
});
afterEach(async () => {
  // No attempt is running: open connections wait for another request.
  try {
    await expectSoon(() => Promise.resolve(server.busy), [], 2_000, 1);
  } finally {
    await server.stop();
  }
});

function createRest(settings: Settings = {}): Rest {
  const url = settings.url ?? `http://${server.address}`;
  return new Rest({
    url,
    isEmulator: false,
    transport: new HttpTransport(new URL(settings.origin ?? url), settings),
    clock: SYSTEM_CLOCK,
    uid: "sensor-ingest",
    tokens: {
      get: () => Promise.resolve(`token-${renewed.length}`),
      renew: (token) => void renewed.push(token),
    },
    timeoutMs: LONG_MS,
    random: () => {
      pauses += 1;
      return 0;
    },
    ...settings,
  });
}

const open = (settings?: Settings): Database => createRest(settings).open();

/** Waits for an operation's result or error. Expects that no timer is active a few turns later. */
async function outcomeOf(operation: Promise<unknown>): Promise<unknown> {
  const outcome = await operation.catch((error: unknown) => error);
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
  expect(timers.size).toBe(0);
  return outcome;
}

async function failureOf(operation: Promise<unknown>): Promise<Unavailable> {
  const outcome = await outcomeOf(operation);
  expect(outcome).toBeInstanceOf(Unavailable);
  return outcome as Unavailable;
}

/** Opens connections that are kept afterwards. */
async function keep(rest: Rest, count = 1): Promise<void> {
  server.behaviours = [stall];
  const reads = Array.from({ length: count }, () => rest.open().read("kept"));
  for (const { response } of await server.requests.count(count)) response.end("null");
  await Promise.all(reads);
  await expectSoon(() => Promise.resolve(server.busy), [], 2_000, 1);
  server.behaviours = [answerWith(200, "null")];
  server.requests.all.length = 0;
}

const connectionsOf = (requests: readonly ReceivedRequest[]): readonly number[] =>
  requests.map(({ connection }) => connection);

describe("on the wire", () => {
  test("sends a look-up", async () => {
    server.behaviours = [answerWith(200, '{"name":"ä"}')];
    expect(await outcomeOf(open().read("registeredSensors/u1"))).toEqual({ name: "ä" });
    const [request] = server.requests.all;
    expect(request).toMatchObject({ method: "GET", body: "" });
    const { pathname, searchParams } = new URL(request!.target, "http://x");
    expect(pathname).toBe("/registeredSensors/u1.json");
    expect([...searchParams]).toEqual([["auth_variable_override", OVERRIDE]]);
    expect(request!.headers).toEqual({
      host: server.address,
      connection: "keep-alive",
      authorization: "Bearer token-0",
    });
  });

  test("sends a query", async () => {
    const query = { orderBy: "$key", startAfter: 'a "ä"', endBefore: "b&c", limitToFirst: 2 };
    await open({ uid: "farm-watch" }).read("greenhouses", query);
    const { searchParams } = new URL(server.requests.all[0]!.target, "http://x");
    expect(Object.fromEntries(searchParams)).toEqual({
      orderBy: '"$key"',
      startAfter: '"a \\"ä\\""',
      endBefore: '"b&c"',
      limitToFirst: "2",
      auth_variable_override: '{"uid":"farm-watch"}',
    });
  });

  test("sends an update", async () => {
    server.behaviours = [accept];
    expect(await outcomeOf(open().commit(UPDATE))).toBe("stored");
    const [request] = server.requests.all;
    expect(request).toMatchObject({ method: "PATCH", body: JSON.stringify(UPDATE) });
    const { pathname, searchParams } = new URL(request!.target, "http://x");
    expect(pathname).toBe("/.json");
    expect(Object.fromEntries(searchParams)).toEqual({
      print: "silent",
      auth_variable_override: OVERRIDE,
    });
    expect(request!.headers).toEqual({
      host: server.address,
      connection: "keep-alive",
      authorization: "Bearer token-0",
      "content-length": String(Buffer.byteLength(JSON.stringify(UPDATE))),
    });
  });

  test.each(["ä🌱 b", "100%2F", "?x=1&y", "a+b;\"'\\"])(
    "escapes the id %j as one segment of the path",
    async (id) => {
      await open().read(`sensorKeys/${id}`);
      const [path = ""] = server.requests.all[0]!.target.split("?");
      expect(path).toMatch(/^\/sensorKeys\/[^/]+\.json$/);
      expect(decodeURIComponent(path)).toBe(`/sensorKeys/${id}.json`);
    },
  );

  test.each([
    ["an emulator: the name of the instance", "https://farm-1.europe.example", true, "farm-1"],
    ["an emulator: what the URL says", "http://localhost:9000?ns=north", true, "north"],
    ["the instance itself: none", undefined, false, null],
    ["the instance itself, where its URL has one", "?ns=north", false, "north"],
  ])("ns of %s", async (_, url, isEmulator, ns) => {
    const origin = `http://${server.address}`;
    const instance = isEmulator ? url! : `http://${server.address}/${url ?? ""}`;
    await open({ url: instance, origin, isEmulator }).read("a");
    const { searchParams } = new URL(server.requests.all[0]!.target, "http://x");
    expect(searchParams.get("ns")).toBe(ns);
  });

  test("uses one connection for consecutive requests", async () => {
    const rest = createRest();
    await rest.open().read("a");
    server.behaviours = [accept];
    await rest.open().commit(UPDATE);
    await rest.open().commit(UPDATE);
    expect(connectionsOf(server.requests.all)).toEqual([1, 1, 1]);
  });

  test("waits for a connection if the limit is reached", async () => {
    const rest = createRest({ maxConnections: 2 });
    const reads = Array.from({ length: 5 }, () => rest.open().read("a"));
    await outcomeOf(Promise.all(reads));
    expect([server.requests.all.length, server.connections]).toEqual([5, 2]);
  });

  test("closes all connections", async () => {
    const rest = createRest();
    await keep(rest, 2);
    rest.close();
    await server.closed(1, 2);
  });

  test("sends concurrent requests at once, each on its own connection", async () => {
    const rest = createRest();
    await keep(rest, 30);
    expect(server.kept).toHaveLength(30);
  });
});

describe("answers", () => {
  test.each([
    ["null", null],
    ['{"a":{"b":true}}', { a: { b: true } }],
  ])("parses 200 %s of a look-up", async (text, value) => {
    server.behaviours = [answerWith(200, text)];
    expect(await outcomeOf(open().read("a"))).toEqual(value);
  });

  test("joins a character that arrives in two parts", async () => {
    const bytes = Buffer.from('"🌱"');
    server.behaviours = [
      ({ response }) => {
        response.write(bytes.subarray(0, 3), () => response.end(bytes.subarray(3)));
      },
    ];
    expect(await outcomeOf(open().read("a"))).toBe("🌱");
  });

  test.each([
    ["a million", {}, 1e6],
    ["the settings' limit", { maxAnswerCharacters: 10 }, 10],
  ])("drops an answer longer than %s and does not retry", async (_, settings, max) => {
    server.behaviours = [
      answerWith(200, `"${"x".repeat(max - 2)}"`),
      answerWith(200, `"${"x".repeat(max - 1)}"`),
    ];
    expect(await outcomeOf(open(settings).read("a"))).toBe("x".repeat(max - 2));
    const { reason, message } = await failureOf(open(settings).read("a"));
    expect([reason, message]).toEqual(["failed", "The database's answer is too long."]);
    expect([server.requests.all.length, pauses]).toEqual([2, 0]);
  });

  test("reports a denied look-up without the client's data", async () => {
    server.behaviours = [DENIED];
    const { reason, message } = await failureOf(open().read("registeredSensors/secret"));
    const text = "The database's rules forbid reading registeredSensors.";
    expect([reason, message]).toEqual(["denied", text]);
    expect(renewed).toEqual([]);
  });

  test("reports a denied update", async () => {
    server.behaviours = [DENIED];
    expect(await outcomeOf(open().commit(UPDATE))).toBe("denied");
    expect([server.requests.all.length, renewed]).toEqual([1, []]);
  });

  test.each([400, 412])("does not retry after %i", async (status) => {
    server.behaviours = [answerWith(status, `{"error":"${"x".repeat(1_000)}"}`)];
    const operations = [() => open().read("a"), () => open().commit(UPDATE)];
    for (const operate of operations) {
      const { reason, message } = await failureOf(operate());
      expect(reason).toBe("failed");
      expect(message).toMatch(new RegExp(`^The database answered ${status}: {"error":"x{189}…$`));
    }
    expect([server.requests.all.length, pauses]).toEqual([2, 0]);
  });

  test.each([302, 308])("does not follow a redirect with %i", async (status) => {
    server.behaviours = [answerWith(status, "", { Location: `http://${server.address}/b.json` })];
    expect(await failureOf(open().commit(UPDATE))).toMatchObject({ reason: "failed" });
    expect([server.requests.all.length, pauses]).toEqual([1, 0]);
  });

  test("treats only 204 as a stored update", async () => {
    server.behaviours = [answerWith(200, "<html>Sign in</html>")];
    expect(await failureOf(open().commit(UPDATE))).toMatchObject({ reason: "failed" });
    expect(server.requests.all).toHaveLength(1);
  });

  test("treats a text that is not JSON as a failure", async () => {
    server.behaviours = [answerWith(200, "<html>Sign in</html>")];
    expect(await failureOf(open().read("a"))).toMatchObject({ reason: "failed" });
  });
});

describe("tokens", () => {
  const INVALID = answerWith(401, '{"error":"Unauthorized request."}');

  test("renews a refused token and sends the request again at once", async () => {
    server.behaviours = [INVALID, accept];
    expect(await outcomeOf(open().commit(UPDATE))).toBe("stored");
    expect(server.requests.all.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer token-0",
      "Bearer token-1",
    ]);
    expect(server.requests.all[1]!.body).toBe(JSON.stringify(UPDATE));
    expect([renewed, pauses]).toEqual([["token-0"], 0]);
  });

  test("gives up after a second refused token", async () => {
    server.behaviours = [INVALID];
    const { reason, message } = await failureOf(open().read("a"));
    expect(reason).toBe("failed");
    expect(message).toBe('The database answered 401: {"error":"Unauthorized request."}');
    expect([server.requests.all.length, renewed]).toEqual([2, ["token-0"]]);
  });

  test("asks for a token again after an error", async () => {
    let calls = 0;
    const get = (): Promise<string> => {
      calls += 1;
      return calls < 3 ? Promise.reject(new Error("no network")) : Promise.resolve("t");
    };
    const tokens = { get, renew: () => undefined };
    expect(await outcomeOf(open({ tokens }).read("a"))).toBeNull();
    expect([calls, pauses]).toEqual([3, 2]);
  });

  test("names a missing token as the cause at the deadline", async () => {
    const problem = new Error("no network");
    const tokens = { get: () => Promise.reject(problem), renew: () => undefined };
    const failure = await failureOf(open({ tokens, timeoutMs: SHORT_MS }).read("a"));
    expect(failure).toMatchObject({ reason: "timeout", cause: problem });
    expect(server.connections).toBe(0);
  });

  test("never extends the settings' deadline, but may shorten it", async () => {
    const tokens = { get: () => Promise.reject(new Error("no network")), renew: () => undefined };
    const isOver = async (settingMs: number, timeoutMs: number): Promise<unknown> =>
      failureOf(createRest({ tokens, timeoutMs: settingMs }).open(timeoutMs).read("a"));
    expect(await isOver(SHORT_MS, 10 * LONG_MS)).toMatchObject({ reason: "timeout" });
    expect(await isOver(10 * LONG_MS, SHORT_MS)).toMatchObject({ reason: "timeout" });
  });

  test("does not use a token that arrives after the deadline", async () => {
    const token = Promise.withResolvers<string>();
    const tokens = { get: () => token.promise, renew: () => undefined };
    const database = open({ tokens, timeoutMs: SHORT_MS });
    expect(await failureOf(database.commit(UPDATE))).toMatchObject({ reason: "timeout" });
    token.resolve("late");
    // A connection that the client opened now would arrive before this request.
    await open().read("a");
    expect([server.connections, server.requests.all.length]).toEqual([1, 1]);
  });
});

describe("another attempt after a pause", () => {
  test.each([
    [429, ""],
    [503, ""],
  ])("%i", async (status, text) => {
    server.behaviours = [answerWith(status, text), answerWith(status, text), accept];
    expect(await outcomeOf(open().commit(UPDATE))).toBe("stored");
    expect([server.requests.all.length, pauses]).toEqual([3, 2]);
  });

  test("waits 250 ms times 0.5 + random", async () => {
    server.behaviours = [answerWith(503), answerWith(503), accept];
    await open({ random: () => 0.999 }).commit(UPDATE);
    const times = server.requests.all.map(({ receivedMs }) => receivedMs);
    const gaps = times.slice(1).map((time, index) => time - times[index]!);
    // Timers are accurate to a millisecond. Only a busy machine makes a pause longer.
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(372);
    expect(Math.min(...gaps)).toBeLessThan(474);
  });

  test("names 429 as the cause at the deadline", async () => {
    server.behaviours = [answerWith(429, "slow down")];
    const failure = await failureOf(open({ timeoutMs: FAILING_MS }).commit(UPDATE));
    expect(failure).toMatchObject({
      reason: "timeout",
      message: "The database did not answer in time.",
      cause: { message: "The database answered 429: slow down" },
    });
    expect(server.requests.all.length).toBeGreaterThan(1);
  });

  test("succeeds when a server starts to listen", async () => {
    await server.stop();
    let hasBegun = (): void => undefined;
    const begun = new Promise<void>((resolve) => (hasBegun = resolve));
    const random = (): number => {
      hasBegun();
      return 0;
    };
    const reading = outcomeOf(open({ random }).read("a"));
    await begun;
    await server.start();
    expect(await reading).toBeNull();
  });

  test("retries if a new connection is reset before the request was read", async () => {
    server.resets = 2;
    server.behaviours = [accept];
    expect(await outcomeOf(open().commit(UPDATE))).toBe("stored");
    expect([server.connections, server.requests.all.length, pauses]).toEqual([3, 1, 2]);
  });

  test("retries if a new connection is reset after the request", async () => {
    server.behaviours = [reset, accept];
    expect(await outcomeOf(open().commit(UPDATE))).toBe("stored");
    expect(server.requests.all.map(({ body }) => body)).toEqual(
      Array(2).fill(JSON.stringify(UPDATE)),
    );
    expect([server.connections, pauses]).toEqual([2, 1]);
  });

  test("retries after half an answer and the end of the connection", async () => {
    server.behaviours = [answerHalf, answerWith(200, "5")];
    expect(await outcomeOf(open().read("a"))).toBe(5);
    expect([server.connections, pauses]).toEqual([2, 1]);
  });
});

describe("a kept connection", () => {
  test.each([
    ["is reset", reset],
    ["ends with half an answer", answerHalf],
  ])(
    "that %s: sends again at once on a new connection and drops other kept connections",
    async (_, fail) => {
      const rest = createRest();
      await keep(rest, 3);
      server.behaviours = [fail, accept];
      expect(await outcomeOf(rest.open().commit(UPDATE))).toBe("stored");
      const [first, second] = connectionsOf(server.requests.all);
      expect([1, 2, 3]).toContain(first);
      expect([second, pauses]).toEqual([4, 0]);
      await server.closed(1, 2, 3);
      expect(server.kept).toEqual([4]);
    },
  );

  test("that was closed: stores the request, even if the client did not notice the end", async () => {
    const rest = createRest();
    await keep(rest, 3);
    await server.stop();
    await server.start();
    server.behaviours = [accept];
    expect(await outcomeOf(rest.open().commit(UPDATE))).toBe("stored");
    expect([server.requests.all.length, pauses]).toEqual([1, 0]);
  });

  test("that stalls: sends a copy on a new connection and uses the copy's answer if first", async () => {
    const rest = createRest({ timeoutMs: COPYING_MS });
    await keep(rest, 2);
    server.behaviours = [stall, accept];
    const startMs = performance.now();
    expect(await outcomeOf(rest.open().commit(UPDATE))).toBe("stored");
    const [original, copy] = server.requests.all;
    expect(copy!.receivedMs - startMs).toBeGreaterThanOrEqual(SILENCE_MS - 2);
    expect([copy!.connection, copy!.body]).toEqual([3, original!.body]);
    expect([server.requests.all.length, pauses]).toEqual([2, 0]);
    // The slower connection ends, and so does the unused connection.
    await server.closed(1, 2);
    expect(server.kept).toEqual([3]);
  });

  test("that stalls: uses the original's answer if first", async () => {
    const rest = createRest({ timeoutMs: COPYING_MS });
    await keep(rest);
    server.behaviours = [stall];
    const reading = outcomeOf(rest.open().read("a"));
    const [original] = await server.requests.count(2);
    answerWith(200, "5")(original!);
    expect(await reading).toBe(5);
    await server.closed(2);
    expect(server.kept).toEqual([1]);
  });

  test("that answers in time: does not send a copy", async () => {
    const rest = createRest({ timeoutMs: LONG_MS });
    await keep(rest);
    server.behaviours = [stall];
    const reading = outcomeOf(rest.open().read("a"));
    const [original] = await server.requests.count(1);
    answerWith(200, "5")(original!);
    expect([await reading, server.requests.all.length]).toEqual([5, 1]);
  });

  test("that stalls: does not send a copy if the settings forbid it", async () => {
    const rest = createRest({ timeoutMs: COPYING_MS, mayCopy: false });
    await keep(rest);
    server.behaviours = [stall];
    expect(await failureOf(rest.open().commit(UPDATE))).toMatchObject({ reason: "timeout" });
    expect(server.requests.all).toHaveLength(1);
  });

  test("that stalls like its copy: sends only one copy until the deadline", async () => {
    const rest = createRest({ timeoutMs: COPYING_MS });
    await keep(rest);
    server.behaviours = [stall];
    const failure = await failureOf(rest.open().commit(UPDATE));
    expect(failure).toMatchObject({ reason: "timeout" });
    expect(connectionsOf(server.requests.all)).toEqual([1, 2]);
    await server.closed(1, 2);
  });

  test("that stalls, and whose copy fails: uses the original's answer", async () => {
    const rest = createRest({ timeoutMs: COPYING_MS });
    await keep(rest);
    server.behaviours = [stall, reset, stall];
    const reading = outcomeOf(rest.open().read("a"));
    const [original] = await server.requests.count(2);
    await server.closed(2);
    answerWith(200, "5")(original!);
    expect(await reading).toBe(5);
  });
});

describe("the deadline", () => {
  test("does not send a copy if a new connection stalls", async () => {
    server.behaviours = [stall];
    const startMs = performance.now();
    const failure = await failureOf(open({ timeoutMs: SHORT_MS }).commit(UPDATE));
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(SHORT_MS - 2);
    expect(failure).toMatchObject({ reason: "timeout", cause: undefined });
    expect([server.connections, server.requests.all.length]).toEqual([1, 1]);
    await server.closed(1);
  });

  test("does not accept half an answer", async () => {
    server.behaviours = [
      ({ response }) => {
        response.writeHead(200, { "Content-Length": "100" });
        response.write('{"half":');
      },
    ];
    const failure = await failureOf(open({ timeoutMs: SHORT_MS }).read("a"));
    expect(failure).toMatchObject({ reason: "timeout" });
    await server.closed(1);
  });

  test("covers all operations of a request together", async () => {
    const database = open({ timeoutMs: FAILING_MS });
    const startMs = performance.now();
    let reads = 0;
    let failure: unknown;
    while (failure === undefined) {
      failure = await database.read("a").then(
        () => undefined,
        (error: unknown) => error,
      );
      reads += 1;
    }
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(FAILING_MS - 2);
    expect(failure).toMatchObject({ reason: "timeout" });
    expect(reads).toBeGreaterThan(1);
  });

  test("sends nothing if an operation starts after it", async () => {
    const rest = createRest({ timeoutMs: SHORT_MS });
    await keep(rest);
    const startMs = performance.now();
    const database = rest.open();
    while (performance.now() - startMs <= SHORT_MS) await new Promise(setImmediate);
    expect(await failureOf(database.commit(UPDATE))).toMatchObject({ reason: "timeout" });
    // Anything that the client sent would arrive before this request.
    await open().read("a");
    expect(server.requests.all.map(({ method }) => method)).toEqual(["GET"]);
  });
});

describe("HTTPS", () => {
  beforeEach(async () => {
    await server.stop();
    server = new HostileDatabase(UNKNOWN_CERTIFICATE);
    await server.start();
  });
  const url = (): string => `https://${server.address}`;

  test("sends nothing with an untrusted certificate, and names its error as the cause", async () => {
    const failure = await failureOf(open({ url: url(), timeoutMs: FAILING_MS }).commit(UPDATE));
    expect(failure).toMatchObject({
      reason: "timeout",
      cause: { code: "DEPTH_ZERO_SELF_SIGNED_CERT" },
    });
    expect(server.connections).toBeGreaterThan(0);
    expect(server.requests.all).toEqual([]);
  });

  describe("with a certificate that this process trusts", () => {
    const before = tls.getCACertificates();
    beforeAll(() => tls.setDefaultCACertificates([...before, UNKNOWN_CERTIFICATE.cert]));
    afterAll(() => tls.setDefaultCACertificates(before));

    test("stores an update and uses the connection again for the next update", async () => {
      server.behaviours = [accept];
      const rest = createRest({ url: url() });
      expect(await outcomeOf(rest.open().commit(UPDATE))).toBe("stored");
      expect(await outcomeOf(rest.open().commit(UPDATE))).toBe("stored");
      expect(server.requests.all.map(({ body }) => body)).toEqual(
        Array(2).fill(JSON.stringify(UPDATE)),
      );
      expect(server.connections).toBe(1);
    });
  });
});
