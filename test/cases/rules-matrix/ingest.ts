/** The key of the newest reading: the functions may only write the valid key. Nobody else reads or writes it. */

import { allowed, denied, remove, set } from "./case";
import type { Case } from "./case";
import { FUNCTIONS, OUTSIDER, OWNER, SECOND_OWNER, VIEWER } from "./farms";

export const INGEST_CASES: readonly Case[] = [
  ...allowed("The valid key", [FUNCTIONS, set("ingest/twin", "key-of-oak")]),
  ...denied("A wrong key, or no key", [FUNCTIONS, remove("ingest/dht-1")]),
  ...allowed("An owner removes a key with its sensor", [SECOND_OWNER, remove("ingest/dht-1")]),
  ...denied(
    "Other people write, remove or read a key",
    ...[VIEWER, OUTSIDER, null].map((actor) => [actor, remove("ingest/dht-1")] as const),
    [OWNER, remove("ingest/bme-1")],
  ),
];
