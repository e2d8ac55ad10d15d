/** Pending changes: sent in order, kept while offline, discarded on request. */

import { signal } from "@preact/signals-core";
import { problemOf } from "../../../../web/src/data/connection/problem";
import { ChangedMeanwhile, Writes } from "../../../../web/src/data/changes/writes";
import type { Values } from "../../../../web/src/data/changes/writes";

interface Sent {
  readonly values: Values;
  readonly confirm: () => void;
  readonly refuse: (error: Error) => void;
}

function openWrites(): {
  readonly writes: Writes;
  readonly sent: Sent[];
  readonly connect: (isConnected: boolean) => void;
  readonly pending: () => readonly [path: string, isSent: boolean][];
  /** The stored values of the database. */
  readonly held: Record<string, unknown>;
} {
  const state = signal({ isConnected: false });
  const sent: Sent[] = [];
  const update = (values: Values): Promise<void> =>
    new Promise((resolve, reject) => sent.push({ values, confirm: resolve, refuse: reject }));
  const connection = {
    state,
    get isConnected() {
      return state.value.isConnected;
    },
  };
  const held: Record<string, unknown> = {};
  const read = (path: string): Promise<unknown> =>
    held[path] === "secret"
      ? Promise.reject(new Error("permission_denied"))
      : Promise.resolve(held[path] ?? null);
  const writes = new Writes(update, read, connection);
  return {
    writes,
    sent,
    held,
    connect: (isConnected) => (state.value = { isConnected }),
    pending: () =>
      writes.pending.value.map(({ values, isSent }) => [String(Object.keys(values)), isSent]),
  };
}

test("sends a change at once while connected; the change is pending until confirmed", async () => {
  const { writes, sent, connect, pending } = openWrites();
  connect(true);
  const stored = writes.store({ "farms/a/name": "A" });
  expect(sent.map(({ values }) => values)).toEqual([{ "farms/a/name": "A" }]);
  expect(pending()).toEqual([["farms/a/name", true]]);
  expect(writes.isPending("farms/a/name")).toBe(true);
  sent[0]?.confirm();
  await stored;
  expect(pending()).toEqual([]);
});

test("ends a refused change with the reason", async () => {
  const { writes, sent, connect, pending } = openWrites();
  connect(true);
  const stored = writes.store({ a: 1 });
  sent[0]?.refuse(new Error("permission_denied"));
  await expect(stored).rejects.toThrow("permission_denied");
  expect(pending()).toEqual([]);
});

test("keeps changes while offline, and sends them once in order when back online", async () => {
  const { writes, sent, connect, pending } = openWrites();
  const first = writes.store({ first: 1 });
  const second = writes.store({ second: 2 });
  expect(sent).toEqual([]);
  expect(pending()).toEqual([
    ["first", false],
    ["second", false],
  ]);
  connect(true);
  expect(sent.map(({ values }) => values)).toEqual([{ first: 1 }, { second: 2 }]);
  // The SDK sends its changes again.
  connect(false);
  connect(true);
  expect(sent).toHaveLength(2);
  for (const { confirm } of sent) confirm();
  await Promise.all([first, second]);
  expect(pending()).toEqual([]);
});

test("discards kept changes on request, and reports changes that were sent", async () => {
  const { writes, sent, connect, pending } = openWrites();
  connect(true);
  const under = writes.store({ sent: 1 });
  connect(false);
  const kept = writes.store({ kept: 1 });
  expect(writes.discard()).toBe(true);
  expect(problemOf(await kept.catch((error: unknown) => error))).toBe("discarded");
  expect(pending()).toEqual([]);
  connect(true);
  expect(sent).toHaveLength(1);
  sent[0]?.confirm();
  await under;
  expect(writes.discard()).toBe(false);
});

test("starts a change that reads first once there is a connection", async () => {
  const { writes, sent, connect } = openWrites();
  const read: string[] = [];
  const stored = writes.run({ removed: null }, async (update) => {
    read.push("key");
    await update({ removed: null, key: null });
    return "key";
  });
  expect(read).toEqual([]);
  connect(true);
  expect(read).toEqual(["key"]);
  sent[0]?.confirm();
  expect(await stored).toBe("key");
});

test.each([
  ["registeredSensors/air", true],
  ["registeredSensors/air/sensorName", true],
  ["registeredSensors/air2", false],
  ["registeredSensors", false],
])("with a pending sensor, %s is pending: %s", (path, isPending) => {
  const { writes } = openWrites();
  void writes.store({ "registeredSensors/air": {} });
  expect(writes.isPending(path)).toBe(isPending);
});

test("rejects instead of throwing if an update fails", async () => {
  const writes = new Writes(
    () => {
      throw new Error("bad path");
    },
    () => Promise.resolve(null),
    { isConnected: true, state: signal(0) },
  );
  await expect(writes.store({ "a.b": 1 })).rejects.toThrow("bad path");
  expect(writes.pending.value).toEqual([]);
});

test("keeps the order of changes after a change that reads first, also through a disconnection", async () => {
  const { writes, sent, connect, pending } = openWrites();
  let read = (): void => undefined;
  const reading = new Promise<void>((resolve) => (read = resolve));
  const removed = writes.run({ "registeredSensors/a": null }, async (update) => {
    await reading;
    await update({ "registeredSensors/a": null });
  });
  const added = writes.store({ "registeredSensors/a": {} });
  connect(true);
  const third = writes.store({ third: 3 });
  expect(sent).toEqual([]);
  connect(false);
  connect(true);
  read();
  await reading;
  expect(sent.map(({ values }) => values)).toEqual([
    { "registeredSensors/a": null },
    { "registeredSensors/a": {} },
    { third: 3 },
  ]);
  for (const { confirm } of sent) confirm();
  await Promise.all([removed, added, third]);
  expect(pending()).toEqual([]);
});

test("sends other changes if a change fails before it is sent", async () => {
  const { writes, sent, connect } = openWrites();
  const failed = writes.run({ a: 1 }, () => Promise.reject(new ChangedMeanwhile()));
  const second = writes.store({ b: 2 });
  connect(true);
  expect(problemOf(await failed.catch((error: unknown) => error))).toBe("changedMeanwhile");
  expect(sent.map(({ values }) => values)).toEqual([{ b: 2 }]);
  sent[0]?.confirm();
  await second;
});

test.each([
  ["the same", "undone", { "a/name": "A", "b/x": { two: { 0: 2 }, one: 1 } }],
  ["what may not be read", "undone", { "a/name": "secret", "b/x": { one: 1, two: [2] } }],
  ["another value", "changedMeanwhile", { "a/name": "Other", "b/x": { one: 1, two: [2] } }],
  ["another field", "changedMeanwhile", { "a/name": "A", "b/x": { one: 1, two: [2], three: 3 } }],
  ["nothing", "changedMeanwhile", { "b/x": { one: 1, two: [2] } }],
])("undoing a change where %s is stored now: %s", async (_, outcome, held) => {
  const { writes, sent, connect, held: database } = openWrites();
  connect(true);
  const stored = writes.store({ "a/name": "A", "a/role": null, "b/x": { one: 1, two: [2] } });
  sent[0]?.confirm();
  await stored;
  Object.assign(database, held);
  let undone: Promise<string> | undefined;
  const before = { "a/name": "before", "a/role": "air", "b/x": null, "c/other": 1 };
  writes.unlessChanged(() => {
    undone = writes.store(before).then(() => "undone", problemOf);
  });
  await new Promise(setImmediate);
  sent[1]?.confirm();
  expect([await undone, sent[1]?.values]).toEqual([
    outcome,
    outcome === "undone" ? before : undefined,
  ]);
});

test("stores changes without a check again after an undo", async () => {
  const { writes, sent, connect, held } = openWrites();
  connect(true);
  const stored = writes.store({ name: "A" });
  sent[0]?.confirm();
  await stored;
  held["name"] = "Other";
  writes.unlessChanged(() => undefined);
  void writes.store({ name: "B" });
  expect(sent[1]?.values).toEqual({ name: "B" });
});
