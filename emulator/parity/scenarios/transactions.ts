/** Transactions of the web SDK. */

import { get, increment, onValue, ref, runTransaction, set, update } from "firebase/database";
import { errorOf, settle } from "../clients.ts";
import { Received } from "../../testing/received.ts";
import type { Scenario } from "../scenario.ts";

export const transactions: readonly Scenario[] = [
  {
    id: "sdk-transaction-on-nothing",
    asks: "Is a transaction on an empty path called once, with null, and committed?",
    source: ["rtdb-modular/rtdb-modular-runtransaction-success.json", "2026-05-18"],
    hosted: { seen: [null], committed: true, value: 1 },
    ask: async (clients) => {
      const seen: unknown[] = [];
      const result = await runTransaction(ref(clients.open(), "counter"), (current: unknown) => {
        seen.push(current);
        return current === null ? 1 : -1;
      });
      return { seen, committed: result.committed, value: result.snapshot.val() as unknown };
    },
  },
  {
    id: "sdk-transaction-of-a-cold-client",
    asks: "Is a transaction of a client without the data called first with null, then with the stored value?",
    source: ["rtdb-modular/rtdb-modular-runtransaction-current-value-arg.json", "2026-05-18"],
    hosted: { nothing: [null], lamp: [null, { watts: 60, name: "north" }] },
    ask: async (clients) => {
      await clients.admin("PUT", "/lamp.json", { watts: 60, name: "north" });
      const database = clients.open();
      const seen: Record<string, unknown[]> = { nothing: [], lamp: [] };
      for (const [path, values] of Object.entries(seen)) {
        await runTransaction(ref(database, path), (current: unknown) => {
          values.push(current);
          return current ?? { watts: 1 };
        });
      }
      return seen;
    },
  },
  {
    id: "sdk-transaction-of-a-warm-client",
    asks: "Is a transaction of a client that listens called once, with the stored value?",
    source: ["rtdb-modular/rtdb-modular-runtransaction-warm-client-speculation.json", "2026-07-09"],
    hosted: { seen: [{ watts: 60, name: "north" }], events: 2 },
    ask: async (clients) => {
      const database = clients.open();
      const lamp = ref(database, "lamp");
      await set(lamp, { watts: 60, name: "north" });
      const events = new Received<unknown>();
      onValue(lamp, (snapshot) => events.add(snapshot.val()));
      await events.count(1);
      await get(lamp);
      const seen: unknown[] = [];
      await runTransaction(lamp, (current: { watts: number } | null) => {
        seen.push(current);
        return current && { ...current, watts: current.watts + 1 };
      });
      await settle(database);
      return { seen, events: events.all.length };
    },
  },
  {
    id: "sdk-transaction-result",
    asks: "Does a transaction return whether it committed, and a snapshot of the new value?",
    source: [
      "rtdb-modular/rtdb-modular-runtransaction-returns-committed-snapshot.json",
      "2026-05-18",
    ],
    hosted: { committed: true, key: "lamp", exists: true, value: { watts: 61 } },
    ask: async (clients) => {
      const lamp = ref(clients.open(), "lamp");
      await set(lamp, { watts: 60 });
      const { committed, snapshot } = await runTransaction(
        lamp,
        (current: { watts: number } | null) => ({ watts: (current?.watts ?? 0) + 1 }),
      );
      const value: unknown = snapshot.val();
      return { committed, key: snapshot.key, exists: snapshot.exists(), value };
    },
  },
  {
    id: "sdk-transaction-that-aborts",
    asks: "Does a transaction that returns undefined write nothing?",
    source: ["rtdb-modular/rtdb-modular-runtransaction-abort-undefined.json", "2026-05-18"],
    hosted: { committed: false, value: null, stored: 60 },
    ask: async (clients) => {
      await clients.admin("PUT", "/watts.json", 60);
      const watts = ref(clients.open(), "watts");
      const { committed, snapshot } = await runTransaction(watts, () => undefined);
      const stored = await clients.admin("GET", "/watts.json");
      return { committed, value: snapshot.val() as unknown, stored };
    },
  },
  {
    id: "sdk-transaction-that-is-denied",
    asks: "What is the error of a transaction that the rules deny?",
    source: ["rtdb-modular/rtdb-modular-runtransaction-on-rules-denied-path.json", "2026-05-18"],
    hosted: { message: "permission_denied", code: null, name: "Error", calls: 1 },
    ask: async (clients) => {
      await clients.load({ open: { ".read": true, ".write": true } });
      let calls = 0;
      const error = await errorOf(
        runTransaction(ref(clients.open("ann"), "closed"), () => {
          calls += 1;
          return 1;
        }),
      );
      const { code = null } = (error ?? {}) as { code?: unknown };
      return { message: error?.message, code, name: error?.name, calls };
    },
  },
  {
    id: "sdk-transaction-and-listeners",
    asks: "Does a listener get the value before and after a transaction, with applyLocally on and off?",
    source: ["rtdb-modular/rtdb-modular-runtransaction-options-applylocally.json", "2026-05-18"],
    hosted: {
      on: { committed: true, value: 70, events: [60, 70] },
      off: { committed: true, value: 70, events: [60, 70] },
    },
    ask: async (clients) => {
      const database = clients.open();
      const run = async (applyLocally: boolean): Promise<unknown> => {
        const watts = ref(database, applyLocally ? "on" : "off");
        await set(watts, 60);
        const events = new Received<unknown>();
        onValue(watts, (snapshot) => events.add(snapshot.val()));
        await events.count(1);
        const { committed, snapshot } = await runTransaction(
          watts,
          (current: number | null) => (current ?? 0) + 10,
          { applyLocally },
        );
        await settle(database);
        return { committed, value: snapshot.val() as unknown, events: events.all };
      };
      return { on: await run(true), off: await run(false) };
    },
  },
  {
    id: "sdk-two-clients-at-once",
    asks: "Do increments and transactions of two clients at once both count?",
    source: ["rtdb-modular/rtdb-modular-concurrent-transforms.json", "2026-07-22"],
    hosted: { incremented: 5, counted: 2, committed: [true, true], calls: [2, 3], values: [1, 2] },
    ask: async (clients) => {
      const both = [clients.open(), clients.open()];
      await clients.admin("PUT", "/.json", { incremented: 0, counted: 0 });
      await Promise.all(
        both.map((database, index) => update(ref(database), { incremented: increment(2 + index) })),
      );
      await Promise.all(both.map((database) => get(ref(database, "counted"))));
      const calls = new Map<unknown, number>();
      const results = await Promise.all(
        both.map((database) =>
          runTransaction(ref(database, "counted"), (current: number | null) => {
            calls.set(database, (calls.get(database) ?? 0) + 1);
            return (current ?? 0) + 1;
          }),
        ),
      );
      return {
        incremented: await clients.admin("GET", "/incremented.json"),
        counted: await clients.admin("GET", "/counted.json"),
        committed: results.map(({ committed }) => committed),
        calls: [...calls.values()].toSorted((a, b) => a - b),
        values: results.map(({ snapshot }) => snapshot.val() as number).toSorted((a, b) => a - b),
      };
    },
  },
];
