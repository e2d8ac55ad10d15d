/**
 * The ids of all farms that were ever created. Nobody creates a farm with an id that greenhouses, sensors or readings
 * may still contain.
 */

import { allowed, denied, remove, set } from "./case";
import type { Case } from "./case";
import { ASH, NEWCOMER, OWNER, founding } from "./farms";

export const USED_ID_CASES: readonly Case[] = [
  ...denied("A farm that does not store its id as used", [NEWCOMER, set("farms/ash", ASH)]),
  ...denied("A farm whose id is a built-in name of JavaScript", [
    NEWCOMER,
    founding(ASH, "hasOwnProperty"),
  ]),
  ...denied(
    "Other people store, remove or read a used id",
    [NEWCOMER, set("usedFarmIds/fir", true)],
    [OWNER, remove("usedFarmIds/oak")],
  ),
  ...allowed("An owner stores the id of a farm that is older than the list", [
    OWNER,
    set("usedFarmIds/fir", true),
  ]),
];
