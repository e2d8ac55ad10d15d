/** The key that a reading came with: the functions write the one that is in force; nobody else reads or writes it. */

import { allowed, denied, remove, set, update } from "./case";
import type { Case } from "./case";
import { FUNCTIONS, NEWCOMER, OUTSIDER, OWNER, SECOND_OWNER, VIEWER } from "./farms";

const READING = { "sensors/north/current/temperature": 22 };

export const INGEST_CASES: readonly Case[] = [
  ...allowed(
    "The key in force",
    [FUNCTIONS, set("ingest/dht-1", "key-of-oak")],
    [FUNCTIONS, set("ingest/twin", "key-of-oak")],
    [FUNCTIONS, set("ingest/bme-1", "key-of-bme-1")],
    [FUNCTIONS, set("ingest/stray", "key-of-elm")],
    [FUNCTIONS, update({ ...READING, "ingest/dht-1": "key-of-oak" })],
  ),
  ...denied(
    "Another key, or none",
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
    "The key of a sensor that is not registered, or of a farm that is gone",
    [FUNCTIONS, set("ingest/new-1", "key-of-oak")],
    [FUNCTIONS, set("ingest/yew-1", "key-of-yew")],
    [FUNCTIONS, remove("ingest/yew-1")],
  ),
  ...allowed(
    "A key removed with its sensor",
    [
      OWNER,
      update({ "registeredSensors/dht-1": null, "ingest/dht-1": null }),
      { "outputs/oak/dht-1": null },
    ],
    [SECOND_OWNER, remove("ingest/dht-1")],
  ),
  ...denied(
    "A key written, removed or read by somebody who may not",
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
