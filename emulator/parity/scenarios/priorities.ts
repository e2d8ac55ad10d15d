/** Priorities in the web SDK. */

import {
  child,
  equalTo,
  get,
  limitToFirst,
  onValue,
  orderByPriority,
  type Query,
  query,
  ref,
  runTransaction,
  set,
  setPriority,
  setWithPriority,
  startAt,
  update,
} from "firebase/database";
import { type Clients, settle } from "../clients.ts";
import type { Scenario } from "../scenario.ts";
import { collect } from "./collect.ts";

export const priorities: readonly Scenario[] = [
  {
    id: "sdk-priorities",
    asks: "How do priorities sort, move, survive writes and come back?",
    source: ["rtdb-modular/rtdb-modular-priority-contract.json", "2026-07-22"],
    hosted: {
      exported: {
        north: { watts: 2, ".priority": 5 },
        west: { watts: 3, ".priority": 5 },
        east: { watts: 1, ".priority": 10 },
      },
      ordered: ["north", "west", "east"],
      bounded: ["north", "west"],
      equal: ["north", "west"],
      plain: ["north", "west", "east"],
      limited: ["north", "west"],
      moved: [
        ["east", null],
        ["west", "north"],
        ["north", null],
        ["west", "north"],
      ],
      plainMoved: [
        ["east", null],
        ["west", "north"],
        ["north", null],
        ["west", "north"],
      ],
      valueEvents: [2, 3, 7],
      afterMove: 0,
      afterUpdate: 0,
      afterTransaction: 0,
      afterSet: null,
      afterClear: { watts: 3 },
      stored: { east: { watts: 5 }, north: { watts: 20 }, west: { watts: 3 } },
    },
    ask: askPriorities,
  },
  {
    id: "sdk-priority-below-a-listener",
    asks: "Is a listener called when a write above removes its priority, and not when only the parent's changes?",
    source: ["rtdb-modular/rtdb-modular-priority-contract.json", "2026-07-22"],
    hosted: {
      afterParentPriority: 2,
      events: [
        [1, 9],
        [1, null],
        [2, null],
      ],
    },
    ask: async (clients) => {
      const database = clients.open();
      const [house, lamp] = [ref(database, "house"), ref(database, "house/lamp")];
      await setWithPriority(lamp, 1, 9);
      const events: unknown[] = [];
      onValue(lamp, (snapshot) => void events.push([snapshot.val(), snapshot.priority]));
      await settle(database);
      await set(house, { lamp: 1 });
      await setPriority(house, 4);
      await settle(database);
      const afterParentPriority = events.length;
      await set(lamp, 2);
      await settle(database);
      return { afterParentPriority, events };
    },
  },
];

async function askPriorities(clients: Clients): Promise<unknown> {
  const database = clients.open();
  const lamps = ref(database, "lamps");
  await setWithPriority(child(lamps, "east"), { watts: 1 }, 10);
  await setWithPriority(child(lamps, "north"), { watts: 2 }, 5);
  await setWithPriority(child(lamps, "west"), { watts: 3 }, 5);
  const keysOf = async (source: Query): Promise<readonly unknown[]> => {
    const keys: unknown[] = [];
    (await get(source)).forEach(({ key }) => void keys.push(key));
    return keys;
  };
  const priorityOf = async (key: string): Promise<unknown> =>
    (await get(child(lamps, key))).priority;
  const byPriority = query(lamps, orderByPriority());
  const answer = {
    exported: (await get(lamps)).exportVal() as unknown,
    ordered: await keysOf(byPriority),
    bounded: await keysOf(query(lamps, orderByPriority(), startAt(5), limitToFirst(2))),
    equal: await keysOf(query(lamps, orderByPriority(), equalTo(5))),
    plain: await keysOf(lamps),
    limited: await keysOf(query(lamps, limitToFirst(2))),
  };
  const [moved, plainMoved] = [collect("moved", byPriority), collect("moved", lamps)];
  let calls = 0;
  const valueEvents: number[] = [];
  onValue(byPriority, () => void (calls += 1));
  await settle(database);
  await setPriority(child(lamps, "east"), 0);
  await settle(database);
  valueEvents.push(calls);
  await setPriority(child(lamps, "west"), 6);
  await settle(database);
  valueEvents.push(calls);
  const afterMove = await priorityOf("east");
  await update(lamps, { "east/watts": 4 });
  const afterUpdate = await priorityOf("east");
  await runTransaction(child(lamps, "east"), (lamp: { watts: number } | null) => ({
    watts: (lamp?.watts ?? 0) + 1,
  }));
  const afterTransaction = await priorityOf("east");
  await set(child(lamps, "north"), { watts: 20 });
  const afterSet = await priorityOf("north");
  await setPriority(child(lamps, "west"), null);
  await settle(database);
  valueEvents.push(calls);
  const afterClear: unknown = (await get(child(lamps, "west"))).exportVal();
  const stored = await clients.admin("GET", "/lamps.json");
  const after = { afterMove, afterUpdate, afterTransaction, afterSet, afterClear, stored };
  return { ...answer, moved, plainMoved, valueEvents, ...after };
}
