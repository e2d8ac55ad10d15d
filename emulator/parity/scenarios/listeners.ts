/** Value listeners of the web SDK: when they are called, how they end, and how the server ends them. */

import {
  child,
  endAt,
  limitToFirst,
  off,
  onChildAdded,
  onValue,
  orderByChild,
  type Query,
  query,
  ref,
  set,
  startAt,
} from "firebase/database";
import { settle } from "../clients.ts";
import { Received } from "../../testing/received.ts";
import type { Scenario } from "../scenario.ts";

export const listeners: readonly Scenario[] = [
  {
    id: "sdk-listener-of-nothing",
    asks: "Is a listener of an empty path called once, with null?",
    source: ["rtdb-modular/rtdb-modular-onvalue-initial-no-data.json", "2026-05-18"],
    hosted: [{ value: null, exists: false }],
    ask: async (clients) => {
      const database = clients.open();
      const events = new Received<unknown>();
      onValue(ref(database, "nothing"), (snapshot) =>
        events.add({ value: snapshot.val() as unknown, exists: snapshot.exists() }),
      );
      await settle(database);
      return events.all;
    },
  },
  {
    id: "sdk-listener-of-data",
    asks: "Is a listener of existing data called once, with the data?",
    source: ["rtdb-modular/rtdb-modular-onvalue-initial-with-data.json", "2026-05-18"],
    hosted: [{ watts: 60 }],
    ask: async (clients) => {
      await clients.admin("PUT", "/lamp.json", { watts: 60 });
      const database = clients.open();
      const events = new Received<unknown>();
      onValue(ref(database, "lamp"), (snapshot) => events.add(snapshot.val()));
      await settle(database);
      return events.all;
    },
  },
  {
    id: "sdk-listener-and-set",
    asks: "Is a listener called once for each set()?",
    source: ["rtdb/rtdb-onvalue-fires-on-set.json", "2026-05-18"],
    hosted: [null, { watts: 1 }, { watts: 2 }],
    ask: async (clients) => {
      const database = clients.open();
      const lamp = ref(database, "lamp");
      const events = new Received<unknown>();
      onValue(lamp, (snapshot) => events.add(snapshot.val()));
      await settle(database);
      await set(lamp, { watts: 1 });
      await settle(database);
      await set(lamp, { watts: 2 });
      await settle(database);
      return events.all;
    },
  },
  {
    id: "sdk-listener-that-ends",
    asks: "Is a listener that has ended not called again?",
    source: ["rtdb-modular/rtdb-modular-onvalue-unsubscribe.json", "2026-05-18"],
    hosted: [null, 1],
    ask: async (clients) => {
      const database = clients.open();
      const lamp = ref(database, "lamp");
      const events = new Received<unknown>();
      const stop = onValue(lamp, (snapshot) => events.add(snapshot.val()));
      await settle(database);
      await set(lamp, 1);
      stop();
      await set(lamp, 2);
      await settle(database);
      return events.all;
    },
  },
  {
    id: "sdk-two-ways-to-end-a-listener",
    asks: "Do the function that onValue() returns and off() both end a listener?",
    source: ["rtdb/rtdb-onvalue-unsub-equivalence.json", "2026-05-18"],
    hosted: { returned: [1, 2, 2], off: [1, 2, 2] },
    ask: async (clients) => {
      const database = clients.open();
      const counts = async (stopWith: "returned" | "off"): Promise<readonly number[]> => {
        const lamp = ref(database, stopWith);
        const events = new Received<unknown>();
        const found: number[] = [];
        const count = async (): Promise<unknown> => {
          await settle(database);
          return found.push(events.all.length);
        };
        const stop = onValue(lamp, events.add);
        await count();
        await set(lamp, 1);
        await count();
        if (stopWith === "returned") stop();
        else off(lamp, "value", events.add);
        await set(lamp, 2);
        await count();
        return found;
      };
      return { returned: await counts("returned"), off: await counts("off") };
    },
  },
  {
    id: "sdk-off-of-one-event",
    asks: "Does off() of an event end all listeners of that event, and no other?",
    source: ["rtdb/rtdb-off-eventtype-precision.json", "2026-05-18"],
    // The counts of two value listeners and a child listener: at first, and after each of three writes.
    hosted: [
      [1, 1, 1],
      [2, 2, 2],
      [2, 2, 3],
      [2, 2, 3],
    ],
    ask: async (clients) => {
      await clients.admin("PUT", "/lamps/east.json", 1);
      const database = clients.open();
      const lamps = ref(database, "lamps");
      const events = [
        new Received<unknown>(),
        new Received<unknown>(),
        new Received<unknown>(),
      ] as const;
      const [first, second, added] = events;
      onValue(lamps, first.add);
      onValue(lamps, second.add);
      onChildAdded(lamps, added.add);
      const counts: number[][] = [];
      const count = async (): Promise<unknown> => {
        await settle(database);
        return counts.push(events.map(({ all }) => all.length));
      };
      await count();
      await set(child(lamps, "north"), 2);
      await count();
      off(lamps, "value");
      await set(child(lamps, "south"), 3);
      await count();
      off(lamps, "child_added", added.add);
      await set(child(lamps, "west"), 4);
      await count();
      return counts;
    },
  },
  {
    id: "sdk-off-of-all-events",
    asks: "Does off() without an event end a child listener?",
    source: ["rtdb-modular/rtdb-modular-off-stops-child-fires.json", "2026-05-18"],
    hosted: ["east"],
    ask: async (clients) => {
      await clients.admin("PUT", "/lamps/east.json", 1);
      const database = clients.open();
      const lamps = ref(database, "lamps");
      const keys = new Received<string | null>();
      onChildAdded(lamps, ({ key }) => keys.add(key));
      await settle(database);
      off(lamps);
      await set(child(lamps, "west"), 2);
      await settle(database);
      return keys.all;
    },
  },
  {
    id: "sdk-off-of-queries",
    asks: "Which listeners does off() end: of a callback added twice, of a query, of an equal query, of a reference?",
    source: ["rtdb-modular/rtdb-modular-off-duplicate-registration.json", "2026-07-22"],
    hosted: {
      twice: [
        [0, 0],
        [0, 0, 1, 1],
        [0, 0, 1, 1, 2],
        [0, 0, 1, 1, 2],
      ],
      query: { reference: 2, query: 1 },
      equalQuery: 1,
      queryAfterOffOfReference: 1,
      referenceAfterOffOfQuery: 1,
    },
    ask: async (clients) => {
      await clients.load({
        ".read": true,
        ".write": true,
        lamps: { ".indexOn": "rank" },
      });
      const database = clients.open();
      const [watts, lamps] = [ref(database, "watts"), ref(database, "lamps")];
      const listen = async (source: Query): Promise<Received<unknown>> => {
        const events = new Received<unknown>();
        onValue(source, events.add);
        await settle(database);
        return events;
      };
      const write = async (key: string): Promise<void> => {
        await set(child(lamps, key), { rank: 2 });
        await settle(database);
      };

      await set(watts, 0);
      const values: unknown[] = [];
      const twice: unknown[] = [];
      const add = (snapshot: { val: () => unknown }): void => void values.push(snapshot.val());
      onValue(watts, add);
      onValue(watts, add);
      await settle(database);
      twice.push([...values]);
      for (const [index, value] of [1, 2, 3].entries()) {
        if (index > 0) off(watts, "value", add);
        await set(watts, value);
        await settle(database);
        twice.push([...values]);
      }

      await set(lamps, { east: { rank: 1 } });
      const reference = await listen(lamps);
      const ordered = await listen(query(lamps, orderByChild("rank")));
      off(query(lamps, orderByChild("rank")));
      await write("north");
      const afterOff = { reference: reference.all.length, query: ordered.all.length };
      const bounded = await listen(query(lamps, orderByChild("rank"), startAt(1), endAt(3)));
      off(query(lamps, endAt(3), orderByChild("rank"), startAt(1)));
      await write("south");
      const equalQuery = bounded.all.length;
      const surviving = await listen(query(lamps, orderByChild("rank")));
      off(lamps);
      await write("west");

      const other = ref(database, "other");
      const plain = await listen(other);
      off(query(other));
      await set(other, 1);
      await settle(database);
      return {
        twice,
        query: afterOff,
        equalQuery,
        queryAfterOffOfReference: surviving.all.length,
        referenceAfterOffOfQuery: plain.all.length,
      };
    },
  },
  {
    id: "sdk-listener-of-a-query",
    asks: "Is a listener of the first two called only for changes of these two?",
    source: ["rtdb-modular/rtdb-modular-onvalue-with-query.json", "2026-05-18"],
    hosted: [
      ["east 1", "north 2"],
      ["east 1", "north 2"],
      ["upper 0", "east 1"],
    ],
    ask: async (clients) => {
      await clients.load({ ".read": true, ".write": true, lamps: { ".indexOn": "rank" } });
      await clients.admin("PUT", "/lamps.json", {
        east: { rank: 1 },
        north: { rank: 2 },
        west: { rank: 3 },
      });
      const database = clients.open();
      const lamps = ref(database, "lamps");
      const events = new Received<readonly string[]>();
      onValue(query(lamps, orderByChild("rank"), limitToFirst(2)), (snapshot) => {
        const ranks: string[] = [];
        snapshot.forEach((lamp) => {
          ranks.push(`${lamp.key} ${String(lamp.child("rank").val())}`);
        });
        events.add(ranks);
      });
      await settle(database);
      await set(child(lamps, "west/label"), "outside of the two");
      await set(child(lamps, "east"), { rank: 1, label: "inside" });
      await set(child(lamps, "upper"), { rank: 0 });
      await settle(database);
      return events.all;
    },
  },
];
