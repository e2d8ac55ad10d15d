/** The REST client on a scripted transport: what it sends, how it reads answers, and when it tries again. */

import { Unavailable, type Database } from "@greenhouse/database/client/database";
import { Rest, type RestSettings } from "@greenhouse/database/client/rest";
import { SYSTEM_CLOCK } from "@greenhouse/database/client/system-clock";
import type {
  Attempt,
  AttemptEnd,
  RestRequest,
  Transport,
} from "@greenhouse/database/client/transport";

/** A copy is sent after three seconds. */
const TIMEOUT_MS = 10_000;
const UPDATE = { "sensors/g1/current/light": 5, "ingest/u1": "ä" };

const answered = (status: number, text = ""): AttemptEnd => ({
  kind: "answered",
  answer: { status, text },
});
const STORED = answered(204);
const DENIED = answered(401, '{"error":"Permission denied"}');
const INVALID_TOKEN = answered(401, '{"error":"Unauthorized request."}');
const BROKEN: AttemptEnd = { kind: "failed", problem: new Error("reset") };
/** No answer comes by itself. */
const STALLS = undefined;

interface Sent extends RestRequest, Attempt {
  readonly atMs: number;
  isOver: boolean;
  end: (end: AttemptEnd) => void;
}

/** How the next attempts end; the last one stays. */
let ends: (AttemptEnd | undefined)[];
let attempts: Sent[];
/** Connections that an earlier request left open. */
let kept: number;
/** Refused tokens. */
let renewed: string[];
let startMs: number;

const transport: Transport = {
  send: (request, onEnd) => {
    const attempt: Sent = {
      ...request,
      atMs: performance.now() - startMs,
      usesKeptConnection: kept > 0,
      isOver: false,
      end: (end) => {
        attempt.isOver = true;
        onEnd(end);
      },
      abort: () => void (attempt.isOver = true),
    };
    kept -= attempt.usesKeptConnection ? 1 : 0;
    attempts.push(attempt);
    const [end] = ends.length > 1 ? ends.splice(0, 1) : ends;
    if (end !== undefined) void Promise.resolve().then(() => attempt.end(end));
    return attempt;
  },
  closeIdle: () => void (kept = 0),
  close: () => undefined,
};

beforeEach(() => {
  jest.useFakeTimers();
  startMs = performance.now();
  ends = [answered(200, "null")];
  attempts = [];
  kept = 0;
  renewed = [];
});
afterEach(() => {
  expect([jest.getTimerCount(), attempts.filter(({ isOver }) => !isOver)]).toEqual([0, []]);
  jest.useRealTimers();
});

function createRest(settings: Partial<RestSettings> = {}): Rest {
  return new Rest({
    url: "https://farm-1.example",
    isEmulator: false,
    transport,
    clock: SYSTEM_CLOCK,
    uid: "sensor-ingest",
    tokens: {
      get: () => Promise.resolve(`token-${renewed.length}`),
      renew: (token) => void renewed.push(token),
    },
    timeoutMs: TIMEOUT_MS,
    random: () => 0.5,
    ...settings,
  });
}

const open = (settings?: Partial<RestSettings>): Database => createRest(settings).open();

/** Lets time pass until the operation is over. @returns its result or error */
async function outcomeOf(operation: Promise<unknown>): Promise<unknown> {
  const outcome = operation.catch((error: unknown) => error);
  await jest.runAllTimersAsync();
  return outcome;
}

async function failureOf(operation: Promise<unknown>): Promise<Unavailable> {
  const outcome = await outcomeOf(operation);
  expect(outcome).toBeInstanceOf(Unavailable);
  return outcome as Unavailable;
}

const times = (): readonly number[] => attempts.map(({ atMs }) => atMs);
const urlOf = ({ path }: RestRequest): URL => new URL(path, "http://x");

describe("requests", () => {
  test("look something up", async () => {
    ends = [answered(200, '{"name":"ä"}')];
    expect(await outcomeOf(open().read("registeredSensors/u1"))).toEqual({ name: "ä" });
    const [request] = attempts as [Sent];
    expect(request).toMatchObject({ method: "GET", token: "token-0" });
    const { pathname, searchParams } = urlOf(request);
    expect(pathname).toBe("/registeredSensors/u1.json");
    expect([...searchParams]).toEqual([["auth_variable_override", '{"uid":"sensor-ingest"}']]);
  });

  test("query", async () => {
    const query = { orderBy: "$key", startAfter: 'a "ä"', endBefore: "b&c", limitToFirst: 2 };
    await outcomeOf(open({ uid: "farm-watch" }).read("greenhouses", query));
    expect(Object.fromEntries(urlOf(attempts[0]!).searchParams)).toEqual({
      orderBy: '"$key"',
      startAfter: '"a \\"ä\\""',
      endBefore: '"b&c"',
      limitToFirst: "2",
      auth_variable_override: '{"uid":"farm-watch"}',
    });
  });

  test("update", async () => {
    ends = [STORED];
    expect(await outcomeOf(open().commit(UPDATE))).toBe("stored");
    const [request] = attempts as [Sent];
    expect(request).toMatchObject({ method: "PATCH", body: JSON.stringify(UPDATE) });
    const { pathname, searchParams } = urlOf(request);
    expect(pathname).toBe("/.json");
    expect(searchParams.get("print")).toBe("silent");
  });

  test.each(["ä🌱 b?x=1&y", "100%2F"])(
    "escape the id %j as one segment of the path",
    async (id) => {
      await outcomeOf(open().read(`sensorKeys/${id}`));
      const [path = ""] = attempts[0]!.path.split("?");
      expect(path).toMatch(/^\/sensorKeys\/[^/]+\.json$/);
      expect(decodeURIComponent(path)).toBe(`/sensorKeys/${id}.json`);
    },
  );

  test.each([
    ["an emulator: the name of the instance", "https://farm-1.europe.example", true, "farm-1"],
    ["an emulator: what the URL says", "http://localhost:9000?ns=north", true, "north"],
    ["the instance itself: none", "https://farm-1.europe.example", false, null],
  ])("ns of %s", async (_, url, isEmulator, ns) => {
    await outcomeOf(open({ url, isEmulator }).read("a"));
    expect(urlOf(attempts[0]!).searchParams.get("ns")).toBe(ns);
  });
});

describe("answers", () => {
  test("a denied look-up is reported without the client's data", async () => {
    ends = [DENIED];
    const { reason, message } = await failureOf(open().read("registeredSensors/secret"));
    const text = "The database's rules forbid reading registeredSensors.";
    expect([reason, message, renewed]).toEqual(["denied", text, []]);
  });

  test("a denied update is reported", async () => {
    ends = [DENIED];
    expect(await outcomeOf(open().commit(UPDATE))).toBe("denied");
    expect([attempts.length, renewed]).toEqual([1, []]);
  });

  test("an answer that is too long is not asked for again", async () => {
    ends = [{ kind: "too long" }];
    const { reason, message } = await failureOf(open().read("a"));
    expect([reason, message]).toEqual(["failed", "The database's answer is too long."]);
    expect(attempts).toHaveLength(1);
  });

  test.each([
    ["400", answered(400, `{"error":"${"x".repeat(1_000)}"}`), /answered 400: {"error":"x{189}…$/],
    ["a redirect", answered(302), /answered 302/],
    ["a page of another server", answered(200, "<html>Sign in</html>"), /answered 200: <html>/],
  ])("%s is a failure without another attempt", async (_, answer, message) => {
    ends = [answer];
    for (const operation of [open().read("a"), open().commit(UPDATE)]) {
      const failure = await failureOf(operation);
      expect([failure.reason, failure.message]).toEqual(["failed", expect.stringMatching(message)]);
    }
    expect(attempts).toHaveLength(2);
  });
});

describe("tokens", () => {
  test("a refused token is renewed, and the request is sent again at once", async () => {
    ends = [INVALID_TOKEN, STORED];
    expect(await outcomeOf(open().commit(UPDATE))).toBe("stored");
    expect(attempts.map(({ token }) => token)).toEqual(["token-0", "token-1"]);
    expect([renewed, times()]).toEqual([["token-0"], [0, 0]]);
  });

  test("a second refused token is a failure", async () => {
    ends = [INVALID_TOKEN];
    expect(await failureOf(open().read("a"))).toMatchObject({
      reason: "failed",
      message: 'The database answered 401: {"error":"Unauthorized request."}',
    });
    expect([attempts.length, renewed]).toEqual([2, ["token-0"]]);
  });

  test("are asked for again after an error, which is the cause at the deadline", async () => {
    const problem = new Error("no network");
    let calls = 0;
    const get = (): Promise<string> => {
      calls += 1;
      return calls % 3 === 0 ? Promise.resolve("t") : Promise.reject(problem);
    };
    const tokens = { get, renew: () => undefined };
    expect(await outcomeOf(open({ tokens }).read("a"))).toBeNull();
    expect(times()).toEqual([500]);
    const failure = await failureOf(open({ tokens, timeoutMs: 400 }).read("a"));
    expect(failure).toMatchObject({ reason: "timeout", cause: problem });
  });

  test("that arrive after the deadline are not used", async () => {
    const token = Promise.withResolvers<string>();
    const tokens = { get: () => token.promise, renew: () => undefined };
    expect(await failureOf(open({ tokens }).commit(UPDATE))).toMatchObject({ reason: "timeout" });
    token.resolve("late");
    await jest.runAllTimersAsync();
    expect(attempts).toEqual([]);
  });
});

describe("another attempt", () => {
  test.each([
    ["429", answered(429)],
    ["503", answered(503)],
    ["a connection that breaks", BROKEN],
  ])("follows a pause after %s", async (_, end) => {
    ends = [end, end, STORED];
    expect(await outcomeOf(open().commit(UPDATE))).toBe("stored");
    expect(times()).toEqual([0, 250, 500]);
    expect(new Set(attempts.map(({ body }) => body))).toEqual(new Set([JSON.stringify(UPDATE)]));
  });

  test("follows at once on a new connection if a kept one breaks", async () => {
    kept = 3;
    ends = [BROKEN, STORED];
    expect(await outcomeOf(open().commit(UPDATE))).toBe("stored");
    expect(attempts.map(({ usesKeptConnection }) => usesKeptConnection)).toEqual([true, false]);
    expect(times()).toEqual([0, 0]);
  });
});

describe("a kept connection that stalls", () => {
  beforeEach(() => {
    kept = 2;
  });

  test("gets a copy on a new connection, whose answer counts if it is first", async () => {
    ends = [STALLS, STORED];
    expect(await outcomeOf(open().commit(UPDATE))).toBe("stored");
    expect(times()).toEqual([0, 3_000]);
    const [original, copy] = attempts as [Sent, Sent];
    expect([copy.body, copy.usesKeptConnection]).toEqual([original.body, false]);
  });

  test.each([
    ["of the settings", () => createRest({ timeoutMs: 1_000 }).open()],
    ["of the request", () => createRest().open(1_000)],
  ])("gets a copy after three tenths of a short timeout %s", async (_, opened) => {
    ends = [STALLS, STORED];
    expect(await outcomeOf(opened().commit(UPDATE))).toBe("stored");
    expect(times()).toEqual([0, 300]);
  });

  test("gets a copy in time if the request has taken most of its time", async () => {
    const database = open();
    await jest.advanceTimersByTimeAsync(TIMEOUT_MS - 1_000);
    ends = [STALLS, STORED];
    expect(await outcomeOf(database.commit(UPDATE))).toBe("stored");
    expect(times()).toEqual([TIMEOUT_MS - 1_000, TIMEOUT_MS - 700]);
  });

  test.each([
    ["still waits", STALLS],
    ["failed", BROKEN],
  ])("may answer first, where the copy %s", async (_, end) => {
    ends = [STALLS, end, STALLS];
    const reading = open().read("a");
    await jest.advanceTimersByTimeAsync(3_100);
    attempts[0]!.end(answered(200, "5"));
    expect(await reading).toBe(5);
    expect(attempts).toHaveLength(2);
  });

  test("may fail while its copy waits, whose answer counts", async () => {
    ends = [STALLS];
    const reading = open().read("a");
    await jest.advanceTimersByTimeAsync(3_100);
    attempts[0]!.end(BROKEN);
    await jest.advanceTimersByTimeAsync(1_000);
    attempts[1]!.end(answered(200, "5"));
    expect(await reading).toBe(5);
    expect(attempts).toHaveLength(2);
  });

  test("gets no copy if it answers in time, or if the settings forbid copies", async () => {
    ends = [STALLS];
    const reading = open().read("a");
    await jest.advanceTimersByTimeAsync(2_900);
    attempts[0]!.end(answered(200, "5"));
    expect(await reading).toBe(5);
    await failureOf(open({ mayCopy: false }).commit(UPDATE));
    expect(attempts).toHaveLength(2);
  });

  test("gets one copy until the deadline", async () => {
    ends = [STALLS];
    expect(await failureOf(open().commit(UPDATE))).toMatchObject({ reason: "timeout" });
    expect(times()).toEqual([0, 3_000]);
  });
});

describe("the deadline", () => {
  test("ends a request on a new connection without a copy", async () => {
    ends = [STALLS];
    expect(await failureOf(open().commit(UPDATE))).toMatchObject({
      reason: "timeout",
      message: "The database did not answer in time.",
      cause: undefined,
    });
    expect([attempts.length, performance.now() - startMs]).toEqual([1, TIMEOUT_MS]);
  });

  test("names the newest problem as the cause", async () => {
    ends = [answered(429, "slow down")];
    const { cause } = await failureOf(open().commit(UPDATE));
    expect(cause).toMatchObject({ message: "The database answered 429: slow down" });
  });

  test.each([
    [2_000, 10_000],
    [10_000, 2_000],
  ])("of the settings, %d ms, and of the request, %d ms: the earlier counts", async (all, one) => {
    ends = [STALLS];
    await failureOf(createRest({ timeoutMs: all }).open(one).read("a"));
    expect(performance.now() - startMs).toBe(2_000);
  });

  test("covers all operations of a request together, and nothing is sent after it", async () => {
    const database = open();
    await jest.advanceTimersByTimeAsync(TIMEOUT_MS - 1_000);
    ends = [STALLS];
    await failureOf(database.read("a"));
    expect(performance.now() - startMs).toBe(TIMEOUT_MS);
    expect(await failureOf(database.commit(UPDATE))).toMatchObject({ reason: "timeout" });
    expect(attempts).toHaveLength(1);
  });
});
