/** Writes of the web SDK call the listening functions and name the writer. A stand-in receives the events. */

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
  const name = "projects/demo/locations/us-central1/triggers/us-central1-f-0";
  const event = "google.firebase.database.ref.v1.written";
  await fetch(`${emulator.url}/.settings/functionTriggers.json`, {
    method: "POST",
    headers: { Authorization: "Bearer owner" },
    body: JSON.stringify({ name, path: "/{key}", event, namespacePattern: "trigger-*" }),
  });
});
afterAll(async () => {
  await emulator.stop();
  await functions.stop();
});
beforeEach(() => {
  namespace = freshNamespace("trigger");
  functions.received.all.length = 0;
});

interface Body {
  readonly ref: string;
  readonly authtype: string;
  readonly authid?: string;
  readonly data: { readonly data: unknown; readonly delta: unknown };
}

/** Returns the events until all functions have returned: ref, before, delta, and the writer. */
async function events(): Promise<readonly unknown[]> {
  await fetch(`${emulator.url}/.inspect/triggers?ns=${namespace}&wait=idle`);
  return functions.received.all
    .map(({ body }) => body as Body)
    .map(({ ref: place, data: { data, delta }, authtype, authid }) => [
      place,
      data,
      delta,
      authid ?? authtype,
    ]);
}

it("send an event for each accepted write, with a user, nobody or an admin as the writer", async () => {
  await emulator.setRules(namespace, { a: { ".write": true }, b: { ".write": true } });
  await set(ref(open(namespace, { sub: "ann" }), "a"), 1);
  await expect(set(ref(open(namespace), "x"), 1)).rejects.toThrow("PERMISSION_DENIED");
  await set(ref(open(namespace), "b"), 1);
  await emulator.put(namespace, "/c", 1);
  expect(await events()).toEqual([
    ["a", null, 1, "ann"],
    ["b", null, 1, "unauthenticated"],
    ["c", null, 1, "admin"],
  ]);
});

it("send events for onDisconnect", async () => {
  const database = open(namespace, { sub: "ann" });
  await set(ref(database, "online"), true);
  await onDisconnect(ref(database, "online")).remove();
  goOffline(database);
  await functions.received.count(2);
  expect(await events()).toEqual([
    ["online", null, true, "ann"],
    ["online", true, null, "ann"],
  ]);
});
