/**
 * The ids of all farms that were ever created. Nobody creates a farm with an id that greenhouses, sensors or readings
 * may still contain.
 */

import { allowed, denied, remove, set, update } from "./case";
import type { Case } from "./case";
import { ASH, NEWCOMER, OUTSIDER, OWNER, founding } from "./farms";

export const USED_ID_CASES: readonly Case[] = [
  ...denied(
    "A farm with an id that old records may still contain",
    [NEWCOMER, remove("usedFarmIds/yew")],
    [NEWCOMER, { read: "greenhouses/attic" }],
    [NEWCOMER, { read: "sensors/attic" }],
  ),
  ...denied(
    "A farm that does not store its id as used",
    [NEWCOMER, set("farms/ash", ASH)],
    [NEWCOMER, update({ "farms/ash": ASH, "usedFarmIds/elsewhere": true })],
  ),
  ...denied("A farm whose id is a built-in name of JavaScript", [
    NEWCOMER,
    founding(ASH, "hasOwnProperty"),
  ]),
  ...denied(
    "Other people store, remove or read a used id",
    [NEWCOMER, set("usedFarmIds/ash", true)],
    [NEWCOMER, set("usedFarmIds/fir", true)],
    [OWNER, remove("usedFarmIds/oak")],
    [OWNER, { read: "usedFarmIds/oak" }],
  ),
  ...allowed("An owner stores the id of a farm that is older than the list", [
    OWNER,
    set("usedFarmIds/fir", true),
  ]),
  ...allowed("The same write, repeated by the SDK", [
    OUTSIDER,
    update({ "farms/elm/name": "Elm", "usedFarmIds/elm": true }),
  ]),
];
