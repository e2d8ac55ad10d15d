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
    [OWNER, set("sensorKeys/own-1/key", "x".repeat(100))],
  ),
  ...allowed(
    "An owner registers and removes a sensor with its own key",
    [OWNER, update({ "registeredSensors/new-1": NEW_SENSOR, "sensorKeys/new-1": KEY })],
    [OWNER, update({ "registeredSensors/own-1": null, "sensorKeys/own-1": null })],
  ),
  ...allowed(
    "The owners of both farms may remove a key that one farm left under the uid",
    [OWNER, set("sensorKeys/bare", KEY)],
    [OWNER, remove("sensorKeys/bare")],
    [OUTSIDER, remove("sensorKeys/bare")],
    [OUTSIDER, { read: "sensorKeys/bare" }],
  ),
  ...denied("A sensor removed without its own key, which would be valid for the next sensor", [
    OWNER,
    remove("registeredSensors/own-1"),
  ]),
  ...denied(
    "Other people read or write a sensor's own key",
    ...STRANGERS.flatMap((actor) => [
      [actor, { read: "sensorKeys/own-1/key" }] as const,
      [actor, set("sensorKeys/own-1/key", "mine")] as const,
    ]),
    [OWNER, { read: "sensorKeys/bare" }],
    [OWNER, { read: "sensorKeys/bme-1" }],
    [FUNCTIONS, { read: "sensorKeys" }],
  ),
  ...denied(
    "A sensor's own key with another farm than its registration",
    [OWNER, set("sensorKeys/dht-1", { farmId: "elm", key: "k" })],
    [OUTSIDER, set("sensorKeys/dht-1", { farmId: "elm", key: "k" })],
    [OWNER, set("sensorKeys/own-1/farmId", "elm")],
  ),
  ...denied(
    "A malformed key of a sensor",
    [OWNER, set("sensorKeys/own-1/key", "x".repeat(101))],
    [OWNER, set("sensorKeys/own-1/farmId", { deep: "oak" })],
    [OWNER, set("sensorKeys/own-1/farmId", "oak/")],
    [OWNER, remove("sensorKeys/own-1/key")],
  ),
  ...allowed("The valid key of a sensor: its own, or the farm's despite another farm's old key", [
    FUNCTIONS,
    set("ingest/own-1", "key-of-own-1"),
  ]),
  ...denied(
    "The farm's key for a sensor with its own key, and other wrong keys",
    [FUNCTIONS, set("ingest/own-1", "key-of-oak")],
    [FUNCTIONS, set("ingest/own-1", "key-of-elm")],
    [FUNCTIONS, set("ingest/own-1", "")],
  ),
  ...nothing("A read of a sensor without its own key", [
    SECOND_OWNER,
    { read: "sensorKeys/dht-2" },
  ]),
];
