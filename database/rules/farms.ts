/** Farms, their members, and how people join one. */

import { INVITATION_LASTS_MS } from "@greenhouse/domain/identity/invitations";
import { INVITATION_TOKEN } from "@greenhouse/domain/identity/invitation-link";
import { MAX_ID_CHARACTERS } from "@greenhouse/domain/identity/keys";
import { ROLES } from "@greenhouse/domain/identity/members";
import { MAX_REPORTED_CHARACTERS, PLACES } from "@greenhouse/domain/identity/unregistered";
import { after, all, before, named, when } from "./condition.ts";
import * as node from "./nodes.ts";
import type { Subtree } from "./nodes.ts";
import { is } from "./predicates.ts";

const FARM = "$farmId";
const SHARED = { ".read": when`${is.isJobs} || ${is.isMember(FARM)}` };
const REPORTED = {
  ".read": is.isMember(FARM),
  ".write": when`${is.isFunctions} && data.parent().exists()`,
};
const { exactly, HELD, HELD_ELSEWHERE, oneOf, text, TRUE } = node;
/** An IANA time zone. */
export const TIME_ZONE = node.form(
  "zone",
  String.raw`^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$`,
  100,
);
const joinedWith = when`${after`users/${"auth.uid"}/joined/$farmId`}.val()`;
const farmCreation = before`settings/farmCreation`;
const inviter = "data.parent().child('by').val()";

const person = named({
  isFarmCreator: when`${before`farmCreators/${"auth.uid"}`}.val() === true`,
  isInvitedByOwner: when`${before`farms/$farmId/members/${inviter}`}.val() === 'owner'`,
  isNotYetMember: when`!${before`farms/$farmId/members/${"auth.uid"}`}.exists()`,
  getsRoleOfInvitation: when`${after`farms/$farmId/members/${"auth.uid"}`}.val() === data.parent().child('role').val()`,
  usesInvitation: when`${after`invitations/$farmId/${joinedWith}/usedBy`}.val() === auth.uid`,
  isFirstToUseInvitation: when`!${before`invitations/$farmId/${joinedWith}/usedBy`}.exists()`,
});

const its = named({
  mayCreateFarms: when`!${farmCreation}.exists() || ${farmCreation}.val() === 'anyone' || ${person.isFarmCreator}`,
  isNewId: when`!${before`usedFarmIds/$farmId`}.exists() && ${after`usedFarmIds/$farmId`}.exists()`,
  isOwnEntry: when`auth.uid === $memberUid`,
  listsTheFarm: when`${before`users/$memberUid/farms/$farmId`}.val() === true`,
  /** Uses up an invitation in the same update; its own rule says when that is possible. */
  joinsByInvitation: all(person.usesInvitation, person.isFirstToUseInvitation),
  isValidInvitation: when`data.parent().child('expiresAt').val() > now && ${person.isInvitedByOwner}`,
  becomesMember: all(person.isNotYetMember, person.getsRoleOfInvitation),
});

const isOwnerOrCreator = when`(data.exists() ? ${is.isOwner(FARM)} : ${its.mayCreateFarms} && ${its.isNewId})`;

export const FARMS: Subtree = {
  "farms/$farmId": {
    "//": "Its owners, or whoever creates it, under an id that nobody used before. The writer is an owner afterwards: there is always one, and no way to delete the farm. Only the functions change ip.",
    ".key": is.isOldOrId(FARM),
    ".read": is.isOwner(FARM),
    ".write": all(isOwnerOrCreator, is.ownsAfterwards, is.keeps("ip", "ipUpdatedAt")),
    ".whole": is.staysWhole("name", "apiKey"),
    name: { ...text(), ...SHARED },
    apiKey: { ...text(), ".read": is.isFunctions },
    members: {
      ...SHARED,
      ".indexOn": ".value",
      $memberUid: {
        "//": "A viewer leaves. Somebody joins with an invitation. Nobody becomes a member unasked: an owner gives a membership back only to somebody who still has the farm on their list.",
        ...oneOf(ROLES),
        ".key": is.isUidOfPerson("$memberUid"),
        ".write": when`${its.isOwnEntry} && ${its.joinsByInvitation}`,
        ".remove": when`${its.isOwnEntry} && data.val() === 'viewer'`,
        ".validate": when`data.exists() || ${its.isOwnEntry} || ${its.listsTheFarm}`,
      },
    },
    names: {
      "//": "How members are shown to each other: each chooses a name. Owners may remove it.",
      ...SHARED,
      $memberUid: {
        ...text(),
        ".write": its.isOwnEntry,
        ".remove": its.isOwnEntry,
        ".validate": when`${its.isOwnEntry} && ${after`farms/$farmId/members/$memberUid`}.isString()`,
      },
    },
    ip: { ...node.form("IPv4 address", "^[0-9]{1,3}([.][0-9]{1,3}){3}$"), ...REPORTED },
    ipUpdatedAt: { ...node.unchangedOr(node.RECENT), ...REPORTED },
    place: {
      "//": "Where the sun rises and sets for the night bounds of its greenhouses.",
      ...SHARED,
      ".whole": is.has("latitude", "longitude", "timeZone"),
      latitude: node.number(-90, 90),
      longitude: node.number(-180, 180),
      timeZone: TIME_ZONE,
    },
  },

  "unregistered/$farmId": {
    "//": "Devices that the farm's gateway hears of and that nobody has registered, the whole list at once. Their texts come from whoever sends to the gateway.",
    ".read": is.isMember(FARM),
    ".write": when`${is.isFunctions} && ${before`farms/$farmId`}.exists()`,
    ".remove": when`${is.isFunctions} || ${is.isOwner(FARM)}`,
    $place: {
      ".key": node.matches("$place", PLACES),
      ".whole": is.has("uid", "reading", "at"),
      uid: text(MAX_ID_CHARACTERS),
      reading: text(MAX_REPORTED_CHARACTERS),
      at: node.PAST,
    },
  },

  "usedFarmIds/$farmId": {
    "//": "The ids that farms were created under. An administrator may delete a farm, but greenhouses, sensors and readings may still name it: while its id stands here, nobody creates a farm under it and inherits them. Nobody removes it. Whoever creates the farm writes it, in the same update; or an owner of a farm from before there was this list.",
    ...TRUE,
    ".write": when`${is.isSignedIn} && ${is.ownsAfterwards}`,
  },
  "settings/farmCreation": {
    "//": "Who creates farms: anyone, or only people in farmCreators. Only administrators write both.",
    ".read": is.isPerson,
  },
  "farmCreators/$authUid": { ".read": is.isSelf },

  "invitations/$farmId": {
    "//": "Links: the first person to open one becomes a member. Owners make, list and withdraw them; who knows the whole path and is signed in reads that one. The names of the farm and of its maker in it must be the real ones.",
    ".read": is.isOwner(FARM),
    $token: {
      ".key": node.matches("$token", INVITATION_TOKEN),
      ".read": is.isPerson,
      ".write": when`${is.isOwner(FARM)} && !data.exists() && !newData.hasChild('usedBy')`,
      ".remove": is.isOwner(FARM),
      ".whole": is.has("role", "expiresAt", "farmName", "by"),
      role: oneOf(ROLES),
      expiresAt: node.ahead(INVITATION_LASTS_MS),
      farmName: exactly(when`${before`farms/$farmId/name`}.val()`),
      by: exactly("auth.uid"),
      byName: exactly(when`${before`farms/$farmId/names/${"auth.uid"}`}.val()`),
      usedBy: {
        "//": "Once, by the person who becomes a member in the same update with its role.",
        ...HELD,
        ".write": when`${joinedWith} === $token && ${its.isValidInvitation} && ${its.becomesMember}`,
        ".whole": HELD_ELSEWHERE,
      },
    },
  },
};
