import type { Database } from "../../../../functions/src/database/database";
import { createSessions, type Sessions } from "../../../../functions/src/database/sessions";
import { createLog } from "../../../../functions/src/log";
import { MemoryServer, type MemorySocket } from "../../../support/memory-socket";

const DEADLINE = 9_000;
const THIRD = 3_000;

let server: MemoryServer;
let sessions: Sessions;
let logged: object[];

beforeEach(() => {
  jest.useFakeTimers();
  server = new MemoryServer();
  server.database.canRead = () => true;
  server.database.set("a", 1);
  logged = [];
  const log = createLog((entry) => logged.push(entry));
  sessions = createSessions(server.open, DEADLINE, () => performance.now(), log);
});

afterEach(() => {
  sessions.close();
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

const read = (database: Database): { outcome: unknown } => observe(database.read("a"));
const write = (database: Database, value: number): { outcome: unknown } =>
  observe(database.commit({ b: value }));
const socket = (): MemorySocket => [...server.sockets].at(-1)!;

const answered = { outcome: { outcome: "read", value: 1 } };
const unavailable = { outcome: expect.objectContaining({ name: "Unavailable", reason: "silent" }) };
const pending = { outcome: "pending" };

test("operations go over one socket, one request each", async () => {
  expect(await sessions.open().read("a")).toEqual({ outcome: "read", value: 1 });
  expect(await sessions.open().commit({ b: 2 })).toBe("stored");
  expect(server.opened).toBe(1);
  expect(socket().sent).toBe(2);
});

test("while the database is out of reach nothing is handed to the socket", async () => {
  server.become("down");
  const operation = write(sessions.open(), 2);
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
  const operation = read(sessions.open());
  await pass(1000);
  server.become("up");
  await pass(THIRD);
  expect(operation).toEqual(answered);
});

test("a silent socket is opened anew after a third of the deadline", async () => {
  await sessions.open().read("a");
  server.become("stalled");
  const operation = read(sessions.open());
  await pass(THIRD - 1);
  expect(socket().reconnections).toBe(0);
  // The stalled socket alone is dead: a new connection works.
  server.sockets.forEach((each) => (each.onServerChange = () => undefined));
  server.become("up");
  await pass(1);
  expect(socket().reconnections).toBe(1);
  expect(operation).toEqual(answered);
  expect(server.opened).toBe(1);
});

test("many operations reopen a silent socket once in a third of the deadline", async () => {
  await sessions.open().read("a");
  server.become("stalled");
  const operations = [];
  for (let index = 0; index < 30; index += 1) {
    operations.push(read(sessions.open()));
    await pass(100);
  }
  const { reconnections } = socket();
  await pass(THIRD - 1);
  expect(socket().reconnections - reconnections).toBeLessThanOrEqual(1);
  await pass(1);
  expect(socket().reconnections).toBe(2);
  await pass(DEADLINE);
  for (const operation of operations) expect(operation).toEqual(unavailable);
});

test("no write lands after its request was given up", async () => {
  await sessions.open().read("a");
  server.become("stalled");
  const operation = write(sessions.open(), 2);
  await pass(DEADLINE);
  expect(operation).toEqual(unavailable);
  server.become("up");
  await pass(60_000);
  expect(server.database.commits).toEqual([]);
  expect(await sessions.open().commit({ b: 3 })).toBe("stored");
  expect(logged).toMatchObject([{ event: "connection_renewed" }]);
});

test("who shares a socket that is given up is told at once", async () => {
  await sessions.open().read("a");
  server.become("stalled");
  const first = read(sessions.open());
  await pass(DEADLINE - 1000);
  const second = read(sessions.open());
  await pass(1000);
  expect(first).toEqual(unavailable);
  expect(second).toEqual(unavailable);
});

test("a socket that answers others is not given up under them", async () => {
  const stuck = server.database.read.bind(server.database);
  server.database.read = (path) => (path === "stuck" ? new Promise(() => undefined) : stuck(path));
  const first = observe(sessions.open().read("stuck"));
  await pass(DEADLINE - 1000);
  await sessions.open().read("a");
  const second = observe(sessions.open().read("stuck"));
  const [old] = server.sockets;
  await pass(1000);
  expect(first).toEqual(unavailable);
  expect(second).toEqual(pending);
  expect(server.sockets.has(old!)).toBe(true);

  await sessions.open().read("a");
  expect(server.opened).toBe(2);
  await pass(DEADLINE);
  expect(second).toEqual(unavailable);
  expect(server.sockets.has(old!)).toBe(false);
});

test("all operations of a request share its deadline", async () => {
  server.become("down");
  const database = sessions.open();
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
  await expect(sessions.open().read("a")).rejects.toThrow("a bug");
});

test("a first operation does not rely on an attempt to connect that began long ago", async () => {
  await sessions.open().read("a");
  server.become("down");
  await pass(60_000);
  // The SDK's own attempt hangs: nothing but a new one connects.
  server.become("up");
  const { reconnections } = socket();
  const operation = read(sessions.open());
  await pass(0);
  expect(operation).toEqual(answered);
  expect(socket().reconnections).toBe(reconnections + 1);
});
