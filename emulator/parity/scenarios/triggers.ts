/** Events of 2nd-generation functions that are called when a value is created. */

import type { Clients, FunctionEvent } from "../clients.ts";
import type { Scenario } from "../scenario.ts";

/** Returns the created value: nothing was there before, and the change is the value. */
function valueOf({ data }: FunctionEvent): unknown {
  return data.data === null ? data.delta : data;
}

/** Writes, and returns the events of a function for created items of `/houses/{house}/{item}`. */
async function eventsOf(
  clients: Clients,
  ...writes: readonly (readonly [method: string, path: string, value: unknown])[]
): Promise<readonly FunctionEvent[]> {
  const events = await clients.onValueCreated("/houses/{house}/{item}");
  for (const [method, path, value] of writes) await clients.admin(method, path, value);
  return events();
}

const CREATED = "functions-rtdb/functions-rtdb-onvaluecreated-exact-create.json";
const BATCHES = "functions-rtdb/functions-rtdb-onvaluecreated-wildcard-batches.json";
const DATE = "2026-07-14";
const LAMP = { name: "north", watts: 60, states: { on: true }, log: { first: 1, second: 2 } };

export const triggers: readonly Scenario[] = [
  {
    id: "trigger-of-a-created-value",
    asks: "What is the event of a created value, and is there none for its update and deletion?",
    source: [CREATED, DATE],
    hosted: {
      type: "google.firebase.database.ref.v1.created",
      ref: "houses/a/lamp",
      subject: "refs/houses/a/lamp",
      location: "us-central1",
      hasInstance: true,
      params: { house: "a" },
      value: LAMP,
      count: 1,
    },
    needsFunctions: true,
    ask: async (clients) => {
      const events = await clients.onValueCreated("/houses/{house}/lamp");
      await clients.admin("PUT", "/houses/a/lamp.json", LAMP);
      await clients.admin("PATCH", "/houses/a/lamp.json", { watts: 40 });
      await clients.admin("DELETE", "/houses/a/lamp.json");
      const [event, ...more] = await events();
      if (event === undefined) return { count: 0 };
      const { type, ref, subject, location, params } = event;
      return {
        type,
        ref,
        subject,
        location,
        params,
        hasInstance: event.instance !== "",
        value: valueOf(event),
        count: 1 + more.length,
      };
    },
  },
  {
    id: "trigger-and-its-writer",
    asks: "Which authType and authId has an event after a write of an administrator?",
    source: [CREATED, DATE],
    // firebase-functions says "unknown" if the event names no type.
    hosted: { authType: "unknown", authId: null },
    needsFunctions: true,
    ask: async (clients) => {
      const [event] = await eventsOf(clients, ["PUT", "/houses/a/lamp.json", LAMP]);
      return { authType: event?.authtype ?? "unknown", authId: event?.authid ?? null };
    },
  },
  {
    id: "trigger-of-a-write-above",
    asks: "Does the event of a write above the function's path have only the value at the path?",
    source: ["functions-rtdb/functions-rtdb-onvaluecreated-descendant-projection.json", DATE],
    hosted: [
      {
        type: "google.firebase.database.ref.v1.created",
        ref: "houses/a/lamp",
        value: { on: true },
      },
    ],
    needsFunctions: true,
    ask: async (clients) => {
      const events = await clients.onValueCreated("/houses/{house}/lamp");
      await clients.admin("PUT", "/houses/a.json", { lamp: { on: true }, door: { on: false } });
      return (await events()).map((event) => ({
        type: event.type,
        ref: event.ref,
        value: valueOf(event),
      }));
    },
  },
  {
    id: "trigger-with-wildcards",
    asks: "How many events with which wildcards follow one child, a write above two, and an update of two paths?",
    source: [BATCHES, DATE],
    hosted: {
      one: [["one", "lamp", { name: "only" }]],
      above: [
        ["above", "door", { name: "front" }],
        ["above", "lamp", { name: "north" }],
      ],
      several: [
        ["several", "fan", { name: "big" }],
        ["several", "pump", { name: "deep" }],
      ],
    },
    needsFunctions: true,
    ask: async (clients) => {
      const events = await eventsOf(
        clients,
        ["PUT", "/houses/one/lamp.json", { name: "only" }],
        ["PUT", "/houses/above.json", { lamp: { name: "north" }, door: { name: "front" } }],
        [
          "PATCH",
          "/houses.json",
          { "several/fan": { name: "big" }, "several/pump": { name: "deep" } },
        ],
      );
      const found = events
        .map((event) => [event.params["house"], event.params["item"], valueOf(event)])
        .toSorted((a, b) => String(a[1]).localeCompare(String(b[1])));
      const of = (house: string): unknown => found.filter(([name]) => name === house);
      return { one: of("one"), above: of("above"), several: of("several") };
    },
  },
  {
    id: "trigger-and-the-order-of-events",
    asks: "In which order do three events of a function come?",
    source: [BATCHES, DATE],
    hosted: [2, 1, 3],
    needsFunctions: true,
    ask: async (clients) => {
      const events = await eventsOf(
        clients,
        ...[1, 2, 3].map((value) => ["PUT", `/houses/a/lamp${value}.json`, value] as const),
      );
      return events.map(valueOf);
    },
  },
  {
    id: "trigger-that-fails",
    asks: "Is a function that fails called once?",
    source: ["functions-rtdb/functions-rtdb-onvaluecreated-failed-execution.json", DATE],
    hosted: 1,
    needsFunctions: true,
    ask: async (clients) => {
      const events = await clients.onValueCreated("/houses/{house}/lamp", 500);
      await clients.admin("PUT", "/houses/a/lamp.json", { on: true });
      return (await events()).length;
    },
  },
  {
    id: "trigger-and-older-values",
    asks: "Is there no event for a value that is older than the function?",
    source: ["functions-rtdb/functions-rtdb-onvaluecreated-startup-existing.json", DATE],
    hosted: { events: 0, value: { on: true } },
    needsFunctions: true,
    ask: async (clients) => {
      await clients.admin("PUT", "/houses/a/lamp.json", { on: true });
      const events = await clients.onValueCreated("/houses/{house}/lamp");
      const value = await clients.admin("GET", "/houses/a/lamp.json");
      return { events: (await events()).length, value };
    },
  },
];
