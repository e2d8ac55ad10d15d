/** Checks what people type before it is sent. Each result names the text that says what is wrong. */

import {
  checkId,
  checkName,
  FUNCTIONS_UID,
  isLikePushKey,
  MAX_PERSON_CHARACTERS,
  RESERVED_UIDS,
} from "../../../domain/src/keys";
import type { Member } from "./farm";

export type Fault =
  | "empty"
  | "tooLong"
  | "idTooLong"
  | "lineBreak"
  | "forbiddenCharacters"
  | "reservedUid"
  | "uidLikeKey"
  | "reservedId"
  | "taken"
  | "refused"
  | "alreadyMember"
  | "notAnEmail"
  | "shortPassword";

/** Firebase Auth refuses shorter ones. */
const MIN_PASSWORD_CHARACTERS = 6;

/** Names of farms, greenhouses and sensors, and types of sensors. Blanks around them are not stored. */
export function faultOfName(text: string): Fault | undefined {
  return checkName(text.trim());
}

/** Of a uid that is to be registered. */
export function faultOfUid(text: string): Fault | undefined {
  const problem = checkId(text);
  if (problem !== undefined) return problem;
  if (RESERVED_UIDS.includes(text)) return "reservedUid";
  return isLikePushKey(text) ? "uidLikeKey" : undefined;
}

export function faultOfPerson(text: string, members: readonly Member[]): Fault | undefined {
  const problem = checkId(text, MAX_PERSON_CHARACTERS);
  if (problem !== undefined) return problem === "tooLong" ? "idTooLong" : problem;
  if (text === FUNCTIONS_UID) return "reservedId";
  return members.some(({ uid }) => uid === text) ? "alreadyMember" : undefined;
}

export function faultOfEmail(text: string): Fault | undefined {
  const email = text.trim();
  if (email === "") return "empty";
  return /^[^\s@]+@[^\s@]+$/.test(email) ? undefined : "notAnEmail";
}

/** @param isNew whether a password is being chosen */
export function faultOfPassword(text: string, isNew: boolean): Fault | undefined {
  if (text === "") return "empty";
  return isNew && text.length < MIN_PASSWORD_CHARACTERS ? "shortPassword" : undefined;
}
