/** farm-watch belongs to no farm. It may only read the data from which alerts are decided, page by page. */

import { allowed, denied, set } from "./case";
import type { Case, Operation, Query } from "./case";
import { JOBS } from "./farms";

const HISTORY = "sensors/north/history";

function byKey(read: string, limit: Partial<Query>): Operation {
  return { read, query: { orderByChild: "$key", ...limit } };
}

function ofFarm(read: string, params: Partial<Query>): Operation {
  return { read, query: { orderByChild: "farmId", ...params } };
}

export const JOBS_CASES: readonly Case[] = [
  ...denied("farm-watch acts as a person", [JOBS, set("ingest/dht-1", "key-of-oak")]),
  ...allowed(
    "farm-watch reads the data from which alerts are decided",
    [JOBS, byKey(HISTORY, { limitToLast: 2000 })],
    [JOBS, byKey(HISTORY, { limitToFirst: 2000 })],
  ),
  ...denied(
    "farm-watch reads more",
    ...["greenhouses", "registeredSensors"].map((read) => [JOBS, ofFarm(read, {})] as const),
    [JOBS, byKey(HISTORY, { limitToLast: 2001 })],
    [JOBS, byKey(HISTORY, { limitToFirst: 2001 })],
    [JOBS, { read: HISTORY, query: { orderByChild: "uid", equalTo: "dht-1", limitToLast: 5 } }],
  ),
];
