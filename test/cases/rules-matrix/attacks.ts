/** Attacks by people: who tries what that the rules must refuse, and beside it the honest act that must go through. */

import { remove } from "./case";
import type { Case, Json, Operation, Query, Verdict } from "./case";
import {
  FUNCTIONS,
  KEY_IN_BODY_ENTRY,
  KEY_IN_BODY_KEY,
  MINUTE_MS,
  NEWCOMER,
  NEW_KEY,
  NOW_MS,
  OUTSIDER,
  OWNER,
  SECOND_OWNER,
  SIGNED_ENTRY,
  SIGNED_KEY,
  VIEWER,
} from "./farms";

type Try = readonly [actor: string | null, operation: Operation];

function rows(verdict: Verdict) {
  return (title: string, ...tries: readonly Try[]): readonly Case[] =>
    tries.map(([actor, operation]) => ({ title, actor, operation, verdict }));
}

const allowed = rows("allowed");
const denied = rows("denied");
const nothing = rows("nothing");

function set(path: string, to: Json): Operation {
  return { set: path, to };
}

function update(paths: Readonly<Record<string, Json>>): Operation {
  return { update: paths };
}

function query(read: string, params: Partial<Query>): Operation {
  return { read, query: { orderByChild: "farmId", ...params } };
}

const LONG = "x".repeat(101);
const HUGE = "k".repeat(700);
const ASH = { name: "Ash", apiKey: "key-of-ash", members: { nina: "owner" } };
const SENSOR = { sensorName: "New", sensorType: "SHT31", farmId: "oak" };

const FARM_CASES: readonly Case[] = [
  ...denied(
    "Granting oneself access to a farm that exists",
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
    "A farm without an owner, or without its founder as one",
    [OWNER, remove("farms/oak/members/olga")],
    [OWNER, set("farms/oak/members/olga", "viewer")],
    [OWNER, set("farms/oak/members", { vera: "owner" })],
    [OWNER, remove("farms/oak/members")],
    [OWNER, remove("farms/oak")],
    [OUTSIDER, remove("farms/elm/members/elmo")],
    [NEWCOMER, set("farms/ash", { name: "Ash", apiKey: "key-of-ash" })],
    [NEWCOMER, set("farms/ash", { ...ASH, members: { nina: "viewer" } })],
    [NEWCOMER, set("farms/ash", { ...ASH, members: { elmo: "owner" } })],
    [NEWCOMER, set("farms/ash/members/nina", "owner")],
    [null, set("farms/ash", { ...ASH, members: { null: "owner" } })],
  ),
  ...allowed(
    "There stays an owner",
    [SECOND_OWNER, update({ "farms/oak/members/olga": null, "users/olga/farms/oak": null })],
    [SECOND_OWNER, set("farms/oak/members/olga", "viewer")],
    [NEWCOMER, set("farms/ash", { ...ASH, members: { nina: "owner", otto: "owner" } })],
  ),
  ...denied(
    "sensor-ingest as a person",
    [OWNER, set(`farms/oak/members/${FUNCTIONS}`, "viewer")],
    [OWNER, set(`farms/oak/members/${FUNCTIONS}`, "owner")],
    [NEWCOMER, set("farms/ash", { ...ASH, members: { nina: "owner", [FUNCTIONS]: "viewer" } })],
    [FUNCTIONS, set("farms/ash", { ...ASH, members: { [FUNCTIONS]: "owner" } })],
    [FUNCTIONS, set("farms/ash", ASH)],
    [FUNCTIONS, set(`users/${FUNCTIONS}/farms/oak`, true)],
    [FUNCTIONS, set("farms/oak/members/nina", "owner")],
    [FUNCTIONS, set("registeredSensors/new-1", SENSOR)],
    [FUNCTIONS, set("registeredSensors/dht-2/greenhouse", "north")],
    [FUNCTIONS, set("greenhouses/west", { name: "West", farmId: "oak" })],
  ),
  ...denied(
    "What only the functions report",
    [OWNER, set("farms/oak/ip", "10.0.0.7")],
    [OWNER, set("farms/oak/ipUpdatedAt", NOW_MS)],
    [OWNER, remove("farms/oak/ip")],
    [OWNER, remove("farms/oak/ipUpdatedAt")],
    [OWNER, update({ "farms/oak/name": "Old Oak", "farms/oak/ip": "10.0.0.7" })],
    [NEWCOMER, set("farms/ash", { ...ASH, ip: "10.0.0.7" })],
    [NEWCOMER, set("farms/ash", { ...ASH, ipUpdatedAt: NOW_MS })],
  ),
  ...denied(
    "A farm in another shape",
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
    [OWNER, set(`farms/oak/members/${HUGE}`, "viewer")],
    [NEWCOMER, set(`farms/${HUGE}`, ASH)],
    [NEWCOMER, set("farms", { ash: ASH })],
  ),
  ...denied(
    "A viewer's way out leads nowhere else",
    [VIEWER, remove("farms/oak/members/otto")],
    [VIEWER, remove("farms/oak/members")],
    [VIEWER, set("farms/oak/members/vera/.priority", 1)],
    [VIEWER, update({ "farms/oak/members/vera": null, "farms/oak/name": "Gone" })],
    [OUTSIDER, remove("farms/oak/members/elmo")],
    [null, remove("farms/oak/members/vera")],
  ),
  ...denied(
    "Lists of farms that say more than the farms do",
    [NEWCOMER, set("users/nina/farms/oak", true)],
    [NEWCOMER, set("users/nina/farms/ash", true)],
    [OWNER, set("users/nina/farms/oak", true)],
    [VIEWER, update({ "farms/oak/members/nina": "viewer", "users/nina/farms/oak": true })],
    [VIEWER, remove("users/olga/farms/oak")],
    [OUTSIDER, set("users/vera/farms/elm", true)],
    [VIEWER, set("users/vera/farms/oak", "yes")],
    [VIEWER, set("users/vera/farms/oak/deep", true)],
    [VIEWER, set("users/vera/name", "Vera")],
    [VIEWER, remove("users/vera")],
  ),
  ...allowed(
    "Lists of farms that are out of date",
    [VIEWER, remove("users/vera/farms/oak")],
    [OWNER, remove("users/vera/farms/oak")],
    [NEWCOMER, remove("users/nina/farms/oak")],
  ),
  ...denied(
    "Reading more than one may",
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
    "The functions look up what is not there",
    [FUNCTIONS, { read: "registeredSensors/new-1" }],
    [FUNCTIONS, { read: "farms/ash/apiKey" }],
  ),
];

const LISTS = ["greenhouses", "registeredSensors"];

const QUERY_CASES: readonly Case[] = LISTS.flatMap((list) => [
  ...denied(
    "A list that is not of one's own farm, or not of one farm",
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
    "A part of one's own list",
    [VIEWER, query(list, { equalTo: "oak", limitToFirst: 1 })],
    [OUTSIDER, query(list, { equalTo: "elm" })],
  ),
]);

/** The rule of a list is asked about what stands in it as well, and ids with a slash lead to the farm without one. */
const STRAY_QUERY_CASES: readonly Case[] = [
  ...nothing(
    "Naming one's own farm in a query on another farm's record",
    [OUTSIDER, query("registeredSensors/dht-1", { equalTo: "elm" })],
    [OUTSIDER, query("registeredSensors/dht-1/sensorName", { equalTo: "elm" })],
    [OUTSIDER, query("greenhouses/north", { equalTo: "elm" })],
    [OUTSIDER, query("greenhouses/north/name", { equalTo: "elm" })],
    [OUTSIDER, query("greenhouses/north/thresholds", { equalTo: "elm" })],
    [OUTSIDER, query("greenhouses/north/thresholds/temperature", { equalTo: "elm" })],
  ),
  ...nothing(
    "A list of a farm that has another spelling",
    [OWNER, query("greenhouses", { equalTo: "oak/" })],
    [OWNER, query("registeredSensors", { equalTo: "/oak" })],
  ),
];

const GREENHOUSE_CASES: readonly Case[] = [
  ...denied(
    "Greenhouses of other farms",
    [OUTSIDER, set("greenhouses/west", { name: "West", farmId: "oak" })],
    [OUTSIDER, set("greenhouses/north", { name: "Mine", farmId: "elm" })],
    [OUTSIDER, set("greenhouses/north/farmId", "elm")],
    [OUTSIDER, remove("greenhouses/north")],
    [OWNER, set("greenhouses/east/name", "Mine")],
    [OWNER, set("greenhouses/west", { name: "West", farmId: "elm" })],
    [NEWCOMER, set("greenhouses/west", { name: "West", farmId: "ash" })],
    [NEWCOMER, update({ "farms/ash": ASH, "greenhouses/north/farmId": "ash" })],
    [
      NEWCOMER,
      update({
        "farms/oak/members/nina": "owner",
        "greenhouses/west": { name: "W", farmId: "oak" },
      }),
    ],
  ),
  ...denied(
    "Readings without a greenhouse, claimed",
    [OWNER, set("greenhouses/ghost", { name: "Ghost", farmId: "oak" })],
    [OUTSIDER, set("greenhouses/ghost", { name: "Ghost", farmId: "elm" })],
    [
      OUTSIDER,
      update({ "sensors/ghost": null, "greenhouses/ghost": { name: "G", farmId: "elm" } }),
    ],
  ),
  ...denied(
    "A greenhouse in another shape",
    [OWNER, remove("greenhouses/south/name")],
    [OWNER, remove("greenhouses/south/farmId")],
    [OWNER, set("greenhouses/south/name", LONG)],
    [OWNER, set("greenhouses/south/name", { first: "South" })],
    [OWNER, set("greenhouses/south/note", "hello")],
    [OWNER, set("greenhouses/west", { farmId: "oak" })],
    [OWNER, set("greenhouses/west", { name: "West", farmId: "oak/" })],
    [OWNER, set("greenhouses/west", "oak")],
    [OWNER, set(`greenhouses/${HUGE}`, { name: "West", farmId: "oak" })],
    [OWNER, set("greenhouses/north/thresholds", 20)],
    [OWNER, set("greenhouses/north/thresholds/temperature", 20)],
    [OWNER, set("greenhouses/north/thresholds/pressure", { min: 1 })],
    [OWNER, set("greenhouses/north/thresholds/temperature/min", "cold")],
    [OWNER, set("greenhouses/north/thresholds/temperature/mean", 20)],
  ),
];

const SENSOR_CASES: readonly Case[] = [
  ...denied(
    "Sensors of other farms",
    [OUTSIDER, set("registeredSensors/dht-1", { ...SENSOR, farmId: "elm" })],
    [OUTSIDER, set("registeredSensors/dht-1/farmId", "elm")],
    [OUTSIDER, remove("registeredSensors/dht-2")],
    [OUTSIDER, remove("registeredSensors/dht-1/greenhouse")],
    [OUTSIDER, set("registeredSensors/new-1", SENSOR)],
    [OWNER, set("registeredSensors/bme-1/sensorName", "Mine")],
    [OWNER, remove("registeredSensors")],
    [NEWCOMER, update({ "farms/ash": ASH, "registeredSensors/dht-2/farmId": "ash" })],
    [NEWCOMER, remove("registeredSensors/new-1")],
    [null, remove("registeredSensors/new-1")],
  ),
  ...denied(
    "A link out of the farm",
    [OWNER, set("registeredSensors/dht-2/greenhouse", "east")],
    [OWNER, set("registeredSensors/dht-2/greenhouse", "west")],
    [OWNER, set("registeredSensors/dht-2/greenhouse", "ghost")],
    [OWNER, set("registeredSensors/dht-2/greenhouse", "north/")],
    [OWNER, set("registeredSensors/dht-2/greenhouse", "north/thresholds")],
    [OWNER, set("registeredSensors/dht-2/greenhouse", "")],
    [OWNER, set("registeredSensors/dht-2/greenhouse", 1)],
    [OWNER, set("registeredSensors/dht-2/greenhouse/deep", "north")],
    [OWNER, set("registeredSensors/new-1", { ...SENSOR, greenhouse: "east" })],
    [
      OUTSIDER,
      update({ "greenhouses/north/farmId": "elm", "registeredSensors/bme-1/greenhouse": "north" }),
    ],
  ),
  ...allowed(
    "A link within the farm",
    [OWNER, set("registeredSensors/new-1", { ...SENSOR, greenhouse: "south" })],
    [OWNER, set("registeredSensors/dht-1/greenhouse", "south")],
    [OWNER, set("registeredSensors/dht-2", { ...SENSOR, greenhouse: "north" })],
  ),
  ...denied(
    "A uid that is a field of `current`",
    ...["temperature", "humidity", "light", "updatedAt"].map((uid): Try => [
      OWNER,
      set(`registeredSensors/${uid}`, SENSOR),
    ]),
  ),
  ...allowed(
    "A uid that only looks like something else",
    ...["battery", "uid", "history", "temperature2", "sensorName", NEW_KEY].map((uid): Try => [
      OWNER,
      set(`registeredSensors/${uid}`, SENSOR),
    ]),
  ),
  ...denied(
    "A sensor in another shape",
    [OWNER, remove("registeredSensors/dht-1/sensorName")],
    [OWNER, remove("registeredSensors/dht-1/sensorType")],
    [OWNER, remove("registeredSensors/dht-1/farmId")],
    [OWNER, set("registeredSensors/dht-1/sensorName", LONG)],
    [OWNER, set("registeredSensors/dht-1/sensorType", "")],
    [OWNER, set("registeredSensors/dht-1/sensorType", 22)],
    [OWNER, set("registeredSensors/dht-1/sensorName/deep", "down")],
    [OWNER, set("registeredSensors/dht-1/apiKey", "mine")],
    [OWNER, set("registeredSensors/new-1", { sensorName: "New", farmId: "oak" })],
    [OWNER, set("registeredSensors/new-1", { ...SENSOR, farmId: "oak/" })],
    [OWNER, set("registeredSensors/new-1", "oak")],
    [OWNER, set(`registeredSensors/${HUGE}`, SENSOR)],
  ),
];

const READING_CASES: readonly Case[] = [
  ...denied(
    "Readings by people",
    [OWNER, set("sensors/north/current/temperature", 35)],
    [OWNER, set("sensors/north/current/humidity", 35)],
    [OWNER, set("sensors/north/current/light", 35)],
    [OWNER, set("sensors/north/bySensor/dht-1/temperature", 35)],
    [OWNER, set("sensors/north/current/dht-1/temperature", 35)],
    [OWNER, set("sensors/north/history", null)],
    [OWNER, set(`sensors/north/history/${SIGNED_KEY}`, SIGNED_ENTRY)],
    [OWNER, set(`sensors/north/history/dht-1/${KEY_IN_BODY_KEY}`, KEY_IN_BODY_ENTRY)],
    [OWNER, set("sensors/north/note", "hello")],
    [OWNER, set("sensors/south", { current: { temperature: 20 } })],
    [OWNER, set(`sensors/north/history/${SIGNED_KEY}/.priority`, 1)],
    [OUTSIDER, set("sensors/east/current/updatedAt", NOW_MS + MINUTE_MS)],
    [NEWCOMER, set("elsewhere", true)],
    [null, set("sensors/north/current/temperature", 35)],
  ),
  ...denied(
    "Everything at once",
    [OWNER, remove("")],
    [FUNCTIONS, remove("")],
    [FUNCTIONS, remove("sensors")],
    [OWNER, set(".priority", 1)],
    [NEWCOMER, set("farms/oak/.priority", 1)],
    [OUTSIDER, set("registeredSensors/dht-1/.priority", 1)],
    [NEWCOMER, set("farms/oak/members/nina", { ".value": "owner", ".priority": 1 })],
  ),
];

export const ATTACK_CASES: readonly Case[] = [
  ...FARM_CASES,
  ...QUERY_CASES,
  ...STRAY_QUERY_CASES,
  ...GREENHOUSE_CASES,
  ...SENSOR_CASES,
  ...READING_CASES,
];
