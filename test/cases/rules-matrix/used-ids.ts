/**
 * The ids of all farms that were ever created. Nobody creates a farm with an id that greenhouses, sensors or readings
 * may still contain.
 */

import { allowed, denied, remove, set, update } from "./case";
import type { Case } from "./case";
import { ASH, FUNCTIONS, NEWCOMER, NOW_MS, OUTSIDER, OWNER, VIEWER, founding } from "./farms";

export const USED_ID_CASES: readonly Case[] = [
  ...denied(
    "A farm with an id that old records may still contain",
    [NEWCOMER, founding(ASH, "yew")],
    [NEWCOMER, set("farms/yew", ASH)],
    [NEWCOMER, update({ "farms/yew": ASH, "usedFarmIds/yew": null })],
    [NEWCOMER, set("farms/yew/members/nina", "owner")],
    [NEWCOMER, remove("usedFarmIds/yew")],
    [NEWCOMER, remove("usedFarmIds")],
    [NEWCOMER, { read: "greenhouses/attic" }],
    [NEWCOMER, { read: "sensors/attic" }],
    [NEWCOMER, { read: "registeredSensors", query: { orderByChild: "farmId", equalTo: "yew" } }],
  ),
  ...denied(
    "A farm that does not store its id as used",
    [NEWCOMER, set("farms/ash", ASH)],
    [NEWCOMER, update({ "farms/ash": ASH, "usedFarmIds/elsewhere": true })],
    [NEWCOMER, update({ "farms/ash": ASH, "usedFarmIds/ash": false })],
    [NEWCOMER, update({ "farms/ash": ASH, "usedFarmIds/ash": "true" })],
    [NEWCOMER, update({ "farms/ash": ASH, "usedFarmIds/ash": { since: NOW_MS } })],
  ),
  ...denied(
    "A farm whose id is a built-in name of JavaScript",
    [NEWCOMER, founding(ASH, "hasOwnProperty")],
    [NEWCOMER, founding(ASH, "__proto__")],
  ),
  ...denied(
    "Other people store, remove or read a used id",
    [NEWCOMER, set("usedFarmIds/ash", true)],
    [NEWCOMER, set("usedFarmIds/fir", true)],
    [VIEWER, set("usedFarmIds/fir", true)],
    [OUTSIDER, set("usedFarmIds/fir", true)],
    [FUNCTIONS, set("usedFarmIds/fir", true)],
    [null, set("usedFarmIds/fir", true)],
    [OWNER, remove("usedFarmIds/oak")],
    [OWNER, set("usedFarmIds/oak", false)],
    [OWNER, set("usedFarmIds/oak/deep", true)],
    [OWNER, set("usedFarmIds", { oak: true })],
    [OWNER, { read: "usedFarmIds" }],
    [OWNER, { read: "usedFarmIds/oak" }],
  ),
  ...allowed(
    "An owner stores the id of a farm that is older than the list",
    [OWNER, set("usedFarmIds/fir", true)],
    [OWNER, update({ "farms/fir/apiKey": "another-key", "usedFarmIds/fir": true })],
  ),
  ...allowed("The same write, repeated by the SDK", [
    OUTSIDER,
    update({ "farms/elm/name": "Elm", "usedFarmIds/elm": true }),
  ]),
];
