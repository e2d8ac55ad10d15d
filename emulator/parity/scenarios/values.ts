/** Reads and writes of the web SDK. */

import { get, increment, push, ref, remove, serverTimestamp, set, update } from "firebase/database";
import { errorOf } from "../clients.ts";
import type { Scenario } from "../scenario.ts";

const LAMP = { name: "north", watts: 60, on: true };

export const values: readonly Scenario[] = [
  {
    id: "sdk-set-then-get",
    asks: "Does get() return what set() stored?",
    source: ["rtdb/rtdb-set-then-get-roundtrip.json", "2026-05-18"],
    hosted: LAMP,
    ask: async (clients) => {
      const lamp = ref(clients.open(), "lamp");
      await set(lamp, LAMP);
      return (await get(lamp)).val() as unknown;
    },
  },
  {
    id: "sdk-get-of-nothing",
    asks: "Does get() of an empty path return null instead of an error?",
    source: ["rtdb-modular/rtdb-modular-get-missing-path.json", "2026-05-18"],
    hosted: { value: null, exists: false },
    ask: async (clients) => {
      const snapshot = await get(ref(clients.open(), "nothing"));
      return { value: snapshot.val() as unknown, exists: snapshot.exists() };
    },
  },
  {
    id: "sdk-snapshot",
    asks: "What does a snapshot with children say about itself?",
    source: ["rtdb-modular/rtdb-modular-get-snapshot-shape.json", "2026-05-18"],
    hosted: {
      key: "lamps",
      exists: true,
      size: 3,
      hasChildren: true,
      keys: ["east", "north", "west"],
      value: { east: 1, north: 2, west: 3 },
    },
    ask: async (clients) => {
      const lamps = ref(clients.open(), "lamps");
      await set(lamps, { west: 3, north: 2, east: 1 });
      const snapshot = await get(lamps);
      const keys: (string | null)[] = [];
      snapshot.forEach(({ key }) => void keys.push(key));
      return {
        key: snapshot.key,
        exists: snapshot.exists(),
        size: snapshot.size,
        hasChildren: snapshot.hasChildren(),
        keys,
        value: snapshot.val() as unknown,
      };
    },
  },
  {
    id: "sdk-set-replaces",
    asks: "Does a second set() replace the value instead of merging?",
    source: ["rtdb-modular/rtdb-modular-set-replaces-not-merges.json", "2026-05-18"],
    hosted: { watts: 60 },
    ask: async (clients) => {
      const lamp = ref(clients.open(), "lamp");
      await set(lamp, { watts: 60, on: true });
      await set(lamp, { watts: 60 });
      return (await get(lamp)).val() as unknown;
    },
  },
  {
    id: "sdk-set-null",
    asks: "Does set() with null delete?",
    source: ["rtdb-modular/rtdb-modular-set-null-equals-remove.json", "2026-05-18"],
    hosted: { before: true, after: false, value: null },
    ask: async (clients) => {
      const lamp = ref(clients.open(), "lamp");
      await set(lamp, LAMP);
      const before = (await get(lamp)).exists();
      await set(lamp, null);
      const after = await get(lamp);
      return { before, after: after.exists(), value: after.val() as unknown };
    },
  },
  {
    id: "sdk-remove-and-set-null",
    asks: "Do remove() and set() with null have the same result?",
    source: ["rtdb/rtdb-remove-vs-set-null.json", "2026-05-18"],
    hosted: { removed: null, setToNull: null },
    ask: async (clients) => {
      const database = clients.open();
      await set(ref(database), { removed: 1, setToNull: 1 });
      await remove(ref(database, "removed"));
      await set(ref(database, "setToNull"), null);
      return {
        removed: (await get(ref(database, "removed"))).val() as unknown,
        setToNull: (await get(ref(database, "setToNull"))).val() as unknown,
      };
    },
  },
  {
    id: "sdk-remove-of-nothing",
    asks: "Does remove() of an empty path succeed?",
    source: ["rtdb-modular/rtdb-modular-remove-idempotent.json", "2026-05-18"],
    hosted: { error: null, exists: false },
    ask: async (clients) => {
      const nothing = ref(clients.open(), "nothing");
      const error = await errorOf(remove(nothing));
      return { error: error?.message ?? null, exists: (await get(nothing)).exists() };
    },
  },
  {
    id: "sdk-update-merges",
    asks: "Does update() keep the other children?",
    source: ["rtdb-modular/rtdb-modular-update-merges-keys.json", "2026-05-18"],
    hosted: { watts: 40, on: true },
    ask: async (clients) => {
      const lamp = ref(clients.open(), "lamp");
      await set(lamp, { watts: 60, on: true });
      await update(lamp, { watts: 40 });
      return (await get(lamp)).val() as unknown;
    },
  },
  {
    id: "sdk-update-with-null",
    asks: "Does update() with null delete only that child?",
    source: ["rtdb-modular/rtdb-modular-update-null-removes-key.json", "2026-05-18"],
    hosted: { on: true },
    ask: async (clients) => {
      const lamp = ref(clients.open(), "lamp");
      await set(lamp, { watts: 60, on: true });
      await update(lamp, { watts: null });
      return (await get(lamp)).val() as unknown;
    },
  },
  {
    id: "sdk-update-of-several-paths",
    asks: "Does one update() write several deep paths?",
    source: ["rtdb-modular/rtdb-modular-update-multipath-atomic.json", "2026-05-18"],
    hosted: { watts: 60, name: "ann" },
    ask: async (clients) => {
      const database = clients.open();
      await update(ref(database), { "lamps/watts": 60, "owners/name": "ann" });
      return {
        watts: (await get(ref(database, "lamps/watts"))).val() as unknown,
        name: (await get(ref(database, "owners/name"))).val() as unknown,
      };
    },
  },
  {
    id: "sdk-update-with-a-denied-path",
    asks: "Does one denied path deny the whole update()?",
    source: ["rtdb-modular/rtdb-modular-update-multipath-rules-denial.json", "2026-05-18"],
    hosted: {
      code: "PERMISSION_DENIED",
      message: "PERMISSION_DENIED: Permission denied",
      allowedPath: null,
    },
    ask: async (clients) => {
      await clients.load({ open: { ".read": true, ".write": true }, closed: { ".write": false } });
      const database = clients.open("ann");
      const error = await errorOf(update(ref(database), { "open/a": 1, "closed/b": 2 }));
      return { ...shapeOf(error), allowedPath: await clients.admin("GET", "/open/a.json") };
    },
  },
  {
    id: "sdk-update-of-a-path-and-one-below",
    asks: "Does an update() of a path and one below it change nothing, and one of two branches succeed?",
    source: ["rtdb-modular/rtdb-modular-write-return-validation.json", "2026-07-22"],
    hosted: {
      answers: [null, null],
      error:
        "update failed: values argument contains a path /a that is ancestor of another path /a/b",
      afterError: { old: true },
      value: { left: { watts: 1 }, right: { watts: 2 }, old: true },
    },
    ask: async (clients) => {
      const lamps = ref(clients.open(), "lamps");
      const answers: unknown[] = [];
      const keep = (answer: unknown): unknown => answers.push(answer ?? null);
      await set(lamps, { old: true }).then(keep);
      const error = await errorOf((async () => update(lamps, { a: 1, "a/b": 2 }))());
      const afterError = await clients.admin("GET", "/lamps.json");
      await update(lamps, { "left/watts": 1, "right/watts": 2 }).then(keep);
      const value = await clients.admin("GET", "/lamps.json");
      return { answers, error: error?.message, afterError, value };
    },
  },
  {
    id: "sdk-denied-write",
    asks: "What is the error of a denied set()?",
    source: ["rtdb/rtdb-rules-denied-error-code.json", "2026-05-18"],
    hosted: {
      code: "PERMISSION_DENIED",
      message: "PERMISSION_DENIED: Permission denied",
      name: "Error",
    },
    ask: async (clients) => {
      await clients.load({ open: { ".write": true } });
      const error = await errorOf(set(ref(clients.open("ann"), "closed"), 1));
      return { ...shapeOf(error), name: error?.name };
    },
  },
  {
    id: "sdk-push-ids",
    asks: "Do push() ids have 20 characters, start with a dash, and sort by time on the server?",
    source: ["rtdb/rtdb-push-autoid-format.json", "2026-05-18"],
    hosted: { lengths: [20, 20, 20], dashes: [true, true, true], isInOrder: true },
    ask: async (clients) => {
      const log = ref(clients.open(), "log");
      const keys = [push(log, "first"), push(log, "second"), push(log, "third")];
      await Promise.all(keys);
      const stored = (await get(log)).val() as Record<string, string>;
      return {
        lengths: Object.keys(stored).map((key) => key.length),
        dashes: Object.keys(stored).map((key) => key.startsWith("-")),
        isInOrder: Object.values(stored).join(" ") === "first second third",
      };
    },
  },
  {
    id: "sdk-push-with-a-value",
    asks: "Can the reference of a push() with a value be read, set and removed?",
    source: ["rtdb-modular/rtdb-modular-push-with-value.json", "2026-05-18"],
    hosted: { pushed: { watts: 60 }, set: { watts: 40 }, removed: null },
    ask: async (clients) => {
      const lamp = push(ref(clients.open(), "lamps"), { watts: 60 });
      await lamp;
      const pushed: unknown = (await get(lamp)).val();
      await set(lamp, { watts: 40 });
      const afterSet: unknown = (await get(lamp)).val();
      await remove(lamp);
      return { pushed, set: afterSet, removed: (await get(lamp)).val() as unknown };
    },
  },
  {
    id: "sdk-server-timestamp",
    asks: "Is a server timestamp stored as a number?",
    source: ["rtdb/rtdb-servertimestamp-resolves.json", "2026-05-18"],
    hosted: { type: "number", isNow: true, name: "north" },
    ask: async (clients) => {
      const lamp = ref(clients.open(), "lamp");
      await set(lamp, { at: serverTimestamp(), name: "north" });
      const { at, name } = (await get(lamp)).val() as { at: number; name: string };
      return { type: typeof at, isNow: Math.abs(at - Date.now()) < 600_000, name };
    },
  },
  {
    id: "sdk-increment-of-nothing",
    asks: "Does increment() begin at 0, and add positive and negative numbers?",
    source: ["rtdb-modular/rtdb-modular-increment-from-missing.json", "2026-05-18"],
    hosted: [5, 8, 6],
    ask: async (clients) => {
      const counter = ref(clients.open(), "counter");
      const found: unknown[] = [];
      for (const step of [5, 3, -2]) {
        await update(counter, { count: increment(step) });
        found.push(await clients.admin("GET", "/counter/count.json"));
      }
      return found;
    },
  },
];

function shapeOf(error: Error | undefined): { readonly code: unknown; readonly message: unknown } {
  const { code = null, message = null } = (error ?? {}) as { code?: unknown; message?: unknown };
  return { code, message };
}
