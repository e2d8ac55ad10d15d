/** Checks typed texts before they are sent. Each result is the key of the text that explains the fault. */

import { checkName } from "@greenhouse/domain/identity/keys";
import type { NewUidProblem } from "@greenhouse/domain/identity/keys";
import type { TextProblem } from "@greenhouse/domain/words/text";

export type Fault =
  TextProblem | NewUidProblem | "taken" | "shortKey" | "refused" | "notAnEmail" | "shortPassword";

/** Firebase Auth refuses shorter passwords. */
const MIN_PASSWORD_CHARACTERS = 6;

/** Checks names of farms, greenhouses and sensors, and types of sensors. Blanks around them are not stored. */
export function faultOfName(text: string): Fault | undefined {
  return checkName(text.trim());
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
