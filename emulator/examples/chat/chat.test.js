/** Who may do what in a room. Starts an emulator of its own unless firebase-tools or a terminal has one running. */

import { after, before, beforeEach, test } from "node:test";
import { readFileSync } from "node:fs";
import {
  assertFails,
  assertSucceeds,
  initializeTestEnvironment,
} from "@firebase/rules-unit-testing";
import { setLogLevel } from "firebase/app";
import { start } from "rtdb-emulator";

const SENT = { ".sv": "timestamp" };
let emulator;
let environment;

before(async () => {
  // The SDK logs a warning for every write that the rules refuse.
  setLogLevel("silent");
  const { FIREBASE_DATABASE_EMULATOR_HOST: running } = process.env;
  if (running === undefined) emulator = await start({ port: 0 });
  const [host, port] = running?.split(":") ?? [emulator.host, emulator.port];
  const rules = readFileSync(new URL("database.rules.json", import.meta.url), "utf8");
  environment = await initializeTestEnvironment({
    projectId: "demo-chat",
    database: { host, port: Number(port), rules },
  });
});
after(async () => {
  await environment.cleanup();
  await emulator?.stop();
});

let ann, bob, stranger;
beforeEach(async () => {
  await environment.clearDatabase();
  ann = environment.authenticatedContext("ann").database().ref("rooms/tea");
  bob = environment.authenticatedContext("bob").database().ref("rooms/tea");
  stranger = environment.unauthenticatedContext().database().ref("rooms/tea");
  await assertSucceeds(ann.child("members/ann").set("Ann"));
});

test("a user who opens a room is a member and adds others", async () => {
  await assertFails(bob.child("members/bob").set("Bob"));
  await assertFails(stranger.child("members/eve").set("Eve"));
  await assertSucceeds(ann.child("members/bob").set("Bob"));
  await assertSucceeds(bob.get());
  await assertSucceeds(bob.child("members/bob").remove());
  await assertFails(bob.get());
});

test("a user cannot open a room for another user, or without a name", async () => {
  const other = bob.parent.child("coffee/members");
  await assertFails(other.child("ann").set("Ann"));
  await assertFails(other.child("bob").set("x".repeat(31)));
  await assertFails(other.child("bob").set(5));
  await assertSucceeds(other.child("bob").set("Bob"));
});

test("only members read and send", async () => {
  const hello = { by: "ann", text: "hello", at: SENT };
  await assertSucceeds(ann.child("messages").push(hello));
  await assertSucceeds(ann.child("messages").orderByChild("at").limitToLast(10).get());
  await assertFails(bob.child("messages").push({ ...hello, by: "bob" }));
  await assertFails(bob.child("messages").get());
  await assertFails(stranger.child("messages").get());
  await assertFails(stranger.child("messages").push(hello));
});

test("a message has its sender, its time and its text, and nothing else", async () => {
  const messages = ann.child("messages");
  const hello = { by: "ann", text: "hello", at: SENT };
  await assertFails(messages.push({ ...hello, by: "bob" }));
  await assertFails(messages.push({ ...hello, at: 1 }));
  await assertFails(messages.push({ ...hello, text: "" }));
  await assertFails(messages.push({ ...hello, text: 5 }));
  await assertFails(messages.push({ ...hello, more: true }));
  await assertFails(messages.push({ text: "hello" }));
});

test("an author can delete a message, but nobody can change it", async () => {
  await ann.child("members/bob").set("Bob");
  const sent = ann.child("messages/one");
  await assertSucceeds(sent.set({ by: "ann", text: "hello", at: SENT }));
  await assertFails(sent.set({ by: "ann", text: "goodbye", at: SENT }));
  await assertFails(bob.child("messages/one").remove());
  await assertSucceeds(sent.remove());
});
