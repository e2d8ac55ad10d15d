/** Keys of single sensors, and the key of the newest reading (`ingest`): the functions may only write the valid key. */

import { allowed, denied, nothing, remove, set, update } from "./case";
import type { Case } from "./case";
import { FUNCTIONS, OUTSIDER, OWNER, SECOND_OWNER, VIEWER } from "./farms";
import { changing, changingKey, registering } from "./sensor-changes";

const OWN_KEY = { farmId: "oak", key: "another-key" };

export const SENSOR_KEY_CASES: readonly Case[] = [
  ...allowed(
    "The owners of both farms may remove a key that one farm left under the uid",
    [OWNER, remove("sensorKeys/bare")],
    [OUTSIDER, remove("sensorKeys/bare")],
  ),
  ...allowed("An owner registers a sensor together with its own key", [
    OWNER,
    update({
      ...registering("new-1"),
      "sensorKeys/new-1": { farmId: "oak", key: "key-of-new-1" },
    }),
  ]),
  ...allowed("A sensor is removed with its own key", [
    OWNER,
    update({ "registeredSensors/own-1": null, "sensorKeys/own-1": null }),
  ]),
  ...denied(
    "A change of a sensor's own key that is not in the sensor's log",
    [OWNER, update({ "sensorKeys/own-1": null, ...changing("own-1", "role", { role: "soil" }) })],
    [
      OWNER,
      update({ "sensorKeys/own-1": OWN_KEY, ...changing("own-1", "role", { role: "soil" }) }),
    ],
    // The registration names an earlier entry.
    [OWNER, set("sensorKeys/dht-2", OWN_KEY)],
    [OWNER, remove("sensorKeys/dht-2"), { "sensorKeys/dht-2": OWN_KEY }],
  ),
  ...denied("A sensor removed without its own key, which would be valid for the next sensor", [
    OWNER,
    remove("registeredSensors/own-1"),
  ]),
  ...denied(
    "Other people read, write or remove a sensor's own key",
    [OWNER, { read: "sensorKeys/bare" }],
    ...[VIEWER, FUNCTIONS, null].map((actor) => [actor, remove("sensorKeys/bare")] as const),
  ),
  ...denied(
    "The key of another farm for a sensor, or a key that is not valid",
    [OUTSIDER, update(changingKey("dht-1", { farmId: "elm", key: "k" }, { by: OUTSIDER }))],
    [FUNCTIONS, set("ingest/own-1", "key-of-oak")],
    [FUNCTIONS, set("ingest/dht-1", "key-of-elm")],
    [FUNCTIONS, set("ingest/new-1", "key-of-oak")],
  ),
  ...denied(
    "A malformed key of a sensor",
    [OWNER, update({ "sensorKeys/own-1/farmId": "oak/", ...changing("own-1", "key", {}) })],
    [OWNER, update({ "sensorKeys/own-1/key": null, ...changing("own-1", "key", {}) })],
  ),
  ...nothing("A read of a sensor without its own key", [
    SECOND_OWNER,
    { read: "sensorKeys/dht-2" },
  ]),
  ...allowed(
    "The valid key of a sensor: its own, or the farm's",
    [FUNCTIONS, set("ingest/own-1", "key-of-own-1")],
    [FUNCTIONS, set("ingest/twin", "key-of-oak")],
    // An earlier farm left a key under the uid.
    [FUNCTIONS, set("ingest/bare", "key-of-oak")],
  ),
  ...denied("A wrong key, or no key", [FUNCTIONS, remove("ingest/dht-1")]),
  ...allowed("An owner removes a key with its sensor", [SECOND_OWNER, remove("ingest/dht-1")]),
  ...denied(
    "Other people write, remove or read a key",
    ...[VIEWER, OUTSIDER, null].map((actor) => [actor, remove("ingest/dht-1")] as const),
  ),
];
