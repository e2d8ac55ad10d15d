import { type App, type AppOptions, deleteApp, initializeApp } from "firebase-admin/app";
import { type Database, getDatabase } from "firebase-admin/database";
import { setLogLevel } from "@firebase/logger";
import { randomUUID } from "node:crypto";
import { useEmulator } from "../../testing/emulator";

const emulator = useEmulator();
const apps: App[] = [];
const namespace = "admin";

beforeAll(() => {
  process.env["FIREBASE_DATABASE_EMULATOR_HOST"] = `${emulator.host}:${emulator.port}`;
  // The SDK logs a warning for every denial.
  setLogLevel("silent");
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
it("an admin needs no rules, and an admin who acts as a user is restricted as that user", async () => {
  await open()
    .ref()
    .set({ mine: { ann: 1 }, open: 1, role: 1 });
  await emulator.setRules(namespace, {
    mine: { $uid: { ".read": "auth.uid === $uid", ".write": "auth.uid === $uid" } },
    open: { ".read": "auth === null" },
    role: { ".read": "auth.role === 'clerk'" },
  });
  await open().ref("mine/bob").set(3);
  const database = open({ databaseAuthVariableOverride: { uid: "ann", role: "clerk" } });
  await database.ref("mine/ann").set(2);
  expect((await database.ref("role").get()).val()).toBe(1);
  await expect(database.ref("mine/bob").set(2)).rejects.toMatchObject({
    code: "PERMISSION_DENIED",
  });
  await expect(database.ref("open").get()).rejects.toThrow("Permission denied");
  expect(await emulator.get(namespace, "/mine")).toEqual({ ann: 2, bob: 3 });
});
