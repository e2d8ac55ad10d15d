/** The key of the newest reading: the functions may only write the valid key. Nobody else reads or writes it. */

import { allowed, denied, remove, set, update } from "./case";
import type { Case } from "./case";
import { FUNCTIONS, NEWCOMER, OUTSIDER, OWNER, SECOND_OWNER, VIEWER } from "./farms";

export const INGEST_CASES: readonly Case[] = [
  ...allowed(
    "The valid key",
    [FUNCTIONS, set("ingest/dht-1", "key-of-oak")],
    [FUNCTIONS, set("ingest/twin", "key-of-oak")],
  ),
  ...denied(
    "A wrong key, or no key",
    [FUNCTIONS, set("ingest/dht-1", "key-of-elm")],
    [FUNCTIONS, set("ingest/dht-1", "")],
    [FUNCTIONS, remove("ingest/dht-1")],
  ),
  ...denied("The key of a sensor that is not registered, or of a deleted farm", [
    FUNCTIONS,
    set("ingest/new-1", "key-of-oak"),
  ]),
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
  ),
];
