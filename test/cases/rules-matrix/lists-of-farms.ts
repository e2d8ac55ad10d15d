/**
 * A person's list of farms, which nobody else writes. Nobody becomes a member without consent. Also: who may create
 * farms.
 */

import { allowed, denied, remove, set, update } from "./case";
import type { Case, Try } from "./case";
import { INVITED, NEWCOMER, OWNER, VIEWER, founding } from "./farms";

const LISTED = { "settings/farmCreation": "listed" };

export const LIST_CASES: readonly Case[] = [
  ...denied(
    "A list with a foreign farm, or malformed personal data",
    [NEWCOMER, set("users/nina/farms/oak", true)],
    [NEWCOMER, set("users/nina/farms/ash", true)],
    [OWNER, set("users/nina/farms/oak", true)],
    [VIEWER, set("users/vera/preferences/temperatureUnit", "CF")],
    [VIEWER, set("users/vera/preferences/timeZone", "Europe/")],
    [VIEWER, set("users/vera/preferences/timeZone", `A${"x".repeat(100)}`)],
  ),
  ...allowed("A person removes an outdated farm from their list", [
    VIEWER,
    remove("users/vera/farms/oak"),
  ]),
  ...denied(
    "A farm on the list of a person who has not accepted it",
    [OWNER, update({ "farms/oak/members/nina": "viewer", "users/nina/farms/oak": true })],
    [OWNER, update({ "farms/oak/members/nina": "owner", "users/nina/farms/oak": true })],
    [OWNER, update({ "farms/oak/members/nina": "viewer", "users/nina/farms/oak": "member" })],
  ),
  ...denied(
    "People write another person's list",
    [OWNER, set("users/ivan/farms/oak", "invited")],
    [OWNER, update({ "farms/oak/members/vera": "owner", "users/vera/farms/oak": "invited" })],
    [OWNER, set("users/ivan/farms/oak", true)],
  ),
  ...denied(
    "An old invitation that is neither accepted nor removed",
    [INVITED, set("users/ivan/farms/oak", "invited")],
    [INVITED, set("users/ivan/farms/oak", "accepted")],
  ),
  ...allowed(
    "A person accepts or removes an old invitation",
    [INVITED, set("users/ivan/farms/oak", true)],
    [INVITED, remove("users/ivan/farms/oak")],
  ),
  ...denied(
    "A member who did not consent",
    [OWNER, set("farms/oak/members/nina", "viewer")],
    [OWNER, set("farms/oak/members/elmo", "owner")],
  ),
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
  ...denied(
    "A person creates a farm although only others may",
    [NEWCOMER, founding(), LISTED],
    [NEWCOMER, founding(), { ...LISTED, "farmCreators/vera": true }],
  ),
  ...allowed("A change of a farm while nobody may create farms", [
    OWNER,
    set("farms/oak/name", "Old"),
    LISTED,
  ]),
  ...denied(
    "People allow the creation of farms again",
    ...[OWNER, NEWCOMER].flatMap((actor): readonly Try[] => [
      [actor, set("settings/farmCreation", "anyone"), LISTED],
      [actor, set(`farmCreators/${actor}`, true), LISTED],
      [actor, { read: "settings" }, LISTED],
      [actor, { read: "farmCreators" }, LISTED],
    ]),
    [OWNER, { read: "farmCreators/nina" }, { "farmCreators/nina": true }],
  ),
  ...allowed("A person reads whether they may create farms", [
    NEWCOMER,
    { read: "settings/farmCreation" },
    LISTED,
  ]),
];
