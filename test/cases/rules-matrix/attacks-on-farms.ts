/** Attacks by people on farms. Next to each attack is an honest write that the rules must allow. */

import { DAY_MS } from "@greenhouse/domain/time";
import { allowed, denied, nothing, remove, set, update } from "./case";
import type { Case, Operation, Query, Try } from "./case";
import {
  ASH,
  FUNCTIONS,
  JOBS,
  NEWCOMER,
  NOW_MS,
  OUTSIDER,
  OWNER,
  SECOND_OWNER,
  VIEWER,
  founding,
} from "./farms";

function query(read: string, params: Partial<Query>): Operation {
  return { read, query: { orderByChild: "farmId", ...params } };
}

/** Without names, because each member writes their own name. */
const OAK = {
  name: "Oak",
  apiKey: "key-of-oak",
  ip: "192.168.1.20",
  ipUpdatedAt: NOW_MS - DAY_MS,
  members: { olga: "owner" },
};
const LONG = "x".repeat(101);
const HUGE = "k".repeat(700);
const FARM_CASES: readonly Case[] = [
  ...denied(
    "A person gives themselves access to an existing farm",
    [NEWCOMER, set("farms/oak/members/nina", "owner")],
    [NEWCOMER, set("farms/oak/members", { nina: "owner" })],
    [NEWCOMER, set("farms/oak", ASH)],
    [OUTSIDER, update({ "farms/oak/members/elmo": "owner", "farms/oak/name": "Mine" })],
    [OUTSIDER, update({ "farms/oak/members/elmo": "viewer", "users/elmo/farms/oak": true })],
    [OUTSIDER, update({ "farms/elm/name": "Elms", "farms/oak/members/elmo": "owner" })],
    [VIEWER, set("farms/oak/members/vera", "owner")],
    [VIEWER, update({ "farms/oak/members/vera": "owner", "farms/oak/apiKey": "mine" })],
    [null, set("farms/oak/members/null", "owner")],
    [null, set("farms/oak/members/undefined", "viewer")],
  ),
  ...denied(
    "A farm without an owner, or whose creator is not an owner",
    [OWNER, remove("farms/oak/members/olga")],
    [OWNER, set("farms/oak/members/olga", "viewer")],
    [OWNER, set("farms/oak/members", { vera: "owner" })],
    [OWNER, remove("farms/oak/members")],
    [OWNER, remove("farms/oak")],
    [OUTSIDER, remove("farms/elm/members/elmo")],
    [NEWCOMER, founding({ name: "Ash", apiKey: "key-of-ash" })],
    [NEWCOMER, founding({ ...ASH, members: { nina: "viewer" } })],
    [NEWCOMER, founding({ ...ASH, members: { elmo: "owner" } })],
    ["", founding({ ...ASH, members: "owner" })],
    [NEWCOMER, founding({ members: { nina: "owner" } })],
    [null, founding({ ...ASH, members: { null: "owner" } })],
  ),
  ...allowed(
    "A farm keeps an owner",
    [SECOND_OWNER, update({ "farms/oak/members/olga": null, "farms/oak/names/olga": null })],
    [SECOND_OWNER, set("farms/oak/members/olga", "viewer")],
  ),
  ...denied(
    "sensor-ingest acts as a person",
    [OWNER, set(`farms/oak/members/${FUNCTIONS}`, "viewer")],
    [OWNER, set(`farms/oak/members/${FUNCTIONS}`, "owner")],
    [NEWCOMER, founding({ ...ASH, members: { nina: "owner", [FUNCTIONS]: "viewer" } })],
    [FUNCTIONS, founding({ ...ASH, members: { [FUNCTIONS]: "owner" } })],
    [FUNCTIONS, founding()],
    [FUNCTIONS, set(`users/${FUNCTIONS}/farms/oak`, true)],
    [FUNCTIONS, set("users/ivan/farms/oak", true)],
    [FUNCTIONS, set("farms/oak/members/nina", "owner")],
    [FUNCTIONS, set("registeredSensors/new-1", { sensorName: "New", farmId: "oak" })],
    [FUNCTIONS, set("registeredSensors/dht-2/greenhouse", "north")],
    [FUNCTIONS, set("greenhouses/west", { name: "West", farmId: "oak" })],
  ),
  ...denied(
    "People write values that only the functions may report",
    [OWNER, set("farms/oak/ip", "10.0.0.7")],
    [OWNER, set("farms/oak/ipUpdatedAt", NOW_MS)],
    [OWNER, remove("farms/oak/ip")],
    [OWNER, remove("farms/oak/ipUpdatedAt")],
    [OWNER, update({ "farms/oak/name": "Old Oak", "farms/oak/ip": "10.0.0.7" })],
    [NEWCOMER, founding({ ...ASH, ip: "10.0.0.7" })],
    [NEWCOMER, founding({ ...ASH, ipUpdatedAt: NOW_MS })],
  ),
  ...denied(
    "A malformed farm",
    [OWNER, remove("farms/oak/name")],
    [OWNER, remove("farms/oak/apiKey")],
    [OWNER, set("farms/oak/name", "")],
    [OWNER, set("farms/oak/name", LONG)],
    [OWNER, set("farms/oak/name", 7)],
    [OWNER, set("farms/oak/name/deep", "down")],
    [OWNER, set("farms/oak/apiKey", LONG)],
    [OWNER, set("farms/oak/apiKey", true)],
    [OWNER, set("farms/oak/apiKey", { key: "of-oak" })],
    [OWNER, set("farms/oak/note", "hello")],
    [OWNER, set("farms/oak/members/nina", "admin")],
    [OWNER, set("farms/oak/members/nina", true)],
    [OWNER, set("farms/oak/members/nina/role", "owner")],
    [NEWCOMER, founding(ASH, HUGE)],
    [NEWCOMER, founding(ASH, "\u00a0\u2003")],
    [NEWCOMER, founding(ASH, "ash\u202e")],
    ...["u".repeat(129), "hasOwnProperty"].map((uid): Try => [
      uid,
      founding({ ...ASH, members: { [uid]: "owner" } }),
    ]),
    ...[FUNCTIONS, JOBS].map((uid): Try => [
      OWNER,
      set(`farms/oak/members/${uid}`, "viewer"),
      { [`users/${uid}/farms/oak`]: true },
    ]),
    [NEWCOMER, update({ farms: { ash: ASH }, "usedFarmIds/ash": true })],
  ),
  ...allowed(
    "A record with an invalid old id",
    [OWNER, set("farms/o\u202ek/name", "Oak"), { "farms/o\u202ek/members/olga": "owner" }],
    [
      OWNER,
      set("greenhouses/\u00a0/name", "N"),
      { "greenhouses/\u00a0": { farmId: "oak", name: "X" } },
    ],
    [
      OWNER,
      set("registeredSensors/light/role", "soil"),
      { "registeredSensors/light": { farmId: "oak", sensorName: "L", sensorType: "L" } },
    ],
  ),
  ...allowed("A farm written as a whole", [
    OWNER,
    set("farms/oak", { ...OAK, name: "Old Oak" }),
    { "farms/oak": OAK },
  ]),
  ...allowed(
    "A farm that was incomplete before",
    [OWNER, set("farms/fir/apiKey", "another-key")],
    [OWNER, set("farms/fir/name", "Fir")],
    [OWNER, set("farms/fir/members/nina", "viewer")],
    [VIEWER, remove("farms/fir/members/vera")],
  ),
  ...denied(
    "A viewer changes more while leaving",
    [VIEWER, remove("farms/oak/members/otto")],
    [VIEWER, remove("farms/oak/members")],
    [VIEWER, set("farms/oak/members/vera/.priority", 1)],
    [VIEWER, update({ "farms/oak/members/vera": null, "farms/oak/name": "Gone" })],
    [OUTSIDER, remove("farms/oak/members/elmo")],
    [null, remove("farms/oak/members/vera")],
  ),
  ...denied(
    "People read more than they may",
    [VIEWER, { read: "farms/oak" }],
    [VIEWER, { read: "farms/oak/apiKey" }],
    [VIEWER, { read: "farms/elm/name" }],
    [OWNER, { read: "farms/elm/apiKey" }],
    [OWNER, { read: "farms/elm" }],
    [OUTSIDER, { read: "farms/oak/members/elmo" }],
    [FUNCTIONS, { read: "farms/oak" }],
    [FUNCTIONS, { read: "farms/oak/name" }],
    [FUNCTIONS, { read: "farms/oak/members" }],
    [FUNCTIONS, { read: `users/${FUNCTIONS}` }],
    [FUNCTIONS, { read: "greenhouses/north" }],
    [FUNCTIONS, { read: "sensors/north/current" }],
    [NEWCOMER, { read: "farms/ash" }],
    [NEWCOMER, { read: "greenhouses/west" }],
    [OWNER, { read: "registeredSensors/new-1" }],
    [OWNER, { read: "sensors/ghost" }],
    [OWNER, { read: "sensors/east" }],
    [OWNER, { read: "elsewhere" }],
  ),
  ...allowed(
    "The functions look up records that do not exist",
    [FUNCTIONS, { read: "registeredSensors/new-1" }],
    [FUNCTIONS, { read: "farms/ash/apiKey" }],
  ),
];

const LISTS = ["greenhouses", "registeredSensors"];

const QUERY_CASES: readonly Case[] = LISTS.flatMap((list) => [
  ...denied(
    "A list of another farm's records, or of several farms'",
    [OWNER, query(list, { equalTo: "elm" })],
    [OWNER, query(list, { equalTo: "" })],
    [OWNER, query(list, {})],
    [OWNER, query(list, { startAt: "oak" })],
    [OWNER, query(list, { endAt: "oak" })],
    [OWNER, query(list, { startAt: "elm", endAt: "oak" })],
    [OWNER, query(list, { limitToFirst: 1 })],
    [OWNER, query(list, { orderByChild: "name", equalTo: "oak" })],
    [OWNER, query(list, { orderByChild: "greenhouse", equalTo: "oak" })],
    [NEWCOMER, query(list, { equalTo: "ash" })],
    [FUNCTIONS, query(list, { equalTo: "oak" })],
    [null, query(list, { equalTo: "oak" })],
  ),
  ...allowed(
    "A part of the list of one's own farm",
    [VIEWER, query(list, { equalTo: "oak", limitToFirst: 1 })],
    [OUTSIDER, query(list, { equalTo: "elm" })],
  ),
]);

/** The database evaluates the rule of a list also for queries below the list. An id with a slash is the same farm. */
const STRAY_QUERY_CASES: readonly Case[] = [
  ...nothing(
    "A query on another farm's record that names one's own farm",
    [OUTSIDER, query("registeredSensors/dht-1", { equalTo: "elm" })],
    [OUTSIDER, query("registeredSensors/dht-1/sensorName", { equalTo: "elm" })],
    [OUTSIDER, query("greenhouses/north", { equalTo: "elm" })],
    [OUTSIDER, query("greenhouses/north/name", { equalTo: "elm" })],
    [OUTSIDER, query("greenhouses/north/thresholds", { equalTo: "elm" })],
    [OUTSIDER, query("greenhouses/north/thresholds/temperature", { equalTo: "elm" })],
  ),
  ...nothing(
    "A list of a farm whose id is spelled differently",
    [OWNER, query("greenhouses", { equalTo: "oak/" })],
    [OWNER, query("registeredSensors", { equalTo: "/oak" })],
  ),
];

export const FARM_ATTACK_CASES: readonly Case[] = [
  ...FARM_CASES,
  ...QUERY_CASES,
  ...STRAY_QUERY_CASES,
];
