/**
 * Invitation links, and the names of members. A link makes one person a member, once, before it expires, with its role.
 */

import { DAY_MS } from "@greenhouse/domain/time";
import { allowed, denied, remove, set, update } from "./case";
import type { Case, Json, Operation } from "./case";
import {
  ASH,
  AS_OWNER,
  AS_VIEWER,
  EXPIRED,
  founding,
  INVITATION,
  NEWCOMER,
  NOW_MS,
  OUTSIDER,
  OWNER,
  TO_ANOTHER,
  USED,
  VIEWER,
  VOID,
} from "./farms";

const NEW = "n".repeat(32);
const WEEK_MS = 7 * DAY_MS;
const HUGE = "x".repeat(101);

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
  ...allowed("A person joins with an owner's invitation", [
    NEWCOMER,
    joining("nina", { token: AS_OWNER, role: "owner" }),
  ]),
  ...denied("A member changes their own role with an invitation", [
    VIEWER,
    joining("vera", { token: AS_OWNER, role: "owner" }),
  ]),
  ...denied("A person joins with a different role", [NEWCOMER, joining("nina", { role: "owner" })]),
  ...denied(
    "A person joins with an invitation that is used, expired, void, withdrawn, or of another farm",
    [OUTSIDER, joining("elmo", { token: USED })],
    [NEWCOMER, joining("nina", { token: EXPIRED })],
    [NEWCOMER, joining("nina", { token: VOID, role: "owner" })],
  ),
  ...denied(
    "A person joins without using up the invitation",
    [NEWCOMER, joining("nina", { paths: { [`invitations/oak/${AS_VIEWER}/usedBy`]: undefined } })],
    // A former member, whose invitation no longer exists.
    [OUTSIDER, set("farms/oak/members/elmo", "viewer")],
    [NEWCOMER, joining("nina", { paths: { "farms/oak/members/vera": "owner" } })],
  ),
  ...denied(
    "A person uses up an invitation without joining",
    [OUTSIDER, set(`invitations/oak/${AS_VIEWER}/usedBy`, "vera")],
    [NEWCOMER, set(`users/nina/joined/oak`, AS_VIEWER)],
    [NEWCOMER, set(`users/nina/joined/oak`, `${USED}/`)],
  ),
  ...denied("A person uses two invitations at once", [
    NEWCOMER,
    joining("nina", { paths: { [`invitations/oak/${TO_ANOTHER}/usedBy`]: "vera" } }),
  ]),
  ...allowed("A person stores the invitation that they joined with", [
    NEWCOMER,
    set("users/nina/joined/oak", USED),
  ]),
  ...denied("A person removes the invitation that another person joined with", [
    OUTSIDER,
    remove("users/nina/joined/oak"),
  ]),
];

const INVITING_CASES: readonly Case[] = [
  ...allowed("An invitation by an owner", [OWNER, inviting()]),
  ...denied(
    "An invitation by other people, that is used already, or that is malformed",
    [`${OWNER}/`, inviting({ by: `${OWNER}/`, byName: null })],
    [OWNER, inviting({ usedBy: "olga" })],
    [OWNER, inviting({ expiresAt: NOW_MS + WEEK_MS + DAY_MS })],
    [OWNER, inviting({}, `${NEW}n`)],
    ...(["role", "expiresAt", "farmName", "by"] as const).map(
      (field) => [OWNER, inviting({ [field]: null })] as const,
    ),
  ),
  ...denied("A change of an invitation", [
    OWNER,
    set(`invitations/oak/${AS_VIEWER}/role`, "owner"),
  ]),
];

const NAME_CASES: readonly Case[] = [
  ...allowed("A person founds a farm with their own name", [
    NEWCOMER,
    founding({ ...ASH, names: { nina: "Nina" } }),
  ]),
  ...denied(
    "A name of another member, or an invalid name",
    [OWNER, set("farms/oak/names/vera", "Silly")],
    [VIEWER, set("farms/oak/names/vera", HUGE)],
  ),
];

export const INVITATION_CASES: readonly Case[] = [...JOIN_CASES, ...INVITING_CASES, ...NAME_CASES];
