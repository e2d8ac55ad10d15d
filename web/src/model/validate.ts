/** What database.rules.json accepts, said before it is asked. Each answer names the text that says what is wrong. */

import type { Member } from "./farm";
import { isKey } from "./route";

export type Fault =
  | "empty"
  | "tooLong"
  | "lineBreak"
  | "forbiddenCharacters"
  | "reservedUid"
  | "taken"
  | "notANumber"
  | "minAboveMax"
  | "alreadyMember"
  | "lastOwner";

const LONGEST_NAME = 100;
const LONGEST_UID = 100;
const LONGEST_PERSON = 128;

/** These are fields of sensors/<greenhouseId>/current. */
const RESERVED_UIDS = new Set(["temperature", "humidity", "light", "updatedAt"]);

/** Names of farms, greenhouses and sensors, and types of sensors. */
export function faultOfName(text: string): Fault | undefined {
  if (text.trim() === "") return "empty";
  if (/[\n\r\u2028\u2029]/.test(text)) return "lineBreak";
  return text.length > LONGEST_NAME ? "tooLong" : undefined;
}

export function faultOfUid(text: string): Fault | undefined {
  if (text === "") return "empty";
  if (text.length > LONGEST_UID) return "tooLong";
  if (!isKey(text)) return "forbiddenCharacters";
  return RESERVED_UIDS.has(text) ? "reservedUid" : undefined;
}

export function faultOfPerson(text: string, members: readonly Member[]): Fault | undefined {
  if (text === "") return "empty";
  if (text.length > LONGEST_PERSON) return "tooLong";
  if (!isKey(text)) return "forbiddenCharacters";
  return members.some(({ uid }) => uid === text) ? "alreadyMember" : undefined;
}

/** A bound as it was typed, with a comma or a dot; null where it is left empty. */
export function parseBound(text: string): number | null | "notANumber" {
  const plain = text.trim().replace(",", ".").replace("−", "-");
  if (plain === "") return null;
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : "notANumber";
}

export function faultOfBounds(min: number | null, max: number | null): Fault | undefined {
  return min !== null && max !== null && min > max ? "minAboveMax" : undefined;
}
