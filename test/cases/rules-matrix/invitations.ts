/**
 * Invitation links, and the names of members. A link makes one person a member, once, before it expires, with its role.
 */

import { DAY_MS } from "@greenhouse/domain/time";
import { allowed, denied, nothing, remove, set, update } from "./case";
import type { Case, Json, Operation } from "./case";
import {
  ASH,
  AS_OWNER,
  AS_VIEWER,
  EARLIER_MS,
  EXPIRED,
  FUNCTIONS,
  INVITATION,
  INVITED,
  JOBS,
  NEWCOMER,
  NOW_MS,
  OF_YEW,
  OUTSIDER,
  OWNER,
  SECOND_OWNER,
  TO_ANOTHER,
  USED,
  VIEWER,
  VOID,
  WITHDRAWN,
} from "./farms";

const NEW = "n".repeat(32);
const WEEK_MS = 7 * DAY_MS;
const HUGE = "x".repeat(101);
const BY_OTTO = { ...INVITATION, by: "otto", byName: "Otto" };

interface Joining {
  readonly token?: string;
  readonly role?: string;
  readonly farm?: string;
  /** Replaces or adds paths of an honest join. Undefined leaves a path out. */
  readonly paths?: Readonly<Record<string, Json | undefined>>;
}

/** The update of the page when a person accepts an invitation. */
function joining(uid: string, { token, role, farm = "oak", paths }: Joining = {}): Operation {
  const link = token ?? AS_VIEWER;
  const all: Readonly<Record<string, Json | undefined>> = {
    [`invitations/${farm}/${link}/usedBy`]: uid,
    [`users/${uid}/joined/${farm}`]: link,
    [`farms/${farm}/members/${uid}`]: role ?? "viewer",
    [`users/${uid}/farms/${farm}`]: true,
    ...paths,
  };
  const given = Object.entries(all).filter((entry): entry is [string, Json] => {
    return entry[1] !== undefined;
  });
  return update(Object.fromEntries(given));
}

/** @param changes to an honest invitation by olga */
function inviting(changes: Readonly<Record<string, Json>> = {}, token = NEW): Operation {
  return set(`invitations/oak/${token}`, { ...INVITATION, ...changes });
}

const JOIN_CASES: readonly Case[] = [
  ...allowed(
    "A person joins with an invitation",
    [NEWCOMER, joining("nina")],
    [NEWCOMER, joining("nina", { token: AS_OWNER, role: "owner" })],
    [NEWCOMER, joining("nina", { paths: { "farms/oak/names/nina": "Nina" } })],
    [NEWCOMER, joining("nina", { paths: { "users/nina/farms/oak": undefined } })],
    [OUTSIDER, joining("elmo", { token: AS_OWNER, role: "owner" })],
  ),
  ...denied(
    "A person joins with a different role",
    [NEWCOMER, joining("nina", { role: "owner" })],
    [NEWCOMER, joining("nina", { token: AS_OWNER })],
    [NEWCOMER, joining("nina", { role: "admin" })],
  ),
  ...denied(
    "A person joins with an invitation that is used, expired, void, withdrawn, or of another farm",
    [NEWCOMER, joining("nina", { token: USED })],
    [OUTSIDER, joining("elmo", { token: USED })],
    [
      OUTSIDER,
      joining("elmo", { token: USED, paths: { [`invitations/oak/${USED}/usedBy`]: undefined } }),
    ],
    [NEWCOMER, joining("nina", { token: EXPIRED })],
    [NEWCOMER, joining("nina", { token: VOID, role: "owner" })],
    [NEWCOMER, joining("nina", { token: NEW })],
    [NEWCOMER, joining("nina", { farm: "elm" })],
    [NEWCOMER, joining("nina", { token: OF_YEW })],
    [NEWCOMER, joining("nina", { farm: "yew", token: OF_YEW })],
    [null, joining("nina")],
    [OUTSIDER, joining("nina")],
    [FUNCTIONS, joining(FUNCTIONS)],
    [JOBS, joining(JOBS)],
  ),
  ...denied(
    "A person joins without using up the invitation",
    [NEWCOMER, joining("nina", { paths: { [`invitations/oak/${AS_VIEWER}/usedBy`]: undefined } })],
    [NEWCOMER, joining("nina", { paths: { [`invitations/oak/${AS_VIEWER}/usedBy`]: "elmo" } })],
    [NEWCOMER, joining("nina", { paths: { "users/nina/joined/oak": undefined } })],
    [NEWCOMER, joining("nina", { paths: { "users/nina/joined/oak": AS_OWNER } })],
    [NEWCOMER, joining("nina", { paths: { "users/nina/joined/oak": USED } })],
    // A former member, whose invitation no longer exists.
    [OUTSIDER, set("farms/oak/members/elmo", "viewer")],
    [OUTSIDER, joining("elmo", { token: WITHDRAWN })],
    [NEWCOMER, set("farms/oak/members/nina", "viewer")],
    [NEWCOMER, update({ "farms/oak/members/nina": "viewer", "users/nina/farms/oak": true })],
    [OUTSIDER, update({ "farms/oak/members/elmo": "viewer", "users/elmo/joined/oak": AS_VIEWER })],
    [NEWCOMER, joining("nina", { paths: { "farms/oak/members/elmo": "viewer" } })],
    [NEWCOMER, joining("nina", { paths: { "farms/oak/members/vera": "owner" } })],
  ),
  ...denied(
    "A person uses up an invitation without joining",
    [NEWCOMER, set(`invitations/oak/${AS_VIEWER}/usedBy`, "nina")],
    [NEWCOMER, joining("nina", { paths: { "farms/oak/members/nina": undefined } })],
    [
      NEWCOMER,
      joining("nina", {
        paths: { "farms/oak/members/nina": undefined, "users/nina/farms/oak": undefined },
      }),
    ],
    [OUTSIDER, set(`invitations/oak/${AS_VIEWER}/usedBy`, "vera")],
    [OUTSIDER, remove(`invitations/oak/${USED}/usedBy`)],
    [NEWCOMER, set(`users/nina/joined/oak`, AS_VIEWER)],
    [OUTSIDER, set(`users/elmo/joined/oak`, USED)],
    [NEWCOMER, set(`users/nina/joined/oak`, { [USED]: true })],
    [NEWCOMER, set(`users/nina/joined/oak`, `${USED}/`)],
    [NEWCOMER, set(`users/nina/joined/oak`, `${USED}${"/".repeat(1000)}`)],
  ),
  ...denied(
    "A person uses two invitations at once",
    [NEWCOMER, joining("nina", { paths: { [`invitations/oak/${TO_ANOTHER}/usedBy`]: "nina" } })],
    [NEWCOMER, joining("nina", { paths: { [`invitations/oak/${TO_ANOTHER}/usedBy`]: "vera" } })],
    [OUTSIDER, joining("elmo", { paths: { [`invitations/oak/${USED}/usedBy`]: "elmo" } })],
    [OUTSIDER, joining("elmo", { paths: { [`invitations/oak/${USED}/usedBy`]: null } })],
  ),
  ...denied(
    "A member changes their own role with an invitation",
    [VIEWER, joining("vera")],
    [VIEWER, joining("vera", { token: AS_OWNER, role: "owner" })],
    [VIEWER, set(`invitations/oak/${AS_VIEWER}/usedBy`, "vera")],
    [INVITED, joining("ivan", { token: AS_OWNER, role: "owner" })],
    [SECOND_OWNER, joining("otto")],
    [SECOND_OWNER, set(`invitations/oak/${AS_OWNER}/usedBy`, "otto")],
  ),
  ...allowed(
    "A person stores the invitation that they joined with",
    [NEWCOMER, set("users/nina/joined/oak", USED)],
    [NEWCOMER, remove("users/nina/joined/oak")],
  ),
  ...denied(
    "A person stores an invitation that another person joined with",
    [OWNER, set("users/nina/joined/oak", USED)],
    [OUTSIDER, remove("users/nina/joined/oak")],
    [OWNER, remove("users/nina/joined/oak")],
  ),
];

const INVITING_CASES: readonly Case[] = [
  ...allowed(
    "An invitation by an owner",
    [OWNER, inviting()],
    [OWNER, inviting({ role: "owner", expiresAt: NOW_MS + WEEK_MS })],
    [OWNER, set(`invitations/fir/${NEW}`, null)],
    [SECOND_OWNER, set(`invitations/oak/${NEW}`, BY_OTTO)],
    [SECOND_OWNER, remove(`invitations/oak/${AS_VIEWER}`)],
    [OWNER, remove("invitations/oak/gone")],
  ),
  ...denied(
    "An invitation by other people",
    [VIEWER, inviting({ by: "vera", byName: "Vera" })],
    [OUTSIDER, inviting({ by: "elmo" })],
    [OWNER, inviting({ by: "otto" })],
    [`${OWNER}/`, inviting({ by: `${OWNER}/`, byName: null })],
    [OWNER, set(`invitations/oak/${NEW}`, BY_OTTO)],
    [NEWCOMER, remove(`invitations/oak/${USED}`)],
    [VIEWER, remove(`invitations/oak/${AS_VIEWER}`)],
  ),
  ...denied(
    "An invitation with wrong details",
    [OWNER, inviting({ farmName: "Elm" })],
    [OWNER, inviting({ byName: "Otto" })],
    [OWNER, inviting({ byName: "Your bank" })],
    [OWNER, inviting({ usedBy: "olga" })],
    [OWNER, inviting({ usedBy: "nina" })],
    [OWNER, inviting({ note: "hello" })],
  ),
  ...denied(
    "A malformed invitation",
    [OWNER, inviting({ role: "admin" })],
    [OWNER, inviting({ expiresAt: EARLIER_MS })],
    [OWNER, inviting({ expiresAt: NOW_MS + WEEK_MS + DAY_MS })],
    [OWNER, inviting({ expiresAt: "tomorrow" })],
    [OWNER, inviting({}, "short")],
    [OWNER, inviting({}, `${NEW}n`)],
    [OWNER, inviting({}, `${NEW.slice(1)}~`)],
    ...(["role", "expiresAt", "farmName", "by"] as const).map(
      (field) => [OWNER, inviting({ [field]: null })] as const,
    ),
    [OWNER, set("invitations/oak", { [NEW]: INVITATION })],
    [OWNER, remove("invitations/oak")],
  ),
  ...denied(
    "A change of an invitation",
    [OWNER, set(`invitations/oak/${AS_VIEWER}/role`, "owner")],
    [OWNER, set(`invitations/oak/${AS_VIEWER}/expiresAt`, NOW_MS + WEEK_MS)],
    [OWNER, inviting({ role: "owner" }, AS_VIEWER)],
    [OWNER, inviting({}, USED)],
    [OWNER, remove(`invitations/oak/${USED}/usedBy`)],
    [OWNER, set(`invitations/oak/${USED}/usedBy`, "olga")],
    [NEWCOMER, set(`invitations/oak/${AS_VIEWER}/role`, "owner")],
    [NEWCOMER, joining("nina", { paths: { [`invitations/oak/${AS_VIEWER}/role`]: "owner" } })],
  ),
  ...nothing(
    "People read invitations that they did not get",
    [NEWCOMER, { read: "invitations/oak" }],
    [VIEWER, { read: "invitations/oak" }],
    [OUTSIDER, { read: "invitations" }],
    [OWNER, { read: "invitations" }],
    [null, { read: `invitations/oak/${AS_VIEWER}` }],
    [JOBS, { read: `invitations/oak/${AS_VIEWER}` }],
    [FUNCTIONS, { read: `invitations/oak/${AS_VIEWER}` }],
    [OUTSIDER, { read: "users/nina/joined" }],
  ),
];

const NAME_CASES: readonly Case[] = [
  ...allowed(
    "A member writes and removes their own name",
    [VIEWER, set("farms/oak/names/vera", "V")],
    [VIEWER, remove("farms/oak/names/vera")],
    [
      VIEWER,
      update({
        "farms/oak/members/vera": null,
        "farms/oak/names/vera": null,
        "users/vera/farms/oak": null,
      }),
    ],
    [OWNER, update({ "farms/oak/members/vera": null, "farms/oak/names/vera": null })],
    [
      NEWCOMER,
      update({
        "farms/ash": { ...ASH, names: { nina: "Nina" } },
        "usedFarmIds/ash": true,
        "users/nina/farms/ash": true,
      }),
    ],
  ),
  ...denied(
    "A name of another member, or of a person who is not a member",
    [OWNER, set("farms/oak/names/vera", "Silly")],
    [OWNER, set("farms/oak/names/nina", "Nina")],
    [VIEWER, set("farms/oak/names/olga", "Silly")],
    [VIEWER, remove("farms/oak/names/olga")],
    [NEWCOMER, set("farms/oak/names/nina", "Nina")],
    [null, set("farms/oak/names/null", "Nobody")],
    [VIEWER, update({ "farms/oak/members/vera": null, "farms/oak/names/vera": "Gone" })],
    [
      NEWCOMER,
      update({
        "farms/ash": { ...ASH, names: { nina: "Nina", vera: "Vera" } },
        "usedFarmIds/ash": true,
      }),
    ],
  ),
  ...denied(
    "An invalid name",
    [VIEWER, set("farms/oak/names/vera", "")],
    [VIEWER, set("farms/oak/names/vera", HUGE)],
    [VIEWER, set("farms/oak/names/vera", 7)],
    [VIEWER, set("farms/oak/names/vera", { first: "Vera" })],
  ),
  ...nothing(
    "Names of another farm's members",
    [OUTSIDER, { read: "farms/oak/names" }],
    [NEWCOMER, { read: "farms/oak/names/olga" }],
  ),
];

export const INVITATION_CASES: readonly Case[] = [...JOIN_CASES, ...INVITING_CASES, ...NAME_CASES];
