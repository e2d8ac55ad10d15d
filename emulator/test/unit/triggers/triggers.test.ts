/** From a write to the call of its function, with a functions emulator that misbehaves. */

import type { ServerResponse } from "node:http";
import { setImmediate as afterImmediates } from "node:timers/promises";
import { Database } from "../../../src/database";
import { ADMIN } from "../../../src/database/actor";
import { OPEN_RULES } from "../../../src/rules/ruleset";
import type { Json } from "../../../src/tree/json";
import type { DeliveryOptions } from "../../../src/triggers/delivery";
import { Triggers } from "../../../src/triggers/triggers";
import { acknowledge, FunctionsServer } from "../../support/functions-server";
import { triggerOf } from "../../support/trigger-of";
import { Received } from "../../../testing/received";

const NAMESPACE = "demo-farm";
const PAUSE_MS = 5;

const functions = new FunctionsServer();
const logged = new Received<string>();
let triggers: Triggers;
let database: Database;

beforeAll(() => functions.start());
afterAll(() => functions.stop());
beforeEach(() => open());

function open(options: Partial<DeliveryOptions> = {}): void {
  let events = 0;
  triggers = new Triggers({
    functionsEmulator: functions,
    createEventId: () => `event-${(events += 1)}`,
    log: logged.add,
    pauseMs: PAUSE_MS,
    ...options,
  });
  database = new Database({
    now: () => 0,
    ruleset: OPEN_RULES,
    onApplied: (write) => triggers.onApplied(NAMESPACE, write),
  });
}

afterEach(() => {
  triggers.close();
  functions.received.all.length = 0;
  functions.connections = 0;
  functions.answer = (_, response) => acknowledge(response);
  logged.all.length = 0;
});

function register(given: Parameters<typeof triggerOf>[0] = {}): void {
  triggers.register(triggerOf(given));
}

function set(path: string, value: Json): void {
  database.commit({ kind: "set", path: path.split("/"), value }, { actor: ADMIN });
}

function isIdle(timeoutMs = 10_000): Promise<boolean> {
  return triggers.whenIdle(NAMESPACE, timeoutMs);
}

function refOf({ body }: { readonly body: unknown }): unknown {
  return (body as { ref: string }).ref;
}

/** Returns the refs of the received events, in order. */
function refs(): unknown[] {
  return functions.received.all.map(refOf);
}

/** Returns the names of the called functions, in order. */
function called(): unknown[] {
  return functions.received.all.map(({ path }) => path.split("/").at(-1));
}

function counts() {
  return triggers.statusIn(NAMESPACE).map(({ waiting, underWay, delivered, failed }) => ({
    waiting,
    underWay,
    delivered,
    failed,
  }));
}

it("calls the function at its address, once for each write that changes something", async () => {
  register();
  set("a", 1);
  set("a", 1);
  set("a/.priority", 1);
  set("a", { ".value": 1, ".priority": 2 });
  set("c", 1);
  expect(await isIdle()).toBe(true);
  expect(refs()).toEqual(["a", "c"]);
  expect(functions.received.all[0]).toMatchObject({
    path: "/functions/projects/demo/triggers/f-0",
    contentType: "application/cloudevents+json",
    body: { id: "event-1" },
  });
  expect(counts()).toEqual([{ waiting: 0, underWay: 0, delivered: 2, failed: 0 }]);
  expect(logged.all).toEqual([]);
});

it("sends a function its events one by one, in order, over one connection", async () => {
  register();
  let underWay = 0;
  let most = 0;
  functions.answer = (_, response) => {
    most = Math.max(most, (underWay += 1));
    setImmediate(() => {
      underWay -= 1;
      acknowledge(response);
    });
  };
  const keys = Array.from({ length: 50 }, (_, n) => `k${n}`);
  for (const key of keys) set(key, 1);
  expect(await isIdle()).toBe(true);
  expect(refs()).toEqual(keys);
  expect(most).toBe(1);
  expect(functions.connections).toBe(1);
});

it("limits simultaneous starts, and still calls functions with a process", async () => {
  open({ maxStarting: 2 });
  const release: (() => void)[] = [];
  functions.answer = (_, response) => release.push(() => acknowledge(response));
  for (const name of ["f-0", "g-0", "h-0", "i-0"]) register({ name });
  set("a", 1);
  await functions.received.count(2);
  expect(called()).toEqual(["f-0", "g-0"]);
  // Both functions have processes now and get more events, while two others start.
  set("b", 1);
  for (const answer of release.splice(0)) answer();
  await functions.received.count(6);
  expect(called().slice(2).sort()).toEqual(["f-0", "g-0", "h-0", "i-0"]);
  functions.answer = (_, response) => acknowledge(response);
  for (const answer of release.splice(0)) answer();
  expect(await isIdle()).toBe(true);
});

it("keeps events in order while the functions emulator cannot be reached", async () => {
  await functions.stop();
  register();
  register({ name: "g-0" });
  set("a", 1);
  set("b", 1);
  await logged.count(1);
  expect(logged.all[0]).toMatch(/^The functions emulator cannot be reached \(connect ECONNREFUSED/);
  set("c", 1);
  expect(await isIdle(4 * PAUSE_MS)).toBe(false);
  await functions.start();
  expect(await isIdle()).toBe(true);
  for (const name of ["f-0", "g-0"]) {
    const own = functions.received.all.filter(({ path }) => path.endsWith(name));
    expect(own.map(refOf)).toEqual(["a", "b", "c"]);
  }
  expect(logged.all.slice(1)).toEqual(["The functions emulator can be reached again."]);
});

it.each<[string, (response: ServerResponse) => unknown, problem: string, timeoutMs: number]>([
  [
    "answers 500",
    (response) => response.writeHead(500).end("Error: no such room\n    at somewhere"),
    "it answered 500: Error: no such room",
    10_000,
  ],
  [
    "does not answer",
    (response) => response.destroy(),
    "socket hang up. The event is not sent again.",
    10_000,
  ],
  [
    "breaks off",
    (response) => {
      response.writeHead(200, { "Content-Length": 100 });
      response.write("{", () => response.destroy());
    },
    "the connection was closed. The event is not sent again.",
    10_000,
  ],
  ["hangs", () => undefined, "no answer within 0.2 s. The event is not sent again.", 200],
])("logs a function that %s, and goes on", async (_, fail, problem, functionTimeoutMs) => {
  open({ functionTimeoutMs });
  register();
  functions.answer = (request, response) => {
    if (refOf(request) === "b") acknowledge(response);
    else fail(response);
  };
  set("a", 1);
  set("b", 1);
  expect(await isIdle()).toBe(true);
  expect(refs()).toEqual(["a", "b"]);
  expect(logged.all).toEqual([`f failed with the event at /a: ${problem}`]);
  expect(counts()).toEqual([{ waiting: 0, underWay: 0, delivered: 1, failed: 1 }]);
});

it("waits until the process of a failed function has ended", async () => {
  open({ pauseMs: 100 });
  register();
  let isDying = false;
  functions.answer = (request, response) => {
    if (refOf(request) !== "a" && !isDying) {
      acknowledge(response);
      return;
    }
    isDying = true;
    setTimeout(() => (isDying = false), 20);
    response.writeHead(500).end();
  };
  set("a", 1);
  set("b", 1);
  expect(await isIdle()).toBe(true);
  expect(logged.all).toEqual(["f failed with the event at /a: it answered 500"]);
});

it("tries again if a function is not known yet, and logs a function that stays unknown", async () => {
  register();
  functions.answer = (_, response) => response.writeHead(404).end("Function f-0 does not exist");
  set("a", 1);
  set("b", 1);
  expect(await isIdle()).toBe(true);
  // The first event is tried four more times, the others once.
  expect(refs()).toEqual(["a", "a", "a", "a", "a", "b"]);
  expect(logged.all).toEqual([
    "f failed with the event at /a: it answered 404: Function f-0 does not exist",
    "f failed with the event at /b: it answered 404: Function f-0 does not exist",
  ]);
});

describe("a function that is registered again", () => {
  it("keeps its events under its new name if it listens to the same ref", async () => {
    register({ name: "f-0" });
    set("a", 1);
    register({ name: "f-1" });
    set("b", 1);
    expect(await isIdle()).toBe(true);
    expect(called()).toEqual(["f-1", "f-1"]);
  });

  it("drops an unsent event if it now listens to another ref", async () => {
    await functions.stop();
    register();
    set("a", 1);
    await afterImmediates();
    expect(counts()).toEqual([{ waiting: 0, underWay: 1, delivered: 0, failed: 0 }]);
    register({ ref: "d" });
    await functions.start();
    set("d", 1);
    expect(await isIdle()).toBe(true);
    expect(refs()).toEqual(["d"]);
  });

  it("drops waiting events if it now listens to another ref", async () => {
    register({ name: "f-0" });
    let release: (() => void) | undefined;
    functions.answer = (_, response) => {
      release = () => acknowledge(response);
    };
    for (const key of ["a", "b", "c"]) set(key, 1);
    await functions.received.count(1);
    register({ name: "f-0", ref: "d" });
    functions.answer = (_, response) => acknowledge(response);
    set("d", 1);
    release?.();
    expect(await isIdle()).toBe(true);
    expect(refs().sort()).toEqual(["a", "d"]);
    expect(logged.all).toEqual(["f has another trigger now: dropped 2 waiting events."]);
    expect(counts()).toEqual([{ waiting: 0, underWay: 0, delivered: 1, failed: 0 }]);
  });
});

it("stops with a line about unhandled events", async () => {
  register();
  functions.answer = () => undefined;
  set("a", 1);
  set("b", 1);
  await functions.received.count(1);
  const idle = isIdle();
  triggers.close();
  expect(await idle).toBe(false);
  set("c", 1);
  expect(logged.all).toEqual(["Stopped with 2 unhandled events."]);
});

describe("events out of order", () => {
  it("wait for others of their block, and are not idle meanwhile", async () => {
    open({ shuffleSeed: 1 });
    register();
    set("a", 1);
    set("b", 1);
    expect(await isIdle(0)).toBe(false);
    expect(counts()).toEqual([{ waiting: 2, underWay: 0, delivered: 0, failed: 0 }]);
    expect(await isIdle()).toBe(true);
    expect(refs().sort()).toEqual(["a", "b"]);
  });

  it("are dropped if their function now listens to another ref", async () => {
    open({ shuffleSeed: 1 });
    register();
    set("a", 1);
    register({ ref: "d" });
    expect(await isIdle(0)).toBe(true);
    expect(logged.all).toEqual(["f has another trigger now: dropped 1 waiting events."]);
  });
});

it("sends repeated events with the id of the first", async () => {
  open({ repeatedShare: 1 });
  register();
  set("a", 1);
  set("b", 1);
  expect(await isIdle()).toBe(true);
  const sent = functions.received.all.map(({ body }) => (body as { id: string }).id);
  expect(sent).toEqual(["event-1", "event-1", "event-2", "event-2"]);
  expect(counts()).toEqual([{ waiting: 0, underWay: 0, delivered: 4, failed: 0 }]);
});
