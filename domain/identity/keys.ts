/**
 * Which ids and names can be stored. Other texts never become part of a database path. `database.rules.json` has the
 * same limits.
 * Source: https://firebase.google.com/docs/database/web/structure-data
 */

import { checkText } from "../words/text.ts";
import type { TextProblem } from "../words/text.ts";
import { PUSH_KEY } from "./push-key.ts";

/** Longest key, and with the Admin SDK also the longest path that can be written, in bytes of UTF-8. */
export const MAX_KEY_BYTES = 768;

/** The longest id of a farm or greenhouse, and the longest uid of a sensor. */
export const MAX_ID_CHARACTERS = 100;
export const MAX_PERSON_CHARACTERS = 128;
export const MAX_NAME_CHARACTERS = 100;

/** The fields of `sensors/<greenhouseId>/current`. A sensor with such a uid would overwrite them. */
export const RESERVED_UIDS: readonly string[] = ["temperature", "humidity", "light", "updatedAt"];

/** Keys that change a plain JavaScript object: the SDK loses such a child, or fails to read its parent. */
export const BREAKS_OBJECTS: readonly string[] = ["__proto__", "hasOwnProperty"];

/** The uid under which the functions sign in. It belongs to no farm. */
export const FUNCTIONS_UID = "sensor-ingest";
/** The uid under which the jobs sign in. It belongs to no farm. */
export const JOBS_UID = "farm-watch";

const FORBIDDEN_CHARACTERS = /[.$#[\]/\u0000-\u001f\u007f]/;

/** Half of a surrogate pair: it cannot be written in UTF-8, and would become another key. */
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
 * Whether a uid could be a push key. Such a sensor cannot be registered: in the key-in-body layout, uids are siblings
 * of push keys.
 */
export function isLikePushKey(uid: string): boolean {
  return new RegExp(PUSH_KEY).test(uid);
}

export type IdProblem = "empty" | "tooLong" | "forbiddenCharacters" | "breaksObjects";

/** What is wrong with an id, which people see too; undefined where it can be stored. */
export function checkId(id: string, maxCharacters = MAX_ID_CHARACTERS): IdProblem | undefined {
  if (BREAKS_OBJECTS.includes(id)) return "breaksObjects";
  const problem = checkText(id, maxCharacters);
  if (problem === "empty" || problem === "tooLong") return problem;
  return problem === undefined && isDatabaseKey(id) ? undefined : "forbiddenCharacters";
}

/** What is wrong with the name of a farm, a greenhouse or a sensor, or with a sensor's type. */
export function checkName(name: string): TextProblem | undefined {
  return checkText(name, MAX_NAME_CHARACTERS);
}
