/** When each sensor last sent its measurements. The functions write the database's time, and members read it. */

import { DAY_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { AMBIENT, MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import { allowed, denied, nothing, remove, set, update } from "./case";
import type { Case } from "./case";
import { FUNCTIONS, JOBS, NEWCOMER, NOW_MS, OUTSIDER, OWNER, VIEWER } from "./farms";

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
  ),
  ...denied(
    "A combination of names that earlier versions stored, or another order",
    ...[
      "none,light",
      "humidity,temperature",
      ...MEASUREMENTS.slice(2).flatMap((name) => [`temperature,${name}`, `humidity,${name}`]),
      "unsigned",
      "unsigned,none",
      "light,unsigned",
      "temperature,humidity,light",
      "temperature,",
      "noise",
      `${MEASUREMENTS.join(",")},none`,
    ].map((name) => [FUNCTIONS, set(`${SEEN}/${name}`, SERVER_TIME)] as const),
  ),
  ...denied(
    "Another time than the database's, or a malformed record",
    ...[NOW_MS - MINUTE_MS, NOW_MS + MINUTE_MS, 0, -1, "now", true, { deep: SERVER_TIME }].map(
      (value) => [FUNCTIONS, set(`${SEEN}/light`, value)] as const,
    ),
    [FUNCTIONS, set(`${SEEN}/light/deep`, SERVER_TIME)],
    [FUNCTIONS, set(`${SEEN}/light`, { ".value": SERVER_TIME, ".priority": 1 })],
  ),
  ...denied(
    "A sensor of another farm, without a registration, or without a greenhouse",
    [FUNCTIONS, set("lastSeen/elm/dht-1/light", SERVER_TIME)],
    [FUNCTIONS, set("lastSeen/oak/dht-2/light", SERVER_TIME)],
  ),
  ...allowed(
    "Members read when sensors were last seen",
    [OWNER, { read: "lastSeen/oak" }],
    [VIEWER, { read: "lastSeen/oak" }],
  ),
  ...allowed("An owner removes the times with their sensor", [OWNER, remove(SEEN)]),
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
  ...denied("The jobs remove a time that was renewed within 30 days", [
    JOBS,
    remove(`${SEEN}/none`),
  ]),
  ...denied(
    "Other people read, write or remove the times",
    [NEWCOMER, { read: SEEN }],
    ...[OWNER, VIEWER, OUTSIDER, NEWCOMER, null].map(
      (actor) => [actor, set(`${SEEN}/light`, SERVER_TIME)] as const,
    ),
    ...[VIEWER, OUTSIDER, NEWCOMER, null].map((actor) => [actor, remove(SEEN)] as const),
  ),
  ...nothing("A read of a farm whose sensors never sent", [OWNER, { read: "lastSeen/fir" }]),
];
