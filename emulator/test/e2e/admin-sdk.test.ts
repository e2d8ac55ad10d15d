import { type App, type AppOptions, deleteApp, initializeApp } from "firebase-admin/app";
import { type Database, getDatabase } from "firebase-admin/database";
import { setLogLevel } from "@firebase/logger";
import { randomUUID } from "node:crypto";
import { useEmulator } from "../../testing/emulator";

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

/** Apart from its credentials, the Admin SDK is the web SDK. */
it("an admin reads and writes without rules", async () => {
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
});

it("an admin who acts as a user is restricted by the rules as that user", async () => {
  await emulator.put(namespace, "/", { mine: { ann: 1 }, open: 1, role: 1 });
  await emulator.setRules(namespace, {
    mine: { $uid: { ".read": "auth.uid === $uid", ".write": "auth.uid === $uid" } },
    open: { ".read": "auth === null" },
    role: { ".read": "auth.role === 'clerk'" },
  });
  const database = open({ databaseAuthVariableOverride: { uid: "ann", role: "clerk" } });
  await database.ref("mine/ann").set(2);
  expect((await database.ref("role").get()).val()).toBe(1);
  await expect(database.ref("mine/bob").set(2)).rejects.toMatchObject({
    code: "PERMISSION_DENIED",
  });
  await expect(database.ref("open").get()).rejects.toThrow("Permission denied");
  await expect(database.ref().once("value")).rejects.toThrow("permission_denied at /");
});
