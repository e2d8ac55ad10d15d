/** Pending changes: sent in order, kept while offline, discarded on request. Answers to many alerts. */

import { SERVER_TIME } from "@greenhouse/domain/stored";
import { signal } from "@preact/signals-core";
import { acknowledge, snooze } from "../../../../web/src/data/changes/alert-answers";
import { Writes } from "../../../../web/src/data/changes/writes";
import type { Values } from "../../../../web/src/data/changes/writes";
import { problemOf } from "../../../../web/src/data/connection/problem";

describe("changes", () => {
  interface Sent {
    readonly values: Values;
    readonly confirm: () => void;
    readonly refuse: (error: Error) => void;
  }

  function openWrites() {
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
    /** The stored values of the database. */
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
      connect: (isConnected: boolean) => (state.value = { isConnected }),
      pending: () =>
        writes.pending.value.map(({ values, isSent }) => [String(Object.keys(values)), isSent]),
    };
  }

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

  test("keeps the order of changes after a change that reads first", async () => {
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

  test.each([
    [
      "the same",
      "undone",
      { "a/name": "A", "b/x": { two: { 0: 2 }, one: 1, at: 1_700_000_000_000 } },
    ],
    ["what may not be read", "undone", { "a/name": "secret", "b/x": { one: 1, two: [2] } }],
    ["another value", "changedMeanwhile", { "a/name": "Other", "b/x": { one: 1, two: [2] } }],
    ["nothing", "changedMeanwhile", { "b/x": { one: 1, two: [2] } }],
  ])("undoing a change where %s is stored now: %s", async (_, outcome, held) => {
    const { writes, sent, connect, held: database } = openWrites();
    connect(true);
    const stored = writes.store({
      "a/name": "A",
      "a/role": null,
      "b/x": { one: 1, two: [2], none: {}, at: SERVER_TIME },
    });
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
});

describe("changes of sensors", () => {
  const ENTRY = "sensorLog/oak/dht-1/-OaNewLogEntry000001";
  const NAMED = "registeredSensors/dht-1/entry";

  /** A database that refuses an update whose entry is in the log, like the rules. */
  function openSensor(held: Record<string, unknown>) {
    const update = (values: Values): Promise<void> => {
      if (held[ENTRY] !== undefined && ENTRY in values)
        return Promise.reject(new Error("permission_denied"));
      if (held["refuses"] === true) return Promise.reject(new Error("permission_denied"));
      Object.assign(held, values);
      return Promise.resolve();
    };
    const read = (path: string): Promise<unknown> => Promise.resolve(held[path] ?? null);
    const connection = { isConnected: true, state: signal({}) };
    return new Writes(update, read, connection);
  }

  test.each([
    ["stored, if its answer was lost and the SDK sends it again", { [ENTRY]: {} }, "stored"],
    ["refused, if the rules refuse it", { refuses: true }, "refused"],
  ])("are %s", async (_, held, outcome) => {
    const writes = openSensor(held);
    const stored = writes.store({ [ENTRY]: {}, [NAMED]: "-OaNewLogEntry000001" });
    expect(await stored.then(() => "stored", problemOf)).toBe(outcome);
  });

  test("are undone although somebody has changed another field of the sensor", async () => {
    const held: Record<string, unknown> = {};
    const writes = openSensor(held);
    const name = "registeredSensors/dht-1/sensorName";
    await writes.store({ [name]: "Table", [NAMED]: "-OaNewLogEntry000002" });
    held[NAMED] = "-OaNewLogEntry000003";
    let undone: Promise<string> | undefined;
    writes.unlessChanged(() => {
      const before = { [name]: "Bench", [NAMED]: "-OaNewLogEntry000004" };
      undone = writes.store(before).then(() => "undone", problemOf);
    });
    expect([await undone, held[name]]).toEqual(["undone", "Bench"]);
  });
});

describe("answers to alerts", () => {
  const pathOf = (id: string): string => `alerts/oak/open/${id}`;

  /** Opens a database with open alerts. It refuses to mark the refused ones, like the rules do. */
  function openChanges(open: readonly string[], refused: readonly string[] = []) {
    const updates: Values[] = [];
    const marked: Record<string, unknown> = {};
    const idOf = (path: string): string => path.split("/")[3] ?? "";
    const openIds = new Set(open);
    const isOpen = (path: string): boolean => openIds.has(idOf(path));
    const update = (values: Values): Promise<void> => {
      updates.push(values);
      const isAllowed = (path: string): boolean => isOpen(path) && !refused.includes(idOf(path));
      if (!Object.keys(values).every(isAllowed)) {
        return Promise.reject(new Error("permission_denied"));
      }
      Object.assign(marked, values);
      return Promise.resolve();
    };
    const read = (path: string): Promise<unknown> =>
      Promise.resolve(marked[path] ?? (isOpen(`${path}/`) ? {} : null));
    const connection = { isConnected: true, state: signal({}) };
    const writes = new Writes(update, read, connection);
    return { writes, updates, marked };
  }

  const IDS = Array.from({ length: 6000 }, (_, index) => `a${index}`);

  test("acknowledges other alerts in a few updates if some have ended", async () => {
    const { writes, updates, marked } = openChanges(IDS.slice(2, -1));
    await acknowledge(writes, "oak", IDS, "ada");
    expect(Object.keys(marked)).toHaveLength(5997);
    expect(marked[`${pathOf("a7")}/acknowledgedBy`]).toBe("ada");
    expect(updates.length).toBeLessThan(100);
  });

  test("fails for an open alert that the rules protect", async () => {
    const { writes, marked } = openChanges(["x", "y", "z"], ["y"]);
    await expect(snooze(writes, "oak", ["x", "y", "z"], 5)).rejects.toThrow("permission_denied");
    expect(Object.keys(marked)).toHaveLength(2);
  });

  test("undoes all answers except answers that somebody else has changed", async () => {
    const { writes, marked } = openChanges(["x", "y", "z"]);
    await acknowledge(writes, "oak", ["x", "y", "z"], "ada");
    marked[`${pathOf("y")}/acknowledgedBy`] = "bob";
    const undone: Promise<void>[] = [];
    writes.unlessChanged(() => undone.push(acknowledge(writes, "oak", ["x", "y", "z"], undefined)));
    await expect(Promise.all(undone)).rejects.toMatchObject({ code: "changedMeanwhile" });
    expect(Object.values(marked)).toEqual([null, "bob", null]);
  });
});
