import type { Database, Update } from "../../../../functions/src/database/database";
import { createSessions } from "../../../../functions/src/database/sessions";
import { createLog } from "../../../../functions/src/log";
import { MemoryServer, type MemorySocket } from "../../../support/memory-socket";

const DEADLINE = 9_000;
const THIRD = 3_000;
/** A bound on how long a silence goes unnoticed: 1.2 s, and the step at which it begins. */
const SILENCE = 1_440;

let server: MemoryServer;
let openDatabase: () => Database;
let logged: object[];
const log = createLog((entry) => logged.push(entry));

beforeEach(() => {
  jest.useFakeTimers();
  server = new MemoryServer();
  server.database.canRead = () => true;
  server.database.set("a", 1);
  logged = [];
  openDatabase = createSessions(server.open, DEADLINE, () => performance.now(), log);
});

afterEach(async () => {
  // Whatever still waits comes to its end, and then nothing goes on.
  await pass(DEADLINE);
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});

const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

/** What became of an operation so far. */
function observe(operation: Promise<unknown>): { outcome: unknown } {
  const observed: { outcome: unknown } = { outcome: "pending" };
  operation.then(
    (value) => (observed.outcome = value),
    (error: unknown) => (observed.outcome = error),
  );
  return observed;
}

const updateOf = (b: number): Update => ({ place: "written", values: { b } });
const read = (database: Database): { outcome: unknown } => observe(database.read("a"));
const write = (database: Database, value: number): { outcome: unknown } =>
  observe(database.commit(updateOf(value)));
const socket = (): MemorySocket => [...server.sockets].at(-1)!;

const answered = { outcome: { outcome: "read", value: 1 } };
const unavailable = { outcome: expect.objectContaining({ name: "Unavailable", reason: "silent" }) };
const pending = { outcome: "pending" };

test("operations go over one socket, one request each", async () => {
  expect(await openDatabase().read("a")).toEqual({ outcome: "read", value: 1 });
  expect(await openDatabase().commit(updateOf(2))).toBe("stored");
  expect(server.opened).toBe(1);
  expect(socket().sent).toBe(2);
});

test("while the database is out of reach nothing is handed to the socket", async () => {
  server.become("down");
  const operation = write(openDatabase(), 2);
  await pass(DEADLINE - 1);
  expect(operation).toEqual(pending);
  await pass(1);
  expect(operation).toEqual(unavailable);
  server.become("up");
  await pass(60_000);
  expect(server.database.commits).toEqual([]);
});

test("a database that comes back in time is used", async () => {
  server.become("down");
  const operation = read(openDatabase());
  await pass(1000);
  server.become("up");
  await pass(THIRD + SILENCE);
  expect(operation).toEqual(answered);
});

test("a connection on which nothing arrives is opened anew", async () => {
  await openDatabase().read("a");
  server.become("stalled");
  const operation = read(openDatabase());
  await pass(SILENCE - 300);
  expect(socket().reconnections).toBe(0);
  // The stalled socket alone is dead: a new connection works.
  server.sockets.forEach((each) => (each.onServerChange = () => undefined));
  server.become("up");
  await pass(300);
  expect(socket().reconnections).toBe(1);
  expect(operation).toEqual(answered);
  expect(server.opened).toBe(1);
});

test("many operations reopen a silent socket no more often than one", async () => {
  await openDatabase().read("a");
  server.become("stalled");
  const operations = [];
  for (let index = 0; index < 30; index += 1) {
    operations.push(read(openDatabase()));
    await pass(100);
  }
  expect(socket().reconnections).toBe(1);
  await pass(DEADLINE);
  for (const operation of operations) expect(operation).toEqual(unavailable);
});

test("attempts to connect that hang are followed by others, even while operations wait", async () => {
  await openDatabase().read("a");
  server.become("stalled");
  const waiting: { outcome: unknown }[] = [];
  for (let seconds = 0; seconds < 60; seconds += 1) {
    waiting.push(write(openDatabase(), seconds));
    await pass(1000);
  }
  // What hangs goes on hanging; new connections work.
  server.sockets.forEach((each) => (each.onServerChange = () => undefined));
  server.become("up");
  const first = read(openDatabase());
  await pass(SILENCE);
  expect(first).toEqual(answered);
  expect(waiting.slice(0, 51)).toEqual(Array(51).fill(unavailable));
  expect(server.database.commits.map(({ values }) => values["b"])).toEqual([
    52, 53, 54, 55, 56, 57, 58, 59,
  ]);
});

/** Makes the database take its time for every read. */
function slowDown(ms: number): { end: () => void } {
  const { database } = server;
  const quick = database.read.bind(database);
  database.read = async (path) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return quick(path);
  };
  return { end: () => (database.read = quick) };
}

test("a database that takes long to answer is given the time", async () => {
  slowDown(2_500);
  const first = read(openDatabase());
  await pass(2_500);
  expect(first).toEqual(answered);
  await pass(60_000);
  expect(socket().reconnections).toBe(0);
  const second = read(openDatabase());
  await pass(2_500);
  expect(second).toEqual(answered);
  const third = read(openDatabase());
  await pass(2_500);
  expect(third).toEqual(answered);
  // After a minute nobody knows whether a silence would be slowness: once it is connected anew, beforehand.
  expect(socket().reconnections).toBe(1);
});

test("a database that takes longer still is asked again with more patience, and then given the time", async () => {
  await openDatabase().read("a");
  slowDown(THIRD + 1000);
  const first = read(openDatabase());
  await pass(DEADLINE);
  expect(first).toEqual(answered);
  const { reconnections } = socket();
  for (let requests = 0; requests < 3; requests += 1) {
    const next = read(openDatabase());
    await pass(THIRD + 1000);
    expect(next).toEqual(answered);
    await pass(20_000);
  }
  expect(socket().reconnections).toBe(reconnections);
});

test.each([1500, 3000, 5000, 7000])(
  "a database that took %d ms, and after an outage of a minute does not, is found at once",
  async (slowMs) => {
    await openDatabase().read("a");
    const slowness = slowDown(slowMs);
    let last: object = {};
    for (let requests = 0; requests < 4; requests += 1) {
      last = read(openDatabase());
      await pass(DEADLINE);
    }
    expect(last).toEqual(answered);
    slowness.end();
    socket().vanish();
    await pass(60_000);
    const first = read(openDatabase());
    await pass(SILENCE);
    expect(first).toEqual(answered);
  },
);

test("a short deadline is long enough for a database that answers within it", async () => {
  openDatabase = createSessions(server.open, 2_000, () => performance.now(), log);
  await openDatabase().read("a");
  slowDown(800);
  const first = read(openDatabase());
  await pass(2_000);
  expect(first).toEqual(answered);
  const { reconnections } = socket();
  for (let requests = 0; requests < 5; requests += 1) {
    const next = read(openDatabase());
    await pass(800);
    expect(next).toEqual(answered);
  }
  expect(socket().reconnections).toBe(reconnections);
});

test("what a slow database's socket held is not sent once its request was given up", async () => {
  await openDatabase().read("a");
  slowDown(DEADLINE - 500);
  for (let requests = 0; requests < 4; requests += 1) {
    read(openDatabase());
    await pass(DEADLINE);
  }
  // Its answer keeps the socket in use beyond the write's end.
  read(openDatabase());
  await pass(500);
  server.become("stalled");
  await pass(500);
  const operation = write(openDatabase(), 1);
  await pass(4_000);
  read(openDatabase());
  await pass(DEADLINE - 4_000);
  expect(operation).toEqual(unavailable);
  await pass(THIRD);
  server.become("up");
  await pass(60_000);
  expect(server.database.commits).toEqual([]);
});

test("a database that takes almost the deadline is waited for, once that is known", async () => {
  await openDatabase().read("a");
  slowDown(DEADLINE - 500);
  const outcomes = [];
  for (let requests = 0; requests < 5; requests += 1) {
    outcomes.push(read(openDatabase()));
    await pass(DEADLINE);
  }
  expect(outcomes.slice(0, 2)).toEqual([unavailable, unavailable]);
  expect(outcomes.slice(2)).toEqual([answered, answered, answered]);
});

test("patience for a slow database ends with its slowness", async () => {
  await openDatabase().read("a");
  const slowness = slowDown(THIRD + 1000);
  const first = read(openDatabase());
  await pass(DEADLINE);
  expect(first).toEqual(answered);
  slowness.end();
  await openDatabase().read("a");
  server.become("stalled");
  const second = read(openDatabase());
  const { reconnections } = socket();
  await pass(SILENCE);
  expect(socket().reconnections).toBe(reconnections + 1);
  await pass(DEADLINE);
  expect(second).toEqual(unavailable);
});

test("no write lands after its request was given up", async () => {
  await openDatabase().read("a");
  server.become("stalled");
  const operation = write(openDatabase(), 2);
  await pass(DEADLINE);
  expect(operation).toEqual(unavailable);
  server.become("up");
  await pass(60_000);
  expect(server.database.commits).toEqual([]);
  expect(await openDatabase().commit(updateOf(3))).toBe("stored");
  expect(logged).toMatchObject([{ event: "connection_renewed" }]);
});

test("who shares a socket that is given up goes over to another", async () => {
  await openDatabase().read("a");
  server.become("stalled");
  const first = write(openDatabase(), 1);
  await pass(DEADLINE - 1000);
  const second = write(openDatabase(), 2);
  const third = read(openDatabase());
  await pass(999);
  server.sockets.forEach((each) => (each.onServerChange = () => undefined));
  server.become("up");
  await pass(1);
  expect(first).toEqual(unavailable);
  expect(second).toEqual({ outcome: "stored" });
  expect(third).toEqual(answered);
  expect(server.database.commits).toEqual([updateOf(2)]);
});

test("a socket that is to be given up, and then falls silent, is given up", async () => {
  await openDatabase().read("a");
  server.become("stalled");
  const first = write(openDatabase(), 1);
  server.sockets.forEach((each) => (each.onServerChange = () => undefined));
  server.become("up");
  for (let passed = 0; passed < DEADLINE - 500; passed += 500) {
    await pass(500);
    expect(await openDatabase().read("a")).toMatchObject({ outcome: "read" });
  }
  server.become("stalled");
  const second = write(openDatabase(), 2);
  await pass(500);
  expect(first).toEqual(unavailable);
  expect(server.opened).toBe(1);
  await pass(THIRD + SILENCE);
  expect(server.opened).toBe(2);
  server.become("up");
  await pass(THIRD + SILENCE);
  expect(second).toEqual({ outcome: "stored" });
  expect(server.database.commits).toEqual([updateOf(2)]);
});

test("a link that was never handed anything outlives what waited on it, for a deadline's time", async () => {
  server.become("down");
  const waiting = [];
  for (let seconds = 0; seconds < 30; seconds += 1) {
    waiting.push(write(openDatabase(), seconds));
    await pass(1000);
  }
  expect(server.opened).toBe(4);
  expect(server.sockets.size).toBe(1);
  await pass(DEADLINE);
  for (const operation of waiting) expect(operation).toEqual(unavailable);
});

test("a socket that answers others is not given up under them", async () => {
  const stuck = server.database.read.bind(server.database);
  server.database.read = (path) => (path === "stuck" ? new Promise(() => undefined) : stuck(path));
  const first = observe(openDatabase().read("stuck"));
  await pass(DEADLINE - 1000);
  await openDatabase().read("a");
  const second = observe(openDatabase().read("stuck"));
  const [old] = server.sockets;
  await pass(1000);
  expect(first).toEqual(unavailable);
  expect(second).toEqual(pending);
  expect(server.sockets.has(old!)).toBe(true);

  await openDatabase().read("a");
  expect(server.opened).toBe(2);
  await pass(DEADLINE);
  expect(second).toEqual(unavailable);
  expect(server.sockets.has(old!)).toBe(false);
});

test("all operations of a request share its deadline", async () => {
  server.become("down");
  const database = openDatabase();
  await pass(DEADLINE - 1000);
  const operation = read(database);
  await pass(1000);
  expect(operation).toEqual(unavailable);
  expect(read(database)).toEqual(pending);
  await pass(0);
  await expect(database.read("a")).rejects.toMatchObject({ name: "Unavailable" });
});

test("an error of the operation itself is passed on", async () => {
  server.database.read = () => Promise.reject(new Error("a bug"));
  await expect(openDatabase().read("a")).rejects.toThrow("a bug");
});

test("a first operation does not rely on an attempt to connect that began long ago", async () => {
  await openDatabase().read("a");
  server.become("down");
  await pass(60_000);
  // The SDK's own attempt hangs: nothing but a new one connects.
  server.become("up");
  const { reconnections } = socket();
  const operation = read(openDatabase());
  await pass(0);
  expect(operation).toEqual(answered);
  expect(socket().reconnections).toBe(reconnections + 1);
});
