/** When each sensor last sent its measurements. The functions write the database's time, and members read it. */

import { DAY_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { AMBIENT, MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import { allowed, denied, nothing, remove, set, update } from "./case";
import type { Case } from "./case";
import {
  FUNCTIONS,
  INVITED,
  JOBS,
  NEWCOMER,
  NOW_MS,
  OUTSIDER,
  OWNER,
  SECOND_OWNER,
  VIEWER,
} from "./farms";

const SERVER_TIME = { ".sv": "timestamp" };
const SEEN = "lastSeen/oak/dht-1";

export const LAST_SEEN_CASES: readonly Case[] = [
  ...allowed(
    "The database's time under each allowed name, signed or not",
    ...[
      ...MEASUREMENTS,
      "temperature,humidity",
      "unsigned,temperature,humidity",
      ...AMBIENT.map((name) => `unsigned,${name}`),
      "none",
    ].map((name) => [FUNCTIONS, set(`${SEEN}/${name}`, SERVER_TIME)] as const),
    [FUNCTIONS, set("lastSeen/oak/own-1/none", SERVER_TIME)],
    [FUNCTIONS, set("lastSeen/elm/bme-1/light", SERVER_TIME)],
    [FUNCTIONS, set("lastSeen/yew/yew-1/light", SERVER_TIME)],
  ),
  ...denied(
    "A combination of names that earlier versions stored, or another order",
    ...[
      "",
      "none,light",
      "temperature,none",
      "humidity,temperature",
      "light,humidity",
      ...MEASUREMENTS.slice(2).flatMap((name) => [`temperature,${name}`, `humidity,${name}`]),
      "light,battery",
      "unsigned",
      "unsigned,none",
      "unsigned,battery",
      "light,unsigned",
      "unsigned,unsigned,light",
      "temperature,humidity,light",
      "temperature,humidity,light,battery",
      MEASUREMENTS.join(","),
      "co2,soilMoisture",
      "temperature,",
      ",temperature",
      "temperature,temperature",
      "noise",
      "Temperature",
      "temperature humidity",
      `${MEASUREMENTS.join(",")},none`,
    ]
      .filter((name) => name !== "")
      .map((name) => [FUNCTIONS, set(`${SEEN}/${name}`, SERVER_TIME)] as const),
  ),
  ...denied(
    "Another time than the database's, or a malformed record",
    ...[NOW_MS - MINUTE_MS, NOW_MS + MINUTE_MS, 0, -1, "now", true, { deep: SERVER_TIME }].map(
      (value) => [FUNCTIONS, set(`${SEEN}/light`, value)] as const,
    ),
    [FUNCTIONS, set(`${SEEN}/light/deep`, SERVER_TIME)],
    [FUNCTIONS, set(`${SEEN}/light`, { ".value": SERVER_TIME, ".priority": 1 })],
    [FUNCTIONS, set(`${SEEN}/none/.priority`, 1)],
    [FUNCTIONS, set(SEEN, { light: SERVER_TIME })],
    [FUNCTIONS, set("lastSeen/oak", { "dht-1": { light: SERVER_TIME } })],
    [FUNCTIONS, set("lastSeen", { oak: { "dht-1": { light: SERVER_TIME } } })],
    [FUNCTIONS, remove(`${SEEN}/none`)],
    [FUNCTIONS, remove(SEEN)],
  ),
  ...denied(
    "A sensor of another farm, without a registration, or without a greenhouse",
    [FUNCTIONS, set("lastSeen/elm/dht-1/light", SERVER_TIME)],
    [FUNCTIONS, set("lastSeen/oak/bme-1/light", SERVER_TIME)],
    [FUNCTIONS, set("lastSeen/oak/new-1/light", SERVER_TIME)],
    [FUNCTIONS, set("lastSeen/oak/dht-2/light", SERVER_TIME)],
    [FUNCTIONS, set("lastSeen/ash/dht-1/light", SERVER_TIME)],
    [
      FUNCTIONS,
      update({ "sensors/north/current/temperature": 22, "lastSeen/elm/dht-1/light": SERVER_TIME }),
    ],
  ),
  ...allowed(
    "Members read when sensors were last seen",
    [OWNER, { read: "lastSeen/oak" }],
    [VIEWER, { read: "lastSeen/oak" }],
    [INVITED, { read: SEEN }],
    [VIEWER, { read: `${SEEN}/none` }],
  ),
  ...allowed(
    "An owner removes the times with their sensor",
    [OWNER, remove(SEEN)],
    [SECOND_OWNER, remove(SEEN)],
    [
      OWNER,
      update({ "registeredSensors/dht-1": null, "ingest/dht-1": null, [SEEN]: null }),
      { "outputs/oak/dht-1": null },
    ],
  ),
  ...allowed("The jobs remove a time that was not renewed for 30 days", [
    JOBS,
    update({ [`${SEEN}/none`]: null, [`${SEEN}/light`]: null }),
    { [SEEN]: { none: NOW_MS - 30 * DAY_MS - 1, light: NOW_MS - 40 * DAY_MS } },
  ]),
  ...denied(
    "Other people remove a time that was not renewed for 30 days",
    ...[OWNER, VIEWER, FUNCTIONS].map(
      (actor) =>
        [actor, remove(`${SEEN}/none`), { [`${SEEN}/none`]: NOW_MS - 40 * DAY_MS }] as const,
    ),
  ),
  ...denied(
    "The jobs remove a time that was renewed within 30 days",
    [JOBS, remove(`${SEEN}/none`)],
    [JOBS, remove(SEEN)],
    [JOBS, set(`${SEEN}/light`, SERVER_TIME)],
  ),
  ...denied(
    "Other people read, write or remove the times",
    ...[OUTSIDER, NEWCOMER, FUNCTIONS, null].flatMap((actor) => [
      [actor, { read: "lastSeen/oak" }] as const,
      [actor, { read: SEEN }] as const,
    ]),
    ...[OWNER, VIEWER, OUTSIDER, NEWCOMER, null].map(
      (actor) => [actor, set(`${SEEN}/light`, SERVER_TIME)] as const,
    ),
    ...[VIEWER, OUTSIDER, NEWCOMER, null].map((actor) => [actor, remove(SEEN)] as const),
    [OWNER, { read: "lastSeen" }],
    [OWNER, remove("lastSeen/oak")],
    [OWNER, remove("lastSeen")],
    [OWNER, remove("lastSeen/elm/bme-1")],
    [OWNER, remove(`${SEEN}/none`)],
  ),
  ...nothing("A read of a farm whose sensors never sent", [OWNER, { read: "lastSeen/fir" }]),
];
