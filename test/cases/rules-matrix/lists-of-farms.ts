/**
 * A person's list of farms, which nobody else writes; memberships, which nobody is given unasked; and who may create
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
    "Lists of farms that are out of date",
    [VIEWER, remove("users/vera/farms/oak")],
    [NEWCOMER, remove("users/nina/farms/oak")],
  ),
  ...denied(
    "A farm on the list of somebody who has not accepted it",
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
    "Another person's list",
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
    "An invitation of earlier days, in another form than acceptance",
    [INVITED, set("users/ivan/farms/oak", "invited")],
    [INVITED, set("users/ivan/farms/oak", "accepted")],
    [INVITED, update({ "farms/oak/members/ivan": null, "users/ivan/farms/oak": true })],
    [INVITED_OWNER, update({ "farms/oak/members/iris": null, "users/iris/farms/oak": null })],
  ),
  ...allowed(
    "An invitation of earlier days, accepted or removed by its owner",
    [INVITED, set("users/ivan/farms/oak", true)],
    [INVITED, remove("users/ivan/farms/oak")],
    [INVITED, update({ "farms/oak/members/ivan": null, "users/ivan/farms/oak": null })],
    [INVITED_OWNER, set("users/iris/farms/oak", true)],
    [INVITED_OWNER, remove("users/iris/farms/oak")],
    [INVITED, { read: "farms/oak/name" }],
  ),
  ...denied(
    "A member who did not ask for it",
    [OWNER, set("farms/oak/members/nina", "viewer")],
    [OWNER, set("farms/oak/members/elmo", "owner")],
    [OWNER, set("farms/fir/members/ivan", "viewer")],
    [NEWCOMER, founding({ ...ASH, members: { nina: "owner", otto: "owner" } })],
  ),
  ...allowed(
    "A membership given back to somebody who has the farm on their list",
    [OWNER, set("farms/fir/members/nina", "viewer")],
    [OWNER, set("farms/fir/members/nina", "owner")],
  ),
  ...allowed("Another role for somebody who has not put the farm on their list", [
    OWNER,
    set("farms/oak/members/ivan", "owner"),
  ]),
  ...allowed(
    "Creating farms where anybody may, or oneself",
    [NEWCOMER, founding(), { "settings/farmCreation": "anyone" }],
    [NEWCOMER, founding(), { ...LISTED, "farmCreators/nina": true }],
  ),
  ...denied(
    "Creating farms where others may",
    [NEWCOMER, founding(), LISTED],
    [NEWCOMER, founding(), { ...LISTED, "farmCreators/vera": true }],
    [NEWCOMER, founding(), { ...LISTED, "farmCreators/nina": "yes" }],
    [NEWCOMER, founding(), { "settings/farmCreation": "nobody" }],
    [NEWCOMER, founding(), { "settings/farmCreation": { deep: "anyone" } }],
  ),
  ...allowed("A farm where nobody may create one", [OWNER, set("farms/oak/name", "Old"), LISTED]),
  ...denied(
    "Opening what is closed",
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
    "Whether one may create farms",
    [NEWCOMER, { read: "settings/farmCreation" }, LISTED],
    [NEWCOMER, { read: "farmCreators/nina" }, { "farmCreators/nina": true }],
  ),
];
