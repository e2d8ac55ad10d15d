import { type App, type AppOptions, deleteApp, initializeApp } from "firebase-admin/app";
import { type Database, type DataSnapshot, getDatabase } from "firebase-admin/database";
import { setLogLevel } from "@firebase/logger";
import { randomUUID } from "node:crypto";
import { useEmulator } from "../../testing/emulator";
import { Received } from "../../testing/received";

const emulator = useEmulator();
const apps: App[] = [];
let started = 0;
let namespace: string;

beforeAll(() => {
  process.env["FIREBASE_DATABASE_EMULATOR_HOST"] = `${emulator.host}:${emulator.port}`;
  // The SDK logs a warning for every denial.
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

/** Apart from its credentials, the Admin SDK is the web SDK. Its tests cover listeners and other writes. */
describe("an admin", () => {
  it("reads and writes without rules", async () => {
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

  it("loses a listener with its read access", async () => {
    const database = open({ databaseAuthVariableOverride: { uid: "ann" } });
    const seen = new Received<unknown>();
    database
      .ref("mine/ann")
      .on("value", (snapshot: DataSnapshot) => seen.add(snapshot.val()), seen.add);
    await seen.count(1);
    await emulator.setRules(namespace, {});
    expect(String((await seen.count(2))[1])).toContain("permission_denied at /mine/ann");
  });
});
