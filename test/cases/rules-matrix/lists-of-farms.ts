/**
 * A person's list of farms, which nobody else writes. Nobody becomes a member without consent. Also: who may create
 * farms.
 */

import { allowed, denied, remove, set, update } from "./case";
import type { Case, Try } from "./case";
import {
  ASH,
  FUNCTIONS,
  JOBS,
  INVITED,
  INVITED_OWNER,
  NEWCOMER,
  OUTSIDER,
  OWNER,
  SECOND_OWNER,
  VIEWER,
  founding,
} from "./farms";

const LISTED = { "settings/farmCreation": "listed" };

export const LIST_CASES: readonly Case[] = [
  ...denied(
    "A list with a foreign farm, or malformed personal data",
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
    [OWNER, set("users/vera/preferences", { temperatureUnit: "F" })],
    [OWNER, remove("users/vera/preferences")],
    [VIEWER, set("users/vera/preferences", "F")],
    [VIEWER, set("users/vera/preferences/temperatureUnit", "K")],
    [VIEWER, set("users/vera/preferences/temperatureUnit", "CF")],
    [VIEWER, set("users/vera/preferences/timeZone", "+02:00")],
    [VIEWER, set("users/vera/preferences/timeZone", "Europe/")],
    [VIEWER, set("users/vera/preferences/timeZone", `A${"x".repeat(100)}`)],
    [VIEWER, set("users/vera/preferences/theme", "dark")],
    [FUNCTIONS, set(`users/${FUNCTIONS}/preferences`, { temperatureUnit: "F" })],
    [JOBS, set(`users/${JOBS}/preferences`, { temperatureUnit: "F" })],
    [NEWCOMER, set("users/nina/farms/fir", true)],
  ),
  ...allowed(
    "A person removes an outdated farm from their list",
    [VIEWER, remove("users/vera/farms/oak")],
    [NEWCOMER, remove("users/nina/farms/oak")],
  ),
  ...denied(
    "A farm on the list of a person who has not accepted it",
    [OWNER, update({ "farms/oak/members/nina": "viewer", "users/nina/farms/oak": true })],
    [OWNER, update({ "farms/oak/members/nina": "owner", "users/nina/farms/oak": true })],
    [OWNER, update({ "farms/oak/members/nina": "viewer", "users/nina/farms/oak": "member" })],
    [OWNER, update({ "farms/oak/members/nina": "viewer", "users/nina/farms/oak": { oak: true } })],
    [OWNER, set("users/ivan/farms/oak", true)],
    [OWNER, set("users/iris/farms/oak", true)],
    [SECOND_OWNER, update({ "farms/oak/members/ivan": "owner", "users/ivan/farms/oak": true })],
    [NEWCOMER, founding({ ...ASH, members: { nina: "owner", vera: "viewer" } }, "oak")],
    [
      NEWCOMER,
      update({
        "farms/ash": { ...ASH, members: { nina: "owner", vera: "viewer" } },
        "usedFarmIds/ash": true,
        "users/vera/farms/ash": true,
      }),
    ],
  ),
  ...denied(
    "People write another person's list",
    [OWNER, set("users/ivan/farms/oak", "invited")],
    [OWNER, update({ "farms/oak/members/vera": "owner", "users/vera/farms/oak": "invited" })],
    [OWNER, set("users/ivan/farms/oak", true)],
    [OWNER, remove("users/ivan/farms/oak")],
    [OWNER, update({ "farms/oak/members/vera": null, "users/vera/farms/oak": null })],
    [VIEWER, set("users/ivan/farms/oak", true)],
    [VIEWER, remove("users/ivan/farms/oak")],
    [FUNCTIONS, remove("users/vera/farms/oak")],
    [null, set("users/vera/farms/oak", "invited")],
  ),
  ...denied(
    "An old invitation that is neither accepted nor removed",
    [INVITED, set("users/ivan/farms/oak", "invited")],
    [INVITED, set("users/ivan/farms/oak", "accepted")],
    [INVITED, update({ "farms/oak/members/ivan": null, "users/ivan/farms/oak": true })],
    [INVITED_OWNER, update({ "farms/oak/members/iris": null, "users/iris/farms/oak": null })],
  ),
  ...allowed(
    "A person accepts or removes an old invitation",
    [INVITED, set("users/ivan/farms/oak", true)],
    [INVITED, remove("users/ivan/farms/oak")],
    [INVITED, update({ "farms/oak/members/ivan": null, "users/ivan/farms/oak": null })],
    [INVITED_OWNER, set("users/iris/farms/oak", true)],
    [INVITED_OWNER, remove("users/iris/farms/oak")],
    [INVITED, { read: "farms/oak/name" }],
  ),
  ...denied(
    "A member who did not consent",
    [OWNER, set("farms/oak/members/nina", "viewer")],
    [OWNER, set("farms/oak/members/elmo", "owner")],
    [OWNER, set("farms/fir/members/ivan", "viewer")],
    [NEWCOMER, founding({ ...ASH, members: { nina: "owner", otto: "owner" } })],
  ),
  ...allowed(
    "An owner restores the membership of a person who has the farm on their list",
    [OWNER, set("farms/fir/members/nina", "viewer")],
    [OWNER, set("farms/fir/members/nina", "owner")],
  ),
  ...allowed("A new role for a member who does not have the farm on their list", [
    OWNER,
    set("farms/oak/members/ivan", "owner"),
  ]),
  ...allowed(
    "A person creates a farm if everybody may, or if they are listed",
    [NEWCOMER, founding(), { "settings/farmCreation": "anyone" }],
    [NEWCOMER, founding(), { ...LISTED, "farmCreators/nina": true }],
  ),
  ...denied(
    "A person creates a farm although only others may",
    [NEWCOMER, founding(), LISTED],
    [NEWCOMER, founding(), { ...LISTED, "farmCreators/vera": true }],
    [NEWCOMER, founding(), { ...LISTED, "farmCreators/nina": "yes" }],
    [NEWCOMER, founding(), { "settings/farmCreation": "nobody" }],
    [NEWCOMER, founding(), { "settings/farmCreation": { deep: "anyone" } }],
  ),
  ...allowed("A change of a farm while nobody may create farms", [
    OWNER,
    set("farms/oak/name", "Old"),
    LISTED,
  ]),
  ...denied(
    "People allow the creation of farms again",
    ...[OWNER, NEWCOMER, FUNCTIONS, JOBS, null].flatMap((actor): readonly Try[] => [
      [actor, set("settings/farmCreation", "anyone"), LISTED],
      [actor, remove("settings/farmCreation"), LISTED],
      [actor, set("settings", { farmCreation: "anyone" }), LISTED],
      [actor, set(`farmCreators/${String(actor)}`, true), LISTED],
      [actor, { read: "settings" }, LISTED],
      [actor, { read: "farmCreators" }, LISTED],
    ]),
    [null, { read: "settings/farmCreation" }, LISTED],
    [FUNCTIONS, { read: "settings/farmCreation" }, LISTED],
    [OWNER, { read: "farmCreators/nina" }, { "farmCreators/nina": true }],
    [FUNCTIONS, { read: `farmCreators/${FUNCTIONS}` }, { [`farmCreators/${FUNCTIONS}`]: true }],
  ),
  ...allowed(
    "A person reads whether they may create farms",
    [NEWCOMER, { read: "settings/farmCreation" }, LISTED],
    [NEWCOMER, { read: "farmCreators/nina" }, { "farmCreators/nina": true }],
  ),
];
