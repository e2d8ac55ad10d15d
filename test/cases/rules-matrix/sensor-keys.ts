/** Keys of single sensors, and the key of the newest reading (`ingest`): the functions may only write the valid key. */

import { allowed, denied, nothing, remove, set, update } from "./case";
import type { Case } from "./case";
import { FUNCTIONS, OUTSIDER, OWNER, SECOND_OWNER, VIEWER } from "./farms";

export const SENSOR_KEY_CASES: readonly Case[] = [
  ...allowed(
    "The owners of both farms may remove a key that one farm left under the uid",
    [OWNER, remove("sensorKeys/bare")],
    [OUTSIDER, remove("sensorKeys/bare")],
  ),
  ...allowed("An owner registers a sensor together with its own key", [
    OWNER,
    update({
      "registeredSensors/new-1": { sensorName: "New", sensorType: "SHT31", farmId: "oak" },
      "sensorKeys/new-1": { farmId: "oak", key: "key-of-new-1" },
    }),
  ]),
  ...denied("A sensor removed without its own key, which would be valid for the next sensor", [
    OWNER,
    remove("registeredSensors/own-1"),
  ]),
  ...denied("Other people read or write a sensor's own key", [OWNER, { read: "sensorKeys/bare" }]),
  ...denied(
    "The key of another farm for a sensor, or a key that is not valid",
    [OUTSIDER, set("sensorKeys/dht-1", { farmId: "elm", key: "k" })],
    [FUNCTIONS, set("ingest/own-1", "key-of-oak")],
    [FUNCTIONS, set("ingest/dht-1", "key-of-elm")],
    [FUNCTIONS, set("ingest/new-1", "key-of-oak")],
  ),
  ...denied(
    "A malformed key of a sensor",
    [OWNER, set("sensorKeys/own-1/farmId", "oak/")],
    [OWNER, remove("sensorKeys/own-1/key")],
  ),
  ...allowed("The valid key of a sensor: its own, or the farm's despite another farm's old key", [
    FUNCTIONS,
    set("ingest/own-1", "key-of-own-1"),
  ]),
  ...nothing("A read of a sensor without its own key", [
    SECOND_OWNER,
    { read: "sensorKeys/dht-2" },
  ]),
  ...allowed("The valid key", [FUNCTIONS, set("ingest/twin", "key-of-oak")]),
  ...denied("A wrong key, or no key", [FUNCTIONS, remove("ingest/dht-1")]),
  ...allowed("An owner removes a key with its sensor", [SECOND_OWNER, remove("ingest/dht-1")]),
  ...denied(
    "Other people write, remove or read a key",
    ...[VIEWER, OUTSIDER, null].map((actor) => [actor, remove("ingest/dht-1")] as const),
    [OWNER, remove("ingest/bme-1")],
  ),
];
