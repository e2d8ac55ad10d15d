/**
 * The ids that farms were created under: nobody creates a farm where greenhouses, sensors or readings may still name
 * it.
 */

import { allowed, denied, remove, set, update } from "./case";
import type { Case } from "./case";
import { ASH, FUNCTIONS, NEWCOMER, NOW_MS, OUTSIDER, OWNER, VIEWER, founding } from "./farms";

export const USED_ID_CASES: readonly Case[] = [
  ...denied(
    "A farm under an id that something may still name",
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
    "A farm whose id is not kept for it",
    [NEWCOMER, set("farms/ash", ASH)],
    [NEWCOMER, update({ "farms/ash": ASH, "usedFarmIds/elsewhere": true })],
    [NEWCOMER, update({ "farms/ash": ASH, "usedFarmIds/ash": false })],
    [NEWCOMER, update({ "farms/ash": ASH, "usedFarmIds/ash": "true" })],
    [NEWCOMER, update({ "farms/ash": ASH, "usedFarmIds/ash": { since: NOW_MS } })],
  ),
  ...denied(
    "A farm whose id is a name of JavaScript's own",
    [NEWCOMER, founding(ASH, "hasOwnProperty")],
    [NEWCOMER, founding(ASH, "__proto__")],
  ),
  ...denied(
    "An id kept, freed or seen by somebody who may not",
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
    "An id kept for a farm from before ids were kept",
    [OWNER, set("usedFarmIds/fir", true)],
    [OWNER, update({ "farms/fir/apiKey": "another-key", "usedFarmIds/fir": true })],
  ),
  ...allowed("The same again: the SDK sends what was not acknowledged", [
    OUTSIDER,
    update({ "farms/elm/name": "Elm", "usedFarmIds/elm": true }),
  ]),
];
