/** What database.rules.json accepts, said before it is asked. Each answer names the text that says what is wrong. */

import type { Member } from "./farm";
import { isKey } from "./route";

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
  | "minAboveMax"
  | "alreadyMember"
  | "notAnEmail"
  | "shortPassword";

const LONGEST_NAME = 100;
const LONGEST_UID = 100;
const LONGEST_PERSON = 128;
/** Shorter ones are refused by Firebase Auth. */
const SHORTEST_PASSWORD = 6;

/** These are fields of sensors/<greenhouseId>/current. */
const RESERVED_UIDS = new Set(["temperature", "humidity", "light", "updatedAt"]);

/** Every push key until the year 2109: entries of history stand beside what sensors with the key in the body store. */
const LIKE_A_PUSH_KEY = /^-[0-9A-Z_a-z-]{19}$/;

/** The functions' own identity, which belongs to no farm. */
const RESERVED_PERSON = "sensor-ingest";

/** Names of farms, greenhouses and sensors, and types of sensors. Blanks around them are not kept. */
export function faultOfName(text: string): Fault | undefined {
  const name = text.trim();
  if (name === "") return "empty";
  if (/[\n\r\u2028\u2029]/.test(name)) return "lineBreak";
  return name.length > LONGEST_NAME ? "tooLong" : undefined;
}

/** Of a uid that is to be registered. */
export function faultOfUid(text: string): Fault | undefined {
  if (text === "") return "empty";
  if (text.length > LONGEST_UID) return "tooLong";
  if (!isKey(text)) return "forbiddenCharacters";
  if (RESERVED_UIDS.has(text)) return "reservedUid";
  return LIKE_A_PUSH_KEY.test(text) ? "uidLikeKey" : undefined;
}

export function faultOfPerson(text: string, members: readonly Member[]): Fault | undefined {
  if (text === "") return "empty";
  if (text.length > LONGEST_PERSON) return "idTooLong";
  if (!isKey(text)) return "forbiddenCharacters";
  if (text === RESERVED_PERSON) return "reservedId";
  return members.some(({ uid }) => uid === text) ? "alreadyMember" : undefined;
}

/** A bound as it was typed, with a comma or a dot; null where it is left empty. */
export function parseBound(text: string): number | null | "notANumber" {
  const plain = text.trim().replace(",", ".").replace("−", "-");
  if (plain === "") return null;
  const number = /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : NaN;
  return Number.isFinite(number) ? number : "notANumber";
}

export function faultOfBounds(min: number | null, max: number | null): Fault | undefined {
  return min !== null && max !== null && min > max ? "minAboveMax" : undefined;
}

export function faultOfEmail(text: string): Fault | undefined {
  const email = text.trim();
  if (email === "") return "empty";
  return /^[^\s@]+@[^\s@]+$/.test(email) ? undefined : "notAnEmail";
}

/** @param isNew a password is being chosen, not remembered */
export function faultOfPassword(text: string, isNew: boolean): Fault | undefined {
  if (text === "") return "empty";
  return isNew && text.length < SHORTEST_PASSWORD ? "shortPassword" : undefined;
}
