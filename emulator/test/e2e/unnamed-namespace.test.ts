/**
 * Clients without a namespace: an SDK with the emulator's URL, and commands of firebase-tools that drop the namespace.
 */

import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { deleteApp, initializeApp } from "firebase/app";
import { get, getDatabase, ref, set } from "firebase/database";
import { useEmulator } from "../../testing/emulator";
import { FIREBASE } from "../support/packages";

const run = promisify(execFile);
const NAMESPACE = "demo-default-rtdb";

const emulator = useEmulator();
beforeAll(() => emulator.put(NAMESPACE, "/", { kept: 1, removed: { a: 1 } }));

// Otherwise the SDK would use the address in this variable.
const { FIREBASE_DATABASE_EMULATOR_HOST: address } = process.env;
beforeAll(() => delete process.env["FIREBASE_DATABASE_EMULATOR_HOST"]);
afterAll(() => {
  if (address !== undefined) process.env["FIREBASE_DATABASE_EMULATOR_HOST"] = address;
});

it("an SDK whose URL is the emulator's address uses the first namespace", async () => {
  const app = initializeApp({ projectId: "demo" }, "bare");
  // The SDK would read the first number of an IP address as the namespace.
  const database = getDatabase(app, `http://localhost:${emulator.port}`);
  await set(ref(database, "bare"), "written");
  const kept = await get(ref(database, "kept"));
  await deleteApp(app);
  expect([kept.val(), await emulator.get(NAMESPACE, "/bare")]).toEqual([1, "written"]);
});

describe("firebase-tools", () => {
  let google: Server;

  beforeAll(async () => {
    // Replaces Google's services, where the command first looks up the project and the instance.
    google = createServer((request, response) => {
      const instance = {
        name: `projects/demo/locations/us-central1/instances/${NAMESPACE}`,
        databaseUrl: `https://${NAMESPACE}.firebaseio.com`,
      };
      request.resume();
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify({ access_token: "any", expires_in: 3600, ...instance }));
    }).listen(0, "127.0.0.1");
    await once(google, "listening");
  });
  afterAll(() => google.close());

  async function firebase(...args: readonly string[]): Promise<string> {
    const origin = `http://127.0.0.1:${(google.address() as AddressInfo).port}`;
    const services = ["API", "TOKEN", "RESOURCEMANAGER", "RTDB_MANAGEMENT", "REMOTE_CONFIG"];
    const env = {
      ...process.env,
      ...Object.fromEntries(services.map((name) => [`FIREBASE_${name}_URL`, origin])),
      // Unlike with FIREBASE_DATABASE_EMULATOR_HOST, `database:remove` then needs no confirmation.
      FIREBASE_REALTIME_URL: emulator.url,
      FIREBASE_TOKEN: "any",
    };
    const target = ["--project", "demo", "--instance", NAMESPACE];
    const { stdout } = await run(process.execPath, [FIREBASE, ...args, ...target], { env });
    return stdout;
  }

  it("database:get and database:remove reach the project's database", async () => {
    const [shown] = await Promise.all([
      firebase("database:get", "/kept"),
      firebase("database:remove", "/removed", "--force"),
    ]);
    expect(shown.trim().split("\n").at(-1)).toBe("1");
    expect(await emulator.get(NAMESPACE, "/removed")).toBeNull();
  });
});
