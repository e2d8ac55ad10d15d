/** Keys of single sensors: who reads and changes them. The functions may only write the valid key. */

import { allowed, denied, nothing, remove, set, update } from "./case";
import type { Case } from "./case";
import { FUNCTIONS, INVITED_OWNER, NEWCOMER, OUTSIDER, OWNER, SECOND_OWNER, VIEWER } from "./farms";

const KEY = { farmId: "oak", key: "key-of-dht-1" };
const STRANGERS = [VIEWER, OUTSIDER, NEWCOMER, null] as const;
const NEW_SENSOR = { sensorName: "New", sensorType: "SHT31", farmId: "oak" };

export const SENSOR_KEY_CASES: readonly Case[] = [
  ...allowed(
    "An owner sets, replaces, removes and reads a sensor's own key",
    [OWNER, set("sensorKeys/dht-1", KEY)],
    [SECOND_OWNER, set("sensorKeys/dht-2", KEY)],
    [INVITED_OWNER, set("sensorKeys/dht-1", KEY)],
    [OWNER, set("sensorKeys/own-1", { farmId: "oak", key: `${"n".repeat(32)},${"o".repeat(32)}` })],
    [OWNER, set("sensorKeys/own-1/key", "x".repeat(100))],
    [OWNER, remove("sensorKeys/own-1")],
    [OWNER, { read: "sensorKeys/own-1" }],
    [OWNER, { read: "sensorKeys/own-1/key" }],
    [FUNCTIONS, { read: "sensorKeys/own-1" }],
    [FUNCTIONS, { read: "sensorKeys/dht-1" }],
    [FUNCTIONS, { read: "sensorKeys/bare" }],
    [OWNER, { read: "sensorKeys/dht-1" }],
  ),
  ...allowed(
    "An owner registers and removes a sensor with its own key",
    [OWNER, update({ "registeredSensors/new-1": NEW_SENSOR, "sensorKeys/new-1": KEY })],
    [OWNER, update({ "registeredSensors/own-1": null, "sensorKeys/own-1": null })],
    [
      OWNER,
      update({
        "registeredSensors/own-1": null,
        "sensorKeys/own-1": null,
        "ingest/own-1": null,
        "lastSeen/oak/own-1": null,
      }),
    ],
  ),
  ...allowed(
    "The owners of both farms may remove a key that one farm left under the uid",
    [OWNER, set("sensorKeys/bare", KEY)],
    [OWNER, remove("sensorKeys/bare")],
    [OUTSIDER, remove("sensorKeys/bare")],
    [OUTSIDER, { read: "sensorKeys/bare" }],
  ),
  ...denied(
    "A sensor removed without its own key, which would be valid for the next sensor",
    [OWNER, remove("registeredSensors/own-1")],
    [OWNER, update({ "registeredSensors/own-1": null, "ingest/own-1": null })],
    [OWNER, update({ "registeredSensors/own-1": null, "sensorKeys/own-1/key": "another" })],
  ),
  ...denied(
    "Other people read or write a sensor's own key",
    ...STRANGERS.flatMap((actor) => [
      [actor, { read: "sensorKeys/own-1" }] as const,
      [actor, { read: "sensorKeys/own-1/key" }] as const,
      [actor, { read: "sensorKeys/dht-1" }] as const,
      [actor, set("sensorKeys/own-1", KEY)] as const,
      [actor, set("sensorKeys/own-1/key", "mine")] as const,
      [actor, set("sensorKeys/dht-1", KEY)] as const,
      [actor, remove("sensorKeys/own-1")] as const,
    ]),
    [OWNER, { read: "sensorKeys/bare" }],
    [OWNER, { read: "sensorKeys/bme-1" }],
    [OWNER, { read: "sensorKeys/new-1" }],
    [OWNER, remove("sensorKeys/bme-1")],
    [OWNER, { read: "sensorKeys" }],
    [FUNCTIONS, { read: "sensorKeys" }],
    [FUNCTIONS, set("sensorKeys/own-1", KEY)],
    [FUNCTIONS, set("sensorKeys/own-1/key", "another")],
    [FUNCTIONS, remove("sensorKeys/own-1")],
  ),
  ...denied(
    "A sensor's own key with another farm than its registration",
    [OWNER, set("sensorKeys/dht-1", { farmId: "elm", key: "k" })],
    [OUTSIDER, set("sensorKeys/dht-1", { farmId: "elm", key: "k" })],
    [OUTSIDER, set("sensorKeys/bare/key", "k")],
    [OWNER, set("sensorKeys/bme-1", KEY)],
    [OWNER, set("sensorKeys/new-1", KEY)],
    [OWNER, set("sensorKeys/own-1/farmId", "elm")],
    [OWNER, set("sensorKeys/own-1/farmId", "fir")],
    [
      NEWCOMER,
      update({
        "sensorKeys/dht-1": { farmId: "oak", key: "k" },
        "farms/oak/members/nina": "owner",
      }),
    ],
  ),
  ...denied(
    "A malformed key of a sensor",
    ...["", 1, true, { deep: "k" }, "x".repeat(101)].map(
      (key) => [OWNER, set("sensorKeys/own-1/key", key)] as const,
    ),
    [OWNER, set("sensorKeys/own-1/farmId", { deep: "oak" })],
    [OWNER, set("sensorKeys/own-1/farmId", "oak/")],
    [OWNER, set("sensorKeys/own-1", "key")],
    [OWNER, set("sensorKeys/own-1", { farmId: "oak" })],
    [OWNER, set("sensorKeys/own-1", { key: "k" })],
    [OWNER, remove("sensorKeys/own-1/key")],
    [OWNER, remove("sensorKeys/own-1/farmId")],
    [OWNER, set("sensorKeys/own-1/note", "k")],
    [OWNER, set("sensorKeys/own-1", { ...KEY, note: 1 })],
    [OWNER, set("sensorKeys", { "own-1": KEY })],
    [OWNER, remove("sensorKeys")],
  ),
  ...allowed(
    "The valid key of a sensor: its own, or the farm's despite another farm's old key",
    [FUNCTIONS, set("ingest/own-1", "key-of-own-1")],
    [FUNCTIONS, set("ingest/bare", "key-of-oak")],
  ),
  ...denied(
    "The farm's key for a sensor with its own key, and other wrong keys",
    [FUNCTIONS, set("ingest/own-1", "key-of-oak")],
    [FUNCTIONS, set("ingest/own-1", "key-of-elm")],
    [FUNCTIONS, set("ingest/own-1", "")],
    [FUNCTIONS, set("ingest/own-1", null)],
    [FUNCTIONS, set("ingest/bare", "left-by-elm")],
    [FUNCTIONS, set("ingest/dht-1", "key-of-own-1")],
    [FUNCTIONS, update({ "sensors/north/current/temperature": 22, "ingest/own-1": "key-of-oak" })],
  ),
  ...nothing(
    "A read of a sensor without its own key",
    [SECOND_OWNER, { read: "sensorKeys/dht-2" }],
    [FUNCTIONS, { read: "sensorKeys/new-1" }],
  ),
];
