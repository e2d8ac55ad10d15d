/** Child listeners of the web SDK: which events come in which order, and the key before each child. */

import {
  child,
  orderByChild,
  orderByKey,
  type Query,
  query,
  ref,
  remove,
  set,
  setWithPriority,
  update,
} from "firebase/database";
import { type Clients, settle } from "../clients.ts";
import type { Scenario } from "../scenario.ts";
import { CHILD_LISTENERS, type ChildEvent, collect } from "./collect.ts";

const INDEX = { ".read": true, ".write": true, lamps: { ".indexOn": "rank" } };
/** Collects key and value. */
function collectValues(kind: ChildEvent, source: Query): unknown[] {
  const events: unknown[] = [];
  CHILD_LISTENERS[kind](source, (snapshot) => void events.push([snapshot.key, snapshot.val()]));
  return events;
}

/** Opens a client, with lamps that only an index sorts. */
async function openWith(clients: Clients, lamps: object): Promise<ReturnType<Clients["open"]>> {
  await clients.load(INDEX);
  await clients.admin("PUT", "/lamps.json", lamps);
  return clients.open();
}

const RANKED = { east: { rank: 1 }, north: { rank: 2 }, west: { rank: 3 } };

export const childEvents: readonly Scenario[] = [
  {
    id: "sdk-child-added-at-first",
    asks: "Is child_added called for each existing child?",
    source: ["rtdb-modular/rtdb-modular-onchildadded-initial-replay.json", "2026-05-18"],
    hosted: ["east", "north", "west"],
    ask: async (clients) => {
      const database = await openWith(clients, RANKED);
      const events = collect("added", ref(database, "lamps"));
      await settle(database);
      return events.map(([key]) => key);
    },
  },
  {
    id: "sdk-child-added-later",
    asks: "Is child_added called once for a new child?",
    source: ["rtdb-modular/rtdb-modular-onchildadded-post-subscribe.json", "2026-05-18"],
    hosted: [
      ["east", { watts: 1 }],
      ["north", { watts: 2 }],
      ["west", { watts: 3 }],
    ],
    ask: async (clients) => {
      const database = await openWith(clients, { east: { watts: 1 }, north: { watts: 2 } });
      const events = collectValues("added", ref(database, "lamps"));
      await settle(database);
      await set(ref(database, "lamps/west"), { watts: 3 });
      await settle(database);
      return events;
    },
  },
  {
    id: "sdk-child-changed",
    asks: "Is child_changed not called at first, and once for an update?",
    source: ["rtdb-modular/rtdb-modular-onchildchanged-fires-on-update.json", "2026-05-18"],
    hosted: [["east", { watts: 2 }]],
    ask: async (clients) => {
      const database = await openWith(clients, { east: { watts: 1 } });
      const events = collectValues("changed", ref(database, "lamps"));
      await settle(database);
      await update(ref(database, "lamps/east"), { watts: 2 });
      await settle(database);
      return events;
    },
  },
  {
    id: "sdk-child-removed",
    asks: "Is child_removed called once, with the last value?",
    source: ["rtdb-modular/rtdb-modular-onchildremoved-fires-on-delete.json", "2026-05-18"],
    hosted: [["east", { watts: 1 }]],
    ask: async (clients) => {
      const database = await openWith(clients, { east: { watts: 1 }, north: { watts: 2 } });
      const events = collectValues("removed", ref(database, "lamps"));
      await settle(database);
      await remove(ref(database, "lamps/east"));
      await settle(database);
      return events;
    },
  },
  {
    id: "sdk-child-moved",
    asks: "Is child_moved not called at first, and once when a child changes its place?",
    source: ["rtdb-modular/rtdb-modular-onchildmoved-with-orderby.json", "2026-05-18"],
    hosted: [["east", { rank: 10 }]],
    ask: async (clients) => {
      const database = await openWith(clients, RANKED);
      const lamps = ref(database, "lamps");
      const events = collectValues("moved", query(lamps, orderByChild("rank")));
      await settle(database);
      await update(child(lamps, "east"), { rank: 10 });
      await settle(database);
      return events;
    },
  },
  {
    id: "sdk-child-moved-to-each-place",
    asks: "Which key is before a child that moves to the end, the middle and the front?",
    source: [
      "rtdb-modular/rtdb-modular-onchildmoved-previouschildname-sequencing.json",
      "2026-07-22",
    ],
    hosted: [
      ["east", "west"],
      ["east", "north"],
      ["east", null],
    ],
    ask: async (clients) => {
      const database = await openWith(clients, RANKED);
      const lamps = ref(database, "lamps");
      const events = collect("moved", query(lamps, orderByChild("rank")));
      await settle(database);
      for (const rank of [10, 2.5, 0]) {
        await set(child(lamps, "east/rank"), rank);
        await settle(database);
      }
      return events;
    },
  },
  {
    id: "sdk-child-changed-and-moved",
    asks: "Are child_changed and child_moved called for a new place, another field, and a new rank at the same place?",
    source: ["rtdb-modular/rtdb-modular-childchanged-cofire-with-childmoved.json", "2026-07-22"],
    hosted: {
      newPlace: { changed: 1, moved: 1 },
      otherField: { changed: 1, moved: 0 },
      samePlace: { changed: 1, moved: 1 },
      lastMoved: ["west", "east"],
    },
    ask: async (clients) => {
      const database = await openWith(clients, {
        east: { rank: 10 },
        north: { rank: 20 },
        west: { rank: 30 },
      });
      const lamps = ref(database, "lamps");
      const ordered = query(lamps, orderByChild("rank"));
      const [changed, moved] = [collect("changed", ordered), collect("moved", ordered)];
      await settle(database);
      const countsOf = async (path: string, value: unknown): Promise<unknown> => {
        const before = [changed.length, moved.length] as const;
        await set(child(lamps, path), value);
        await settle(database);
        return { changed: changed.length - before[0], moved: moved.length - before[1] };
      };
      return {
        newPlace: await countsOf("north/rank", 40),
        otherField: await countsOf("east/label", "hall"),
        samePlace: await countsOf("west/rank", 35),
        lastMoved: moved.at(-1),
      };
    },
  },
  {
    id: "sdk-key-before-a-child",
    asks: "Which key is before a child that is added, changed, removed and moved?",
    source: ["rtdb-modular/rtdb-modular-child-previous-name.json", "2026-07-22"],
    hosted: {
      added: [
        ["east", null],
        ["north", "east"],
        ["south", "north"],
        ["west", "south"],
      ],
      changed: [
        ["north", "east"],
        ["south", "north"],
      ],
      removed: [["east", null]],
      moved: [["south", null]],
      byPriority: [
        ["a", null],
        ["z", "a"],
      ],
      stored: { north: { rank: 2, on: true }, south: { rank: 0, on: false }, west: { rank: 4 } },
    },
    ask: async (clients) => {
      const database = await openWith(clients, {
        east: { rank: 1, on: false },
        north: { rank: 2, on: false },
        south: { rank: 3, on: false },
      });
      const lamps = ref(database, "lamps");
      const byKey = query(lamps, orderByKey());
      const [added, changed] = [collect("added", byKey), collect("changed", byKey)];
      const removed = collect("removed", byKey);
      const moved = collect("moved", query(lamps, orderByChild("rank")));
      await settle(database);
      await set(child(lamps, "west"), { rank: 4 });
      await update(child(lamps, "north"), { on: true });
      await remove(child(lamps, "east"));
      await update(child(lamps, "south"), { rank: 0 });
      await settle(database);
      const stored = await clients.admin("GET", "/lamps.json");
      const others = ref(database, "others");
      await setWithPriority(child(others, "z"), 1, 2);
      await setWithPriority(child(others, "a"), 1, 1);
      const byPriority = collect("added", others);
      await settle(database);
      return { added, changed, removed, moved, byPriority, stored };
    },
  },
  {
    id: "sdk-child-listeners-only-once",
    asks: "Which events does a child listener with onlyOnce get?",
    source: ["rtdb-modular/rtdb-modular-child-listener-only-once.json", "2026-07-22"],
    hosted: {
      added: [
        ["west", "north"],
        ["north", "east"],
        ["east", null],
      ],
      changed: [["east", null]],
      removed: [["north", null]],
      moved: [["east", "west"]],
    },
    ask: async (clients) => {
      await clients.load(INDEX);
      const database = clients.open();
      const lamps = ref(database, "lamps");
      await set(lamps, RANKED);
      const ordered = query(lamps, orderByChild("rank"));
      const [added, changed, removed, moved] = [
        collect("added", lamps, { onlyOnce: true }),
        collect("changed", lamps, { onlyOnce: true }),
        collect("removed", lamps, { onlyOnce: true }),
        collect("moved", ordered, { onlyOnce: true }),
      ];
      // These keep the client listening, so that the listeners above could get more events.
      for (const kind of ["added", "changed", "removed"] as const) collect(kind, lamps);
      collect("moved", ordered);
      await settle(database);
      await update(child(lamps, "east"), { watts: 10, rank: 4 });
      await settle(database);
      await update(child(lamps, "east"), { watts: 11, rank: 0 });
      await remove(child(lamps, "north"));
      await remove(child(lamps, "west"));
      await set(child(lamps, "south"), { rank: 5 });
      await settle(database);
      return { added, changed, removed, moved };
    },
  },
];
