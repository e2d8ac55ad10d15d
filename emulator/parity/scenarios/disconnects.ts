/** onDisconnect() of the web SDK: what happens when a client leaves, and what its rules and cancellations do. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import {
  type Database,
  goOffline,
  goOnline,
  onDisconnect,
  onValue,
  ref,
  set,
} from "firebase/database";
import { type Clients, errorOf, settle } from "../clients.ts";
import { Received } from "../../testing/received.ts";
import type { Scenario } from "../scenario.ts";

/** Collects the values at a path, as another client sees them. */
async function observe(clients: Clients, place: string): Promise<Received<unknown>> {
  const observer = clients.open("observer");
  const events = new Received<unknown>();
  onValue(ref(observer, place), (snapshot) => events.add(snapshot.val()));
  await events.count(1);
  return events;
}

/** Disconnects a client. Returns when its onDisconnect writes are there. */
async function leave(clients: Clients, database: Database): Promise<void> {
  const gone = await observe(clients, "gone");
  await onDisconnect(ref(database, "gone")).set(Math.random());
  const count = gone.all.length;
  goOffline(database);
  await gone.count(count + 1);
  goOnline(database);
}

export const disconnects: readonly Scenario[] = [
  {
    id: "sdk-on-disconnect-is-registered",
    asks: "Do the calls of onDisconnect() succeed without changing the data?",
    source: ["rtdb-modular/rtdb-modular-ondisconnect-registration.json", "2026-07-21"],
    hosted: { errors: [null, null, null, null, null], value: { state: "here" } },
    ask: async (clients) => {
      const lamp = ref(clients.open("ann"), "lamp");
      await set(lamp, { state: "here" });
      const leaving = onDisconnect(lamp);
      const errors: unknown[] = [];
      for (const call of [
        () => leaving.set({ state: "gone" }),
        () => leaving.update({ state: "away" }),
        () => leaving.setWithPriority({ state: "gone" }, 7),
        () => leaving.remove(),
        () => leaving.cancel(),
      ]) {
        errors.push((await errorOf(call())) ?? null);
      }
      return { errors, value: await clients.admin("GET", "/lamp.json") };
    },
  },
  {
    id: "sdk-on-disconnect-once",
    asks: "Is onDisconnect().set() done when the client leaves, and not again when it leaves a second time?",
    source: ["rtdb-modular/rtdb-modular-ondisconnect-clean-set.json", "2026-07-21"],
    hosted: [null, { state: "here" }, { state: "gone" }, { state: "back" }],
    ask: async (clients) => {
      const database = clients.open("ann");
      const events = await observe(clients, "lamp");
      await set(ref(database, "lamp"), { state: "here" });
      await onDisconnect(ref(database, "lamp")).set({ state: "gone" });
      goOffline(database);
      await events.count(3);
      goOnline(database);
      await set(ref(database, "lamp"), { state: "back" });
      await leave(clients, database);
      return events.all;
    },
  },
  {
    id: "sdk-on-disconnect-kinds-and-cancel",
    asks: "What do set, update, remove and setWithPriority leave behind, and cancel of a child, a parent and the same path?",
    source: ["rtdb-modular/rtdb-modular-ondisconnect-operations-cancel.json", "2026-07-21"],
    hosted: {
      set: { after: true },
      update: { kept: true, watts: 2, added: true },
      remove: null,
      setWithPriority: { after: true, ".priority": 7 },
      // The child keeps its value. Nothing of the parent's write is lost but the child.
      childCancelled: { old: true, parent: true, lamp: "old lamp" },
      parentCancelled: { lamp: "old" },
      cancelled: { old: true },
    },
    ask: async (clients) => {
      const database = clients.open("ann");
      const leaving = (place: string): ReturnType<typeof onDisconnect> =>
        onDisconnect(ref(database, place));
      await clients.admin("PUT", "/.json", {
        set: { before: true },
        update: { kept: true, watts: 1 },
        remove: { before: true },
        setWithPriority: { before: true },
        childCancelled: { old: true, lamp: "old lamp" },
        parentCancelled: { lamp: "old" },
        cancelled: { old: true },
      });
      await leaving("set").set({ after: true });
      await leaving("update").update({ watts: 2, added: true });
      await leaving("remove").remove();
      await leaving("setWithPriority").setWithPriority({ after: true }, 7);
      await leaving("childCancelled").set({ parent: true, lamp: "parent's lamp" });
      await leaving("childCancelled/lamp").set("new lamp");
      await leaving("childCancelled/lamp").cancel();
      await leaving("parentCancelled/lamp").set("new");
      await leaving("parentCancelled/lamp/watts").set("newest");
      await leaving("parentCancelled").cancel();
      await leaving("cancelled").set({ new: true });
      await leaving("cancelled").cancel();
      await leave(clients, database);
      const left = (await clients.admin("GET", "/.json?format=export")) as object;
      return { remove: null, ...left, gone: undefined };
    },
  },
  {
    id: "sdk-on-disconnect-and-rules",
    asks: "Do the rules apply when onDisconnect() is called, and again when the client leaves?",
    source: ["rtdb-modular/rtdb-modular-ondisconnect-rules.json", "2026-07-21"],
    hosted: {
      whileDenied: ["PERMISSION_DENIED", "PERMISSION_DENIED"],
      whileAllowed: [null, null],
      value: "here",
    },
    ask: async (clients) => {
      const database = clients.open("ann");
      const lamp = ref(database, "lamp");
      const load = (canWrite: boolean): Promise<void> =>
        clients.load({
          ".read": "auth != null",
          gone: { ".write": "auth != null" },
          lamp: { ".write": canWrite && "auth != null" },
        });
      const codesOf = async (now: string, later: string): Promise<readonly unknown[]> => {
        const errors = [
          await errorOf(set(lamp, now)),
          await errorOf(onDisconnect(lamp).set(later)),
        ];
        return errors.map((error) => (error as { code?: unknown } | undefined)?.code ?? null);
      };
      await load(false);
      const whileDenied = await codesOf("denied", "denied later");
      await load(true);
      const whileAllowed = await codesOf("here", "gone");
      await load(false);
      await leave(clients, database);
      return { whileDenied, whileAllowed, value: await clients.admin("GET", "/lamp.json") };
    },
  },
  {
    id: "sdk-on-disconnect-of-a-killed-process",
    asks: "Is onDisconnect() done when the client's process is killed?",
    source: ["rtdb-modular/rtdb-modular-ondisconnect-abrupt-exit.json", "2026-07-21"],
    hosted: { events: [{ state: "here" }, { state: "gone" }], value: { state: "gone" } },
    ask: async (clients) => {
      await clients.admin("PUT", "/lamp.json", { state: "here" });
      const events = await observe(clients, "lamp");
      const program = path.join(import.meta.dirname, "leaving-client.mjs");
      const child = spawn(process.execPath, [program, ...clients.words], {
        stdio: ["ignore", "pipe", "ignore"],
      });
      // It says that the server has the write.
      await once(child.stdout, "data");
      child.kill("SIGKILL");
      await events.count(2);
      await settle(clients.open());
      return { events: events.all, value: await clients.admin("GET", "/lamp.json") };
    },
  },
];
