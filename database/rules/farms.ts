/** Farms, their members, and how people join one. */

import { INVITATION_LASTS_MS } from "@greenhouse/domain/identity/invitations";
import { INVITATION_TOKEN } from "@greenhouse/domain/identity/invitation-link";
import { MAX_ID_CHARACTERS } from "@greenhouse/domain/identity/keys";
import { ROLES } from "@greenhouse/domain/identity/members";
import { MAX_REPORTED_CHARACTERS, PLACES } from "@greenhouse/domain/identity/unregistered";
import { after, all, before, named, when } from "./condition.ts";
import * as node from "./nodes.ts";
import type { Subtree } from "./nodes.ts";
import {
  has,
  isFunctions,
  isJobs,
  isMember,
  isOldOrValidId,
  isOwner,
  isPerson,
  isPersonOfPath,
  isSignedIn,
  isUidOfPerson,
  keeps,
  ownsAfterwards,
  staysComplete,
} from "./predicates.ts";

const FARM = "$farmId";
const SHARED = { ".read": when`${isJobs} || ${isMember(FARM)}` };
const REPORTED = {
  ".read": isMember(FARM),
  ".write": when`${isFunctions} && data.parent().exists()`,
};
const { exactly, CHECKED_VALUE, CHECKED_ELSEWHERE, oneOf, text, TRUE } = node;
/** An IANA time zone. */
export const TIME_ZONE = node.form(
  "zone",
  String.raw`^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$`,
  100,
);
const usedToken = when`${after`users/${"auth.uid"}/joined/$farmId`}.val()`;
const farmCreation = before`settings/farmCreation`;
const inviter = "data.parent().child('by').val()";

const person = named({
  isFarmCreator: when`${before`farmCreators/${"auth.uid"}`}.val() === true`,
  isInvitedByOwner: when`${before`farms/$farmId/members/${inviter}`}.val() === 'owner'`,
  isNotYetMember: when`!${before`farms/$farmId/members/${"auth.uid"}`}.exists()`,
  getsRoleOfInvitation: when`${after`farms/$farmId/members/${"auth.uid"}`}.val() === data.parent().child('role').val()`,
  usesInvitation: when`${after`invitations/$farmId/${usedToken}/usedBy`}.val() === auth.uid`,
  isFirstToUseInvitation: when`!${before`invitations/$farmId/${usedToken}/usedBy`}.exists()`,
});

const farm = named({
  mayCreateFarms: when`!${farmCreation}.exists() || ${farmCreation}.val() === 'anyone' || ${person.isFarmCreator}`,
  isNewId: when`!${before`usedFarmIds/$farmId`}.exists() && ${after`usedFarmIds/$farmId`}.exists()`,
});

const membership = named({
  isOwnEntry: when`auth.uid === $memberUid`,
  hasFarmOnList: when`${before`users/$memberUid/farms/$farmId`}.val() === true`,
  /** The same update uses up an invitation. The rule of `usedBy` checks the invitation. */
  joinsByInvitation: all(person.usesInvitation, person.isFirstToUseInvitation),
  isValidInvitation: when`data.parent().child('expiresAt').val() > now && ${person.isInvitedByOwner}`,
  becomesMember: all(person.isNotYetMember, person.getsRoleOfInvitation),
});

const isOwnerOrCreator = when`(data.exists() ? ${isOwner(FARM)} : ${farm.mayCreateFarms} && ${farm.isNewId})`;

export const FARMS: Subtree = {
  "farms/$farmId": {
    "//": "Written by owners, or by the person who creates the farm under an id that nobody used before. The writer is an owner after the write, so a farm always has an owner and nobody can delete it. Only the functions change ip.",
    ".key": isOldOrValidId(FARM),
    ".read": isOwner(FARM),
    ".write": all(isOwnerOrCreator, ownsAfterwards, keeps("ip", "ipUpdatedAt")),
    ".complete": staysComplete("name", "apiKey"),
    name: { ...text(), ...SHARED },
    apiKey: { ...text(), ".read": isFunctions },
    members: {
      ...SHARED,
      ".indexOn": ".value",
      $memberUid: {
        "//": "A viewer may leave. A person joins with an invitation. Nobody becomes a member without their consent: an owner can restore a membership only if the person still has the farm on their list.",
        ...oneOf(ROLES),
        ".key": isUidOfPerson("$memberUid"),
        ".write": when`${membership.isOwnEntry} && ${membership.joinsByInvitation}`,
        ".remove": when`${membership.isOwnEntry} && data.val() === 'viewer'`,
        ".validate": when`data.exists() || ${membership.isOwnEntry} || ${membership.hasFarmOnList}`,
      },
    },
    names: {
      "//": "The name under which other members see a member. Each member chooses their own. Owners may remove it.",
      ...SHARED,
      $memberUid: {
        ...text(),
        ".write": membership.isOwnEntry,
        ".remove": membership.isOwnEntry,
        ".validate": when`${membership.isOwnEntry} && ${after`farms/$farmId/members/$memberUid`}.isString()`,
      },
    },
    ip: { ...node.form("IPv4 address", "^[0-9]{1,3}([.][0-9]{1,3}){3}$"), ...REPORTED },
    ipUpdatedAt: { ...node.unchangedOr(node.RECENT), ...REPORTED },
    place: {
      "//": "The place for which sunrise and sunset are computed. The night bounds of the farm's greenhouses depend on them.",
      ...SHARED,
      ".complete": has("latitude", "longitude", "timeZone"),
      latitude: node.number(-90, 90),
      longitude: node.number(-180, 180),
      timeZone: TIME_ZONE,
    },
  },

  "unregistered/$farmId": {
    "//": "Devices that send to the farm's gateway but are not registered. The functions write the whole list at once. The texts come from the devices, so they are untrusted.",
    ".read": isMember(FARM),
    ".write": when`${isFunctions} && ${before`farms/$farmId`}.exists()`,
    ".remove": when`${isFunctions} || ${isOwner(FARM)}`,
    $place: {
      ".key": node.matches("$place", PLACES),
      ".complete": has("uid", "reading", "at"),
      uid: text(MAX_ID_CHARACTERS),
      reading: text(MAX_REPORTED_CHARACTERS),
      at: node.PAST,
    },
  },

  "usedFarmIds/$farmId": {
    "//": "The ids of all farms that were ever created. If an administrator deletes a farm, greenhouses, sensors and readings may still refer to it. The entry keeps people from creating a farm with the same id and inheriting them. Nobody removes an entry. The creator of the farm writes it in the same update. Owners of farms that are older than this list may add theirs.",
    ...TRUE,
    ".write": when`${isSignedIn} && ${ownsAfterwards}`,
  },
  "settings/farmCreation": {
    "//": "Who may create farms: anyone, or only the people in farmCreators. Only administrators write either.",
    ".read": isPerson,
  },
  "farmCreators/$authUid": { ".read": isPersonOfPath },

  "invitations/$farmId": {
    "//": "Invitation links: the first person to open a link becomes a member. Owners create, list and withdraw invitations. A signed-in person who knows the whole path can read that invitation. The names of the farm and of the inviting owner must be the real ones.",
    ".read": isOwner(FARM),
    $token: {
      ".key": node.matches("$token", INVITATION_TOKEN),
      ".read": isPerson,
      ".write": when`${isOwner(FARM)} && !data.exists() && !newData.hasChild('usedBy')`,
      ".remove": isOwner(FARM),
      ".complete": has("role", "expiresAt", "farmName", "by"),
      role: oneOf(ROLES),
      expiresAt: node.timeUpTo(INVITATION_LASTS_MS),
      farmName: exactly(when`${before`farms/$farmId/name`}.val()`),
      by: exactly("auth.uid"),
      byName: exactly(when`${before`farms/$farmId/names/${"auth.uid"}`}.val()`),
      usedBy: {
        "//": "Written once, by the person who becomes a member with the invitation's role in the same update.",
        ...CHECKED_VALUE,
        ".write": when`${usedToken} === $token && ${membership.isValidInvitation} && ${membership.becomesMember}`,
        ".complete": CHECKED_ELSEWHERE,
      },
    },
  },
};
