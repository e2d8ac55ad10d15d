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
  | "notANumber"
  | "ambiguous"
  | "minAboveMax"
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

/**
 * A bound as it was typed: with the thousands separators of the locale, as the page prints numbers, or with a comma or a
 * dot before the fraction. Null where it is left empty, "ambiguous" where "30.000" may be 30 or 30 thousand.
 */
export function parseBound(
  text: string,
  locale: string,
): number | null | "notANumber" | "ambiguous" {
  const typed = text.trim().replace("−", "-").replaceAll(/\s/gu, " ");
  if (typed === "") return null;
  const { group, decimal } = separatorsOf(locale);
  const [whole = "", fraction = ""] = typed.split(decimal);
  const [first = "", ...others] = whole.split(group);
  const isGrouped =
    others.length > 0 &&
    !fraction.includes(group) &&
    /^[+-]?[1-9]\d{0,2}$/.test(first) &&
    others.every((digits) => /^\d{3}$/.test(digits));
  const plain = (isGrouped ? typed.replaceAll(group, "") : typed).replace(",", ".");
  if (!isGrouped && /^[+-]?[1-9]\d{0,2}\.\d{3}$/.test(plain)) return "ambiguous";
  const number = /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : NaN;
  return Number.isFinite(number) ? number : "notANumber";
}

function separatorsOf(locale: string): { readonly group: string; readonly decimal: string } {
  const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567.8);
  const find = (type: "group" | "decimal"): string | undefined =>
    parts.find((part) => part.type === type)?.value.replace(/\s/u, " ");
  return { group: find("group") ?? " ", decimal: find("decimal") ?? "." };
}

export function faultOfBounds(min: number | null, max: number | null): Fault | undefined {
  return min !== null && max !== null && min > max ? "minAboveMax" : undefined;
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
