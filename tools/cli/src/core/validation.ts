/**
 * Checks ids and names before anything is sent. The checks are those of `database.rules.json`.
 * Pure.
 */

import {
  JOBS_UID,
  checkId,
  checkName,
  FUNCTIONS_UID,
  isLikePushKey,
  MAX_ID_CHARACTERS,
  MAX_NAME_CHARACTERS,
  MAX_PERSON_CHARACTERS,
  RESERVED_UIDS,
} from "@greenhouse/domain/identity/keys";
import { FORBIDDEN } from "@greenhouse/domain/words/text";
import { misused } from "./failure";

const NEEDS_VISIBLE = "needs a visible character.";

function tooLong(subject: string, { length }: string, maxCharacters: number): string {
  return `A ${subject} can have at most ${maxCharacters} characters; this one has ${length}.`;
}

/** Returns the problem of the id of a farm, a greenhouse or a sensor; undefined if it is valid. */
export function problemOfId(
  subject: string,
  id: string,
  maxCharacters = MAX_ID_CHARACTERS,
): string | undefined {
  switch (checkId(id, maxCharacters)) {
    case "empty":
      return `A ${subject} ${NEEDS_VISIBLE}`;
    case "tooLong":
      return tooLong(subject, id, maxCharacters);
    case "forbiddenCharacters":
      return `A ${subject} cannot contain . $ # [ ] / or a hidden character: ${JSON.stringify(id)}.`;
    case "breaksObjects":
      return `A ${subject} cannot be ${id}: JavaScript objects reserve that name.`;
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

/**
 * Returns the problem of a new sensor's uid. A uid that is registered already may look like a push
 * key.
 */
export function problemOfNewSensorUid(uid: string): string | undefined {
  return isLikePushKey(uid)
    ? `The uid "${uid}" looks like the key of a history entry (20 characters, a hyphen first). Choose another uid.`
    : problemOfSensorUid(uid);
}

export function problemOfPersonUid(uid: string): string | undefined {
  if (uid === FUNCTIONS_UID || uid === JOBS_UID) {
    const reserved = uid === JOBS_UID ? "jobs" : "functions";
    return `The uid "${uid}" is reserved for the ${reserved}, which belong to no farm.`;
  }
  // The user may have given a person's name.
  if (/\s/.test(uid)) {
    return `${JSON.stringify(uid)} is not an email address or a uid: a uid cannot contain a space.`;
  }
  return problemOfId("person's uid", uid, MAX_PERSON_CHARACTERS);
}

/** @param subject such as "farm's name" */
export function problemOfName(subject: string, name: string): string | undefined {
  switch (checkName(name)) {
    case "empty":
      return `A ${subject} ${NEEDS_VISIBLE}`;
    case "tooLong":
      return tooLong(subject, name, MAX_NAME_CHARACTERS);
    case "lineBreak":
      return `A ${subject} must be a single line.`;
    case "hiddenCharacters":
      return `A ${subject} cannot contain a hidden character, a control character or a mark of direction; this one has ${hiddenIn(name)}.`;
    case undefined:
      return undefined;
  }
}

/**
 * Returns the first such character as its code point, because the character would change the line
 * that shows it.
 */
function hiddenIn(name: string): string {
  const [hidden = ""] = FORBIDDEN.exec(name) ?? [];
  return `U+${hidden.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** @throws CommandError (usage) with the first problem */
export function refuseProblems(...problems: readonly (string | undefined)[]): void {
  const problem = problems.find((text) => text !== undefined);
  if (problem !== undefined) throw misused(problem);
}
