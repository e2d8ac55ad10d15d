/**
 * Checks ids and names before anything is sent: `database.rules.json` would refuse the same ones. Pure.
 */

import { JOBS_UID } from "../../domain/src/alerts";
import {
  checkId,
  checkName,
  FUNCTIONS_UID,
  isLikePushKey,
  MAX_ID_CHARACTERS,
  MAX_NAME_CHARACTERS,
  MAX_PERSON_CHARACTERS,
  RESERVED_UIDS,
} from "../../domain/src/keys";
import { misused } from "./failure";

export const ROLES = ["owner", "viewer"] as const;
export type Role = (typeof ROLES)[number];

/** Keys that change a plain object: the SDK loses such a child, or fails to read its parent. */
const BREAKS_OBJECTS = ["__proto__", "hasOwnProperty"];

/** What is wrong with the id of a farm, a greenhouse or a sensor; undefined where it is valid. */
export function problemOfId(
  what: string,
  id: string,
  maxCharacters = MAX_ID_CHARACTERS,
): string | undefined {
  if (BREAKS_OBJECTS.includes(id)) {
    return `A ${what} cannot be ${id}: JavaScript objects reserve that name.`;
  }
  switch (checkId(id, maxCharacters)) {
    case "empty":
    case "tooLong":
      return `A ${what} has 1 to ${maxCharacters} characters; this one has ${id.length}.`;
    case "forbiddenCharacters":
      return `A ${what} cannot hold any of . $ # [ ] / or a control character: ${JSON.stringify(id)}.`;
    case undefined:
      return undefined;
  }
}

export function problemOfSensorUid(uid: string): string | undefined {
  if (RESERVED_UIDS.includes(uid)) {
    return `The uid "${uid}" is reserved: ${RESERVED_UIDS.join(", ")} are fields of sensors/<greenhouseId>/current.`;
  }
  return problemOfId("sensor's uid", uid);
}

/** What is wrong with a uid that is to be registered; one that is registered already may look like a push key. */
export function problemOfNewSensorUid(uid: string): string | undefined {
  return isLikePushKey(uid)
    ? `The uid "${uid}" looks like the key of a history entry (20 characters, a hyphen first): choose another.`
    : problemOfSensorUid(uid);
}

export function problemOfMemberUid(uid: string): string | undefined {
  if (uid === FUNCTIONS_UID || uid === JOBS_UID) {
    const reserved = uid === JOBS_UID ? "jobs" : "functions";
    return `The uid "${uid}" is reserved for the ${reserved}, which belong to no farm.`;
  }
  // A person's name has been given instead.
  if (/\s/.test(uid)) {
    return `${JSON.stringify(uid)} is neither an email address nor a uid: a member's uid holds no space.`;
  }
  return problemOfId("member's uid", uid, MAX_PERSON_CHARACTERS);
}

/** @param what such as "farm's name" */
export function problemOfName(what: string, name: string): string | undefined {
  if (checkName(name) === undefined) return undefined;
  return `A ${what} has 1 to ${MAX_NAME_CHARACTERS} characters and no line break; this one has ${name.length}.`;
}

/** @throws CommandError (usage) with the first problem */
export function refuseProblems(...problems: readonly (string | undefined)[]): void {
  const problem = problems.find((text) => text !== undefined);
  if (problem !== undefined) throw misused(problem);
}
