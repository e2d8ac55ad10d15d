import { type App, type AppOptions, deleteApp, initializeApp } from "firebase-admin/app";
import {
  type Database,
  type DataSnapshot,
  getDatabase,
  type Query,
  ServerValue,
} from "firebase-admin/database";
import { setLogLevel } from "@firebase/logger";
import { randomUUID } from "node:crypto";
import { useEmulator } from "../support/emulator";
import { Received } from "../support/received";

const emulator = useEmulator();
const apps: App[] = [];
let started = 0;
let namespace: string;

beforeAll(() => {
  process.env["FIREBASE_DATABASE_EMULATOR_HOST"] = `${emulator.host}:${emulator.port}`;
  // The SDK warns of every denial.
  setLogLevel("silent");
});
beforeEach(() => {
  namespace = `admin-${(started += 1)}`;
});
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => deleteApp(app)));
});
afterAll(() => {
  delete process.env["FIREBASE_DATABASE_EMULATOR_HOST"];
});

function open(options: AppOptions = {}): Database {
  const databaseURL = `https://${namespace}.firebaseio.com`;
  const app = initializeApp({ projectId: "demo", databaseURL, ...options }, randomUUID());
  apps.push(app);
  return getDatabase(app);
}

function values(query: Query): Received<unknown> {
  const received = new Received<unknown>();
  query.on("value", (snapshot: DataSnapshot) => received.add(snapshot.val()), received.add);
  return received;
}

function events(query: Query): Received<unknown> {
  const received = new Received<unknown>();
  for (const event of ["child_added", "child_changed", "child_moved", "child_removed"] as const) {
    query.on(event, (snapshot: DataSnapshot, previous?: string | null) =>
      received.add([event, snapshot.key, previous ?? null]),
    );
  }
  return received;
}

describe("an admin", () => {
  it("reads and writes whatever the rules say", async () => {
    await emulator.setRules(namespace, {});
    const database = open();
    await database.ref("x").set({ a: 1 });
    await database.ref().update({ "x/b": 2, "y/z": [1, 2] });
    const pushed = await database.ref("log").push("entry");
    expect((await database.ref().get()).val()).toEqual({
      x: { a: 1, b: 2 },
      y: { z: [1, 2] },
      log: { [pushed.key ?? ""]: "entry" },
    });
    await database.ref("x").remove();
    expect((await database.ref("x").once("value")).exists()).toBe(false);
  });

  it("listens to values and children, in their order", async () => {
    const [one, other] = [open(), open()];
    const list = other.ref("list");
    await list.set({ a: { n: 2 }, b: { n: 1 } });
    const children = events(one.ref("list").orderByChild("n"));
    const value = values(one.ref("list/a"));
    await children.count(2);
    await list.child("a/n").set(0);
    await list.child("c").set({ n: 3 });
    await list.child("b").remove();
    expect(await children.count(6)).toEqual([
      ["child_added", "b", null],
      ["child_added", "a", "b"],
      ["child_moved", "a", null],
      ["child_changed", "a", null],
      ["child_added", "c", "b"],
      ["child_removed", "b", null],
    ]);
    expect(value.all).toEqual([{ n: 2 }, { n: 0 }]);
  });

  it("uses server values, priorities and onDisconnect", async () => {
    const [one, other] = [open(), open()];
    await one.ref("x").setWithPriority({ n: 1 }, 5);
    await one.ref("x/n").set(ServerValue.increment(2));
    await one.ref("x/at").onDisconnect().set(ServerValue.TIMESTAMP);
    const seen = values(other.ref("x"));
    await seen.count(1);
    one.goOffline();
    await seen.last((value) => (value as { at?: number }).at !== undefined);
    expect(await emulator.get(namespace, "/x")).toEqual({
      n: 3,
      at: expect.any(Number),
      ".priority": 5,
    });
  });
});

describe("an admin as somebody else", () => {
  const RULES = {
    mine: { $uid: { ".read": "auth.uid === $uid", ".write": "auth.uid === $uid" } },
    open: { ".read": "auth === null" },
    role: { ".read": "auth.role === 'clerk'" },
  };

  beforeEach(async () => {
    await emulator.put(namespace, "/", { mine: { ann: 1 }, open: 1, role: 1 });
    await emulator.setRules(namespace, RULES);
  });

  it("is restricted by the rules as that user", async () => {
    const database = open({ databaseAuthVariableOverride: { uid: "ann", role: "clerk" } });
    await database.ref("mine/ann").set(2);
    expect((await database.ref("role").get()).val()).toBe(1);
    await expect(database.ref("mine/bob").set(2)).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
    await expect(database.ref("open").get()).rejects.toThrow("Permission denied");
    await expect(database.ref().once("value")).rejects.toThrow("permission_denied at /");
  });

  it("is restricted by the rules as nobody", async () => {
    const database = open({ databaseAuthVariableOverride: null });
    expect((await database.ref("open").get()).val()).toBe(1);
    await expect(database.ref("mine/ann").set(2)).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
  });

  it("loses a listener when it loses the right to read", async () => {
    const database = open({ databaseAuthVariableOverride: { uid: "ann" } });
    const seen = values(database.ref("mine/ann"));
    await seen.count(1);
    await emulator.setRules(namespace, {});
    expect(String((await seen.count(2))[1])).toContain("permission_denied at /mine/ann");
  });
});
