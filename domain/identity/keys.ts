/**
 * Checks whether ids and names can be stored. Other texts never become part of a database path. `database.rules.json` has
 * the same limits.
 * Source: https://firebase.google.com/docs/database/web/structure-data
 */

import { checkText } from "../words/text.ts";
import type { TextProblem } from "../words/text.ts";
import { PUSH_KEY } from "./push-key.ts";

/** Maximum length of a key, and with the Admin SDK also of a path to write, in bytes of UTF-8. */
export const MAX_KEY_BYTES = 768;

/** Maximum length of the id of a farm or greenhouse, and of the uid of a sensor. */
export const MAX_ID_CHARACTERS = 100;
export const MAX_PERSON_CHARACTERS = 128;
export const MAX_NAME_CHARACTERS = 100;

/** The fields of `sensors/<greenhouseId>/current`. A sensor with such a uid would overwrite a field. */
export const RESERVED_UIDS: readonly string[] = ["temperature", "humidity", "light", "updatedAt"];

/** Keys that change a plain JavaScript object: the SDK loses such a child, or fails to read its parent. */
export const BREAKS_OBJECTS: readonly string[] = ["__proto__", "hasOwnProperty"];

/** The uid under which the functions sign in. It belongs to no farm. */
export const FUNCTIONS_UID = "sensor-ingest";
/** The uid under which the jobs sign in. It belongs to no farm. */
export const JOBS_UID = "farm-watch";

const FORBIDDEN_CHARACTERS = /[.$#[\]/\u0000-\u001f\u007f]/;

/** Half of a surrogate pair. UTF-8 cannot represent it, so it would become another key. */
const LONE_SURROGATE = /\p{Surrogate}/u;

const utf8 = new TextEncoder();

/** Whether `text` can name a child. */
export function isDatabaseKey(text: string): boolean {
  return (
    text !== "" &&
    !FORBIDDEN_CHARACTERS.test(text) &&
    !LONE_SURROGATE.test(text) &&
    utf8.encode(text).length <= MAX_KEY_BYTES
  );
}

/**
 * Whether a uid could be a push key. Such a sensor cannot be registered, because uids are siblings of push keys in the
 * key-in-body layout.
 */
export function isLikePushKey(uid: string): boolean {
  return new RegExp(PUSH_KEY).test(uid);
}

export type IdProblem = "empty" | "tooLong" | "forbiddenCharacters" | "breaksObjects";

/** Returns the problem of an id, which people see, too; undefined if it can be stored. */
export function checkId(id: string, maxCharacters = MAX_ID_CHARACTERS): IdProblem | undefined {
  if (BREAKS_OBJECTS.includes(id)) return "breaksObjects";
  const problem = checkText(id, maxCharacters);
  if (problem === "empty" || problem === "tooLong") return problem;
  return problem === undefined && isDatabaseKey(id) ? undefined : "forbiddenCharacters";
}

export type NewUidProblem = Exclude<IdProblem, "breaksObjects"> | "reservedUid" | "uidLikeKey";

/** Returns the problem of a uid for a new sensor; undefined if it can be registered. */
export function checkNewUid(uid: string): NewUidProblem | undefined {
  const problem = checkId(uid);
  if (problem !== undefined) return problem === "breaksObjects" ? "reservedUid" : problem;
  if (RESERVED_UIDS.includes(uid)) return "reservedUid";
  return isLikePushKey(uid) ? "uidLikeKey" : undefined;
}

/** Returns the problem of the name of a farm, greenhouse or sensor, or of a sensor's type; undefined if it is valid. */
export function checkName(name: string): TextProblem | undefined {
  return checkText(name, MAX_NAME_CHARACTERS);
}
