/** The key of the newest reading: the functions may only write the valid key. Nobody else reads or writes it. */

import { allowed, denied, remove, set, update } from "./case";
import type { Case } from "./case";
import { FUNCTIONS, NEWCOMER, OUTSIDER, OWNER, SECOND_OWNER, VIEWER } from "./farms";

const READING = { "sensors/north/current/temperature": 22 };

export const INGEST_CASES: readonly Case[] = [
  ...allowed(
    "The valid key",
    [FUNCTIONS, set("ingest/dht-1", "key-of-oak")],
    [FUNCTIONS, set("ingest/twin", "key-of-oak")],
    [FUNCTIONS, set("ingest/bme-1", "key-of-bme-1")],
    [FUNCTIONS, set("ingest/stray", "key-of-elm")],
    [FUNCTIONS, update({ ...READING, "ingest/dht-1": "key-of-oak" })],
  ),
  ...denied(
    "A wrong key, or no key",
    [FUNCTIONS, set("ingest/dht-1", "key-of-elm")],
    [FUNCTIONS, set("ingest/dht-1", "")],
    [FUNCTIONS, set("ingest/dht-1", true)],
    [FUNCTIONS, set("ingest/dht-1", { deep: "key-of-oak" })],
    [FUNCTIONS, set("ingest/dht-1/deep", "key-of-oak")],
    [FUNCTIONS, remove("ingest/dht-1")],
    [FUNCTIONS, set("ingest", { "dht-1": "key-of-oak" })],
    [FUNCTIONS, update({ ...READING, "ingest/dht-1": "replaced-key" })],
    [FUNCTIONS, update({ "farms/oak/apiKey": "mine", "ingest/dht-1": "mine" })],
  ),
  ...denied(
    "The key of a sensor that is not registered, or of a deleted farm",
    [FUNCTIONS, set("ingest/new-1", "key-of-oak")],
    [FUNCTIONS, set("ingest/yew-1", "key-of-yew")],
    [FUNCTIONS, remove("ingest/yew-1")],
  ),
  ...allowed(
    "An owner removes a key with its sensor",
    [
      OWNER,
      update({ "registeredSensors/dht-1": null, "ingest/dht-1": null }),
      { "outputs/oak/dht-1": null },
    ],
    [SECOND_OWNER, remove("ingest/dht-1")],
  ),
  ...denied(
    "Other people write, remove or read a key",
    ...[OWNER, VIEWER, OUTSIDER, NEWCOMER, null].flatMap((actor) => [
      [actor, set("ingest/dht-1", "key-of-oak")] as const,
      [actor, { read: "ingest/dht-1" }] as const,
    ]),
    ...[VIEWER, OUTSIDER, NEWCOMER, null].map((actor) => [actor, remove("ingest/dht-1")] as const),
    [OWNER, remove("ingest/bme-1")],
    [OWNER, remove("ingest/yew-1")],
    [OWNER, remove("ingest")],
    [FUNCTIONS, { read: "ingest/dht-1" }],
    [FUNCTIONS, { read: "ingest" }],
    [OWNER, { read: "ingest" }],
  ),
];
