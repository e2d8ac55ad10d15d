/** When each sensor last sent its measurements. The functions write the database's time, and members read it. */

import { DAY_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import { allowed, denied, remove, set, update } from "./case";
import type { Case } from "./case";
import { FUNCTIONS, JOBS, NOW_MS, OUTSIDER, OWNER, VIEWER } from "./farms";

const SERVER_TIME = { ".sv": "timestamp" };
const SEEN = "lastSeen/oak/dht-1";

export const LAST_SEEN_CASES: readonly Case[] = [
  ...allowed(
    "The database's time under each allowed name, signed or not",
    ...[...MEASUREMENTS, "temperature,humidity", "unsigned,temperature,humidity", "none"].map(
      (name) => [FUNCTIONS, set(`${SEEN}/${name}`, SERVER_TIME)] as const,
    ),
  ),
  ...denied(
    "A combination of names that earlier versions stored, or another order",
    [FUNCTIONS, set(`${SEEN}/none,light`, SERVER_TIME)],
    [FUNCTIONS, set(`${SEEN}/humidity,temperature`, SERVER_TIME)],
  ),
  ...denied("Another time than the database's", [
    FUNCTIONS,
    set(`${SEEN}/light`, NOW_MS - MINUTE_MS),
  ]),
  ...denied(
    "A sensor of another farm, without a registration, or without a greenhouse",
    [FUNCTIONS, set("lastSeen/elm/dht-1/light", SERVER_TIME)],
    [FUNCTIONS, set("lastSeen/oak/dht-2/light", SERVER_TIME)],
  ),
  ...allowed("An owner removes the times with their sensor", [OWNER, remove(SEEN)]),
  ...allowed("The jobs remove a time that was not renewed for 30 days", [
    JOBS,
    update({ [`${SEEN}/none`]: null, [`${SEEN}/light`]: null }),
    { [SEEN]: { none: NOW_MS - 30 * DAY_MS - 1, light: NOW_MS - 40 * DAY_MS } },
  ]),
  ...denied("Other people remove a time that was not renewed for 30 days", [
    OWNER,
    remove(`${SEEN}/none`),
    { [`${SEEN}/none`]: NOW_MS - 40 * DAY_MS },
  ]),
  ...denied("The jobs remove a time that was renewed within 30 days", [
    JOBS,
    remove(`${SEEN}/none`),
    { [`${SEEN}/none`]: NOW_MS - 30 * DAY_MS + MINUTE_MS },
  ]),
  ...denied(
    "Other people read, write or remove the times",
    ...[VIEWER, OUTSIDER, null].map((actor) => [actor, set(`${SEEN}/light`, SERVER_TIME)] as const),
    [VIEWER, remove(SEEN)],
  ),
];
