/**
 * Which ids and names may be stored: what database.rules.json says, told before anything is sent. The rules judge the
 * writes all the same. Pure.
 */

import { misused } from "./failure";

/** Uids that are fields of sensors/<greenhouseId>/current. */
export const FIELDS_OF_CURRENT = ["temperature", "humidity", "light", "updatedAt"] as const;

/** Whom the rules know the functions as. */
export const FUNCTIONS_UID = "sensor-ingest";

export const ROLES = ["owner", "viewer"] as const;
export type Role = (typeof ROLES)[number];

const MAX_ID_LENGTH = 100;
const MAX_MEMBER_UID_LENGTH = 128;
const MAX_KEY_BYTES = 768;

/** Source: https://firebase.google.com/docs/database/web/structure-data */
const FORBIDDEN_IN_KEYS = /[.$#[\]/\u0000-\u001f\u007f]/;
/** As a key of a plain object they change what the object is: the SDK loses such a child, or fails at its parent. */
const BREAKS_OBJECTS = ["__proto__", "hasOwnProperty"];
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Every push key until the year 2109: entries of history stand beside what sensors with the key in the body store. */
const LIKE_A_PUSH_KEY = /^-[0-9A-Z_a-z-]{19}$/;

/** As in the rules, where `.` is any character but a line break. */
const NAME = /^.{1,100}$/;

/** What is wrong with the id of a farm, a greenhouse or a sensor; undefined where nothing is. */
export function problemOfId(what: string, id: string): string | undefined {
  return problemOfKey(what, id, MAX_ID_LENGTH);
}

export function problemOfSensorUid(uid: string): string | undefined {
  if ((FIELDS_OF_CURRENT as readonly string[]).includes(uid)) {
    return `The uid "${uid}" is reserved: ${FIELDS_OF_CURRENT.join(", ")} are fields of sensors/<greenhouseId>/current.`;
  }
  return problemOfId("sensor's uid", uid);
}

/** What is wrong with a uid that is to be registered; one that is registered already may look like a push key. */
export function problemOfNewSensorUid(uid: string): string | undefined {
  return LIKE_A_PUSH_KEY.test(uid)
    ? `The uid "${uid}" looks like the key of a history entry (20 characters, a hyphen first): choose another.`
    : problemOfSensorUid(uid);
}

export function problemOfMemberUid(uid: string): string | undefined {
  if (uid === FUNCTIONS_UID) {
    return `The uid "${FUNCTIONS_UID}" is reserved: it is who the functions are, and belongs to no farm.`;
  }
  // Whoever types a space means the person's name.
  if (/\s/.test(uid)) {
    return `${JSON.stringify(uid)} is neither an email address nor a uid: a member's uid holds no space.`;
  }
  return problemOfKey("member's uid", uid, MAX_MEMBER_UID_LENGTH);
}

/** @param what such as "farm's name" */
export function problemOfName(what: string, name: string): string | undefined {
  return NAME.test(name)
    ? undefined
    : `A ${what} has 1 to 100 characters and no line break; this one has ${name.length}.`;
}

/** @throws CommandError (usage) with the first problem there is */
export function refuseProblems(...problems: readonly (string | undefined)[]): void {
  const problem = problems.find((text) => text !== undefined);
  if (problem !== undefined) throw misused(problem);
}

function problemOfKey(what: string, key: string, longest: number): string | undefined {
  if (key === "" || key.length > longest) {
    return `A ${what} has 1 to ${longest} characters; this one has ${key.length}.`;
  }
  if (FORBIDDEN_IN_KEYS.test(key) || LONE_SURROGATE.test(key)) {
    return `A ${what} cannot hold any of . $ # [ ] / or a control character: ${JSON.stringify(key)}.`;
  }
  if (BREAKS_OBJECTS.includes(key)) {
    return `A ${what} cannot be ${key}: JavaScript's objects keep that name for themselves.`;
  }
  return Buffer.byteLength(key) > MAX_KEY_BYTES
    ? `A ${what} has at most ${MAX_KEY_BYTES} bytes of UTF-8.`
    : undefined;
}
