/** farm-watch belongs to no farm. It may only read the data from which alerts are decided, page by page. */

import { allowed, denied, nothing, remove, set } from "./case";
import type { Case, Operation, Query } from "./case";
import { ASH, JOBS, NEWCOMER, NOW_MS, OUTSIDER, OWNER, VIEWER, founding } from "./farms";

const HISTORY = "sensors/north/history";

function byKey(read: string, limit: Partial<Query>): Operation {
  return { read, query: { orderByChild: "$key", ...limit } };
}

function ofFarm(read: string, params: Partial<Query>): Operation {
  return { read, query: { orderByChild: "farmId", ...params } };
}

export const JOBS_CASES: readonly Case[] = [
  ...denied(
    "farm-watch acts as a person",
    [OWNER, set(`farms/oak/members/${JOBS}`, "viewer")],
    [OWNER, set(`farms/oak/members/${JOBS}`, "owner")],
    [NEWCOMER, founding({ ...ASH, members: { nina: "owner", [JOBS]: "viewer" } })],
    [JOBS, founding({ ...ASH, members: { [JOBS]: "owner" } })],
    [JOBS, founding()],
    [JOBS, set(`users/${JOBS}/farms/oak`, true)],
    [JOBS, set("farms/oak/name", "Mine")],
    [JOBS, set("farms/oak/members/nina", "owner")],
    [JOBS, set("farms/oak/ip", "10.0.0.7")],
    [JOBS, set("farms/oak/names/vera", "V")],
    [JOBS, remove("farms/oak/names/vera")],
    [JOBS, set("registeredSensors/dht-2/greenhouse", "north")],
    [JOBS, remove("registeredSensors/dht-2")],
    [JOBS, set("greenhouses/west", { name: "West", farmId: "oak" })],
    [JOBS, set("sensors/north/current/temperature", 22)],
    [JOBS, set("sensors/north/bySensor/dht-1/temperature", 22)],
    [JOBS, set("lastSeen/oak/dht-1/none", { ".sv": "timestamp" })],
    [JOBS, remove("lastSeen/oak/dht-1")],
    [JOBS, set("ingest/dht-1", "key-of-oak")],
    [JOBS, set("sensorKeys/dht-1", { farmId: "oak", key: "k" })],
    [JOBS, remove("usedFarmIds/oak")],
    [JOBS, remove("alertSettings/oak")],
    [JOBS, set("elsewhere", NOW_MS)],
  ),
  ...allowed(
    "farm-watch reads the data from which alerts are decided",
    [JOBS, { read: "alertSettings" }],
    [JOBS, { read: "alertSettings/oak/webhook" }],
    [JOBS, { read: "farms/oak/place" }],
    [JOBS, { read: "farms/oak/names" }],
    [JOBS, ofFarm("greenhouses", { equalTo: "oak" })],
    [JOBS, ofFarm("registeredSensors", { equalTo: "oak" })],
    [JOBS, { read: "lastSeen/elm" }],
    [JOBS, { read: "sensors/north/current" }],
    [JOBS, { read: "sensors/north/bySensor" }],
    [JOBS, byKey(HISTORY, { limitToLast: 2000 })],
    [JOBS, byKey(HISTORY, { limitToFirst: 2000 })],
    [JOBS, byKey(HISTORY, { limitToFirst: 2 })],
    [JOBS, byKey(`${HISTORY}/dht-1`, { limitToLast: 1 })],
  ),
  ...denied(
    "farm-watch reads more",
    ...["farms", "farms/oak", "farms/oak/apiKey", "farms/oak/ip", "usedFarmIds"].map(
      (read) => [JOBS, { read }] as const,
    ),
    ...["greenhouses", "greenhouses/north", "registeredSensors", "registeredSensors/dht-1"].map(
      (read) => [JOBS, { read }] as const,
    ),
    ...["lastSeen", "sensors", "sensors/north", HISTORY, `${HISTORY}/dht-1`, "elsewhere"].map(
      (read) => [JOBS, { read }] as const,
    ),
    ...["sensorKeys/own-1", "ingest/dht-1", "alerts", "users"].map(
      (read) => [JOBS, { read }] as const,
    ),
    ...["greenhouses", "registeredSensors"].flatMap((read) => [
      [JOBS, ofFarm(read, {})] as const,
      [JOBS, ofFarm(read, { limitToFirst: 1 })] as const,
      [JOBS, ofFarm(read, { startAt: "a", endAt: "z" })] as const,
      [JOBS, { read, query: { orderByChild: "name", equalTo: "North" } }] as const,
    ]),
    [JOBS, byKey(HISTORY, { limitToLast: 2001 })],
    [JOBS, byKey(HISTORY, { limitToFirst: 2001 })],
    [JOBS, byKey(HISTORY, {})],
    [JOBS, byKey("sensors/north", { limitToLast: 1 })],
    [JOBS, { read: HISTORY, query: { orderByChild: "uid", equalTo: "dht-1", limitToLast: 5 } }],
  ),
  ...denied(
    "Other people use the jobs' queries",
    [OUTSIDER, byKey(HISTORY, { limitToLast: 1 })],
    [NEWCOMER, ofFarm("greenhouses", { equalTo: "oak" })],
    [null, ofFarm("registeredSensors", { equalTo: "oak" })],
    [null, byKey(HISTORY, { limitToLast: 1 })],
    [VIEWER, ofFarm("greenhouses", { equalTo: "elm" })],
  ),
  ...nothing(
    "A read of a farm without greenhouses, and of a greenhouse without readings",
    [JOBS, ofFarm("greenhouses", { equalTo: "ash" })],
    [JOBS, { read: "sensors/south/current" }],
  ),
];
