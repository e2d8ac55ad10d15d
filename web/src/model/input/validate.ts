/** Checks typed texts before they are sent. Each result is the key of the text that explains the fault. */

import { checkId, checkName, isLikePushKey, RESERVED_UIDS } from "@greenhouse/domain/identity/keys";
import type { TextProblem } from "@greenhouse/domain/words/text";

export type Fault =
  | TextProblem
  | "forbiddenCharacters"
  | "reservedUid"
  | "uidLikeKey"
  | "taken"
  | "refused"
  | "notAnEmail"
  | "shortPassword";

/** Firebase Auth refuses shorter passwords. */
const MIN_PASSWORD_CHARACTERS = 6;

/** Checks names of farms, greenhouses and sensors, and types of sensors. Blanks around them are not stored. */
export function faultOfName(text: string): Fault | undefined {
  return checkName(text.trim());
}

/** Checks a uid for a new sensor. */
export function faultOfUid(text: string): Fault | undefined {
  const problem = checkId(text);
  if (problem !== undefined) return problem === "breaksObjects" ? "reservedUid" : problem;
  if (RESERVED_UIDS.includes(text)) return "reservedUid";
  return isLikePushKey(text) ? "uidLikeKey" : undefined;
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
