/** Every kind of write calls the listening functions and names the writer. A stand-in receives the events. */

import { goOffline, onDisconnect, ref, set } from "firebase/database";
import { FunctionsServer } from "../support/functions-server";
import { freshNamespace, TestEmulator } from "../../testing/emulator";
import { useWebClients } from "../../testing/web-clients";

const functions = new FunctionsServer();
const emulator = new TestEmulator({ functionsEmulator: functions });
const open = useWebClients(emulator);
let namespace: string;

beforeAll(async () => {
  await functions.start();
  await emulator.start();
  await register("/{key}");
});
afterAll(async () => {
  await emulator.stop();
  await functions.stop();
});
beforeEach(() => {
  namespace = freshNamespace("trigger");
  functions.received.all.length = 0;
});

async function register(path: string): Promise<void> {
  const name = "projects/demo/locations/us-central1/triggers/us-central1-f-0";
  const event = "google.firebase.database.ref.v1.written";
  const response = await fetch(`${emulator.url}/.settings/functionTriggers.json`, {
    method: "POST",
    headers: { Authorization: "Bearer owner" },
    body: JSON.stringify({ name, path, event, namespacePattern: "trigger-*" }),
  });
  if (!response.ok) throw new Error(await response.text());
}

interface Body {
  readonly ref: string;
  readonly authtype: string;
  readonly authid?: string;
  readonly data: { readonly data: unknown; readonly delta: unknown };
}

/** Returns the events until all functions have returned: ref, before, delta. */
async function events(): Promise<readonly unknown[]> {
  await fetch(`${emulator.url}/.inspect/triggers?ns=${namespace}&wait=idle`);
  return bodies().map(({ ref: place, data: { data, delta } }) => [place, data, delta]);
}

function bodies(): readonly Body[] {
  return functions.received.all.map(({ body }) => body as Body);
}

describe("writes of the web SDK", () => {
  it("send events for onDisconnect", async () => {
    const database = open(namespace, { sub: "ann" });
    await set(ref(database, "online"), true);
    await onDisconnect(ref(database, "online")).remove();
    goOffline(database);
    await functions.received.count(2);
    expect(await events()).toEqual([
      ["online", null, true],
      ["online", true, null],
    ]);
    expect(bodies().map(({ authid }) => authid)).toEqual(["ann", "ann"]);
  });

  it("send no event if the rules refuse them", async () => {
    await emulator.setRules(namespace, { b: { ".write": true } });
    const database = open(namespace, { sub: "ann" });
    await expect(set(ref(database, "a"), 1)).rejects.toThrow("PERMISSION_DENIED");
    await set(ref(database, "b"), 1);
    expect(await events()).toEqual([["b", null, 1]]);
  });
});

describe("the writer in an event", () => {
  it("is a user, nobody or an admin", async () => {
    await set(ref(open(namespace, { sub: "ann" }), "a"), 1);
    await set(ref(open(namespace), "b"), 1);
    await emulator.put(namespace, "/c", 1);
    await events();
    expect(bodies().map(({ ref: place, authtype, authid }) => [place, authtype, authid])).toEqual([
      ["a", "app_user", "ann"],
      ["b", "unauthenticated", undefined],
      ["c", "admin", undefined],
    ]);
  });
});
