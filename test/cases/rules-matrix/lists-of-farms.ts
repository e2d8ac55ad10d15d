/**
 * A person's list of farms, which nobody else writes. Nobody becomes a member without consent. Also: who may create
 * farms, and the ids of all farms that were ever created, because old records may still contain them.
 */

import { allowed, denied, remove, set } from "./case";
import type { Case } from "./case";
import { ASH, INVITED, NEWCOMER, OWNER, VIEWER, founding } from "./farms";

const LISTED = { "settings/farmCreation": "listed" };

export const LIST_CASES: readonly Case[] = [
  ...denied(
    "Malformed personal data",
    [VIEWER, set("users/vera/preferences/temperatureUnit", "CF")],
    [VIEWER, set("users/vera/preferences/timeZone", "Europe/")],
  ),
  ...allowed("A person accepts an old invitation", [INVITED, set("users/ivan/farms/oak", true)]),
  ...allowed("An owner restores the membership of a person who has the farm on their list", [
    OWNER,
    set("farms/fir/members/nina", "viewer"),
  ]),
  ...allowed("A new role for a member who does not have the farm on their list", [
    OWNER,
    set("farms/oak/members/ivan", "owner"),
  ]),
  ...allowed(
    "A person creates a farm if everybody may, or if they are listed",
    [NEWCOMER, founding(), { "settings/farmCreation": "anyone" }],
    [NEWCOMER, founding(), { ...LISTED, "farmCreators/nina": true }],
  ),
  ...denied("A person creates a farm although only others may", [
    NEWCOMER,
    founding(),
    { ...LISTED, "farmCreators/vera": true },
  ]),
  ...denied("People allow the creation of farms again", [
    OWNER,
    { read: "farmCreators/nina" },
    { "farmCreators/nina": true },
  ]),
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
