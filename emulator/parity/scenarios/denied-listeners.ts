/** Listeners of the web SDK that the rules deny, at first or later. */

import {
  get,
  onChildAdded,
  onChildChanged,
  onChildMoved,
  onChildRemoved,
  onValue,
  ref,
  set,
} from "firebase/database";
import { settle } from "../clients.ts";
import { Received } from "../../testing/received.ts";
import type { Scenario } from "../scenario.ts";

const DENIED = {
  name: "Error",
  code: "PERMISSION_DENIED",
  message: "permission_denied at /lamp: Client doesn't have permission to access the desired data.",
};
const KINDS = {
  value: onValue,
  child_added: onChildAdded,
  child_changed: onChildChanged,
  child_removed: onChildRemoved,
  child_moved: onChildMoved,
};

/** Returns an object with the same value for each kind of listener. */
function forEachKind<T>(value: T): Record<string, T> {
  return Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, value]));
}

export const deniedListeners: readonly Scenario[] = [
  {
    id: "sdk-listeners-that-are-denied",
    asks: "What is the error of a listener that the rules deny?",
    source: ["rtdb-modular/rtdb-modular-listener-cancellation.json", "2026-07-22"],
    hosted: forEachKind([DENIED]),
    ask: async (clients) => {
      await clients.load({ lamp: { ".read": false } });
      const database = clients.open("ann");
      const cancelled: Record<string, unknown[]> = {};
      for (const [kind, listen] of Object.entries(KINDS)) {
        const errors: unknown[] = (cancelled[kind] = []);
        listen(
          ref(database, "lamp"),
          () => errors.push("called"),
          (error) => errors.push(shapeOf(error)),
        );
        await settle(database);
      }
      return cancelled;
    },
  },
  {
    id: "sdk-listeners-that-lose-their-right",
    asks: "What do listeners get when new rules deny them, and can another path still be read?",
    source: ["rtdb-modular/rtdb-modular-listener-cancellation.json", "2026-07-22"],
    hosted: {
      calls: { value: 1, child_added: 1, child_changed: 0, child_removed: 0, child_moved: 0 },
      errors: forEachKind([DENIED]),
      other: { ok: true },
    },
    ask: async (clients) => {
      const rules = { ".write": true, other: { ".read": "auth != null" } };
      await clients.load({ ...rules, lamp: { ".read": "auth != null" } });
      await clients.admin("PUT", "/.json", { lamp: { watts: 60 }, other: { ok: true } });
      const database = clients.open("ann");
      const calls = forEachKind(0);
      const errors: Record<string, unknown[]> = {};
      for (const [kind, listen] of Object.entries(KINDS)) {
        errors[kind] = [];
        listen(
          ref(database, "lamp"),
          () => (calls[kind] = (calls[kind] ?? 0) + 1),
          (error) => errors[kind]?.push(shapeOf(error)),
        );
      }
      await settle(database);
      await clients.load({ ...rules, lamp: { ".read": false } });
      await settle(database);
      return { calls, errors, other: (await get(ref(database, "other"))).val() as unknown };
    },
  },
  {
    id: "sdk-listeners-and-signing-out",
    asks: "Does signing out end a listener for good, deny a new one, and does a new one work after signing in?",
    source: ["rtdb-modular/rtdb-modular-listener-cancellation.json", "2026-07-22"],
    hosted: { before: [{ watts: 0 }], signedOut: [DENIED], after: { watts: 1 } },
    ask: async (clients) => {
      await clients.load({ lamp: { ".read": "auth != null", ".write": "auth != null" } });
      await clients.admin("PUT", "/lamp.json", { watts: 0 });
      const { database, signIn, signOut } = clients.openSession();
      signIn("ann");
      const lamp = ref(database, "lamp");
      const [before, signedOut, after] = [
        new Received<unknown>(),
        new Received<unknown>(),
        new Received<unknown>(),
      ] as const;
      onValue(lamp, (snapshot) => before.add(snapshot.val()));
      await before.count(1);
      signOut();
      await settle(database);
      onValue(
        lamp,
        () => undefined,
        (error) => signedOut.add(shapeOf(error)),
      );
      await signedOut.count(1);
      signIn("bob");
      onValue(lamp, (snapshot) => after.add(snapshot.val()));
      await set(lamp, { watts: 1 });
      await settle(database);
      return { before: before.all, signedOut: signedOut.all, after: after.all.at(-1) };
    },
  },
];

function shapeOf(error: Error): unknown {
  const { name, message, code = null } = error as Error & { code?: unknown };
  return { name, code, message };
}
