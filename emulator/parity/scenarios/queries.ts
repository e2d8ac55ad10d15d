/** Queries of the web SDK: get() with an order, bounds and limits. */

import {
  endAt,
  endBefore,
  equalTo,
  get,
  limitToFirst,
  limitToLast,
  orderByChild,
  orderByKey,
  orderByValue,
  query,
  type QueryConstraint,
  ref,
  startAfter,
  startAt,
} from "firebase/database";
import { type Clients, errorOf } from "../clients.ts";
import type { Scenario } from "../scenario.ts";

const INDEX = { ".read": true, ".indexOn": ["rank", "room"] };

/** Their order is not that of their keys. A capital letter sorts before the end keys that the SDK sends. */
const LAMPS = {
  east: { rank: 4, room: "hall" },
  lower: { rank: 2, room: "attic" },
  North: { rank: 5, room: "hall" },
  upper: { rank: 1, room: "cellar" },
  west: { rank: 3, room: "attic" },
};

/** Returns the keys of a query's result in their order. */
async function keysOf(clients: Clients, ...constraints: QueryConstraint[]): Promise<unknown> {
  await clients.load({ lamps: INDEX });
  await clients.admin("PUT", "/lamps.json", LAMPS);
  const snapshot = await get(query(ref(clients.open(), "lamps"), ...constraints));
  const keys: (string | null)[] = [];
  snapshot.forEach(({ key }) => void keys.push(key));
  return keys;
}

export const queries: readonly Scenario[] = [
  {
    id: "sdk-order-by-child-with-bounds",
    asks: "Are startAt() and endAt() inclusive, and is the result in the order of the child?",
    source: ["rtdb-modular/rtdb-modular-orderbychild-window.json", "2026-05-18"],
    hosted: ["lower", "west", "east"],
    ask: (clients) => keysOf(clients, orderByChild("rank"), startAt(2), endAt(4)),
  },
  {
    id: "sdk-start-at",
    asks: "Is startAt() alone inclusive?",
    source: ["rtdb-modular/rtdb-modular-query-startat-inclusive.json", "2026-05-18"],
    hosted: ["lower", "west", "east", "North"],
    ask: (clients) => keysOf(clients, orderByChild("rank"), startAt(2)),
  },
  {
    id: "sdk-start-after-and-end-before",
    asks: "Are startAfter() and endBefore() exclusive?",
    source: ["rtdb-modular/rtdb-modular-startafter-endbefore-exclusive.json", "2026-05-18"],
    hosted: ["west", "east"],
    ask: (clients) => keysOf(clients, orderByChild("rank"), startAfter(2), endBefore(5)),
  },
  {
    id: "sdk-order-by-key-with-bounds",
    asks: "Does orderByKey() with bounds return the keys between them in their order?",
    source: ["rtdb-modular/rtdb-modular-orderbykey-window.json", "2026-05-18"],
    hosted: ["east", "lower", "upper"],
    ask: (clients) => keysOf(clients, orderByKey(), startAt("east"), endAt("upper")),
  },
  {
    id: "sdk-equal-to",
    asks: "Does equalTo() return only the children with that text?",
    source: ["rtdb-modular/rtdb-modular-equalTo-filter.json", "2026-05-18"],
    hosted: ["North", "east"],
    ask: (clients) => keysOf(clients, orderByChild("room"), equalTo("hall")),
  },
  {
    id: "sdk-equal-to-another-text",
    asks: "Does equalTo() sort children with the same text by their keys?",
    source: ["rtdb-modular/rtdb-modular-query-equalto.json", "2026-05-18"],
    hosted: ["lower", "west"],
    ask: (clients) => keysOf(clients, orderByChild("room"), equalTo("attic")),
  },
  {
    id: "sdk-order-by-child-with-a-limit",
    asks: "Does limitToFirst() take the children with the lowest values?",
    source: ["rtdb-modular/rtdb-modular-query-orderbychild-limit.json", "2026-05-18"],
    hosted: ["upper", "lower"],
    ask: (clients) => keysOf(clients, orderByChild("rank"), limitToFirst(2)),
  },
  {
    id: "sdk-first-and-last",
    asks: "Which children are the first two and the last two?",
    source: ["rtdb-modular/rtdb-modular-limittofirst-vs-limittolast.json", "2026-05-18"],
    hosted: { first: ["upper", "lower"], last: ["east", "North"] },
    ask: async (clients) => ({
      first: await keysOf(clients, orderByChild("rank"), limitToFirst(2)),
      last: await keysOf(clients, orderByChild("rank"), limitToLast(2)),
    }),
  },
  {
    id: "sdk-order-by-value-without-an-index",
    asks: "Does get() of a query fail if its index is missing?",
    source: ["rtdb-modular/rtdb-modular-orderbyvalue-numeric.json", "2026-05-18"],
    hosted: 'Index not defined, add ".indexOn": ".value", for path "/house/watts", to the rules',
    ask: async (clients) => {
      await clients.load({ house: { ".read": true, ".indexOn": "name" } });
      await clients.admin("PUT", "/house/watts.json", { east: 5, west: 1 });
      const watts = ref(clients.open(), "house/watts");
      const error = await errorOf(get(query(watts, orderByValue(), limitToFirst(3))));
      return error?.message;
    },
  },
];
