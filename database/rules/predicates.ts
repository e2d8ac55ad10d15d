/** Who somebody is, and what must hold between records. Each stands here once, under the name that comments use. */

import {
  BREAKS_OBJECTS,
  FUNCTIONS_UID,
  JOBS_UID,
  MAX_ID_CHARACTERS,
  MAX_PERSON_CHARACTERS,
} from "@greenhouse/domain/identity/keys";
import { PUSH_KEY } from "@greenhouse/domain/identity/push-key";
import { after, before, named, when } from "./condition.ts";
import type { Condition, Part } from "./condition.ts";
import { isLine, matches } from "./nodes.ts";

const quoted = (fields: readonly Part[]) => fields.map((name) => when`'${name}'`.text).join(", ");
/** The value of a child as the write leaves it. */
export const newValue = (name: Part): Condition => when`newData.child('${name}').val()`;
const sameOf = (name: Part) => when`${newValue(name)} === data.child('${name}').val()`;

const who = named({
  isFunctions: when`auth.uid === '${FUNCTIONS_UID}'`,
  isJobs: when`auth.uid === '${JOBS_UID}'`,
  // `child()` follows slashes: a uid with one would find the records of somebody else.
  isSignedIn: when`!auth.uid.contains('/')`,
  /** The path names them. */
  isNamed: when`auth.uid === $authUid`,
  /** The farm that the record belongs to, before and after the write. */
  itsFarm: when`data.child('farmId').val()`,
  itsNewFarm: when`newData.child('farmId').val()`,
  farmOfSensor: (uid: Part) => when`${before`registeredSensors/${uid}/farmId`}.val()`,
  farmOfGreenhouse: when`${before`greenhouses/$greenhouseId/farmId`}.val()`,
  isId: (key: Part) => when`${isLine(key, MAX_ID_CHARACTERS)} && !${matches(key, BREAKS_OBJECTS)}`,
  isUidOfPerson: (key: Part) =>
    when`${key}.length <= ${MAX_PERSON_CHARACTERS} && !${matches(key, [FUNCTIONS_UID, JOBS_UID, ...BREAKS_OBJECTS])}`,
  isPushKey: (key: Part) => matches(key, PUSH_KEY),
  /** All of these fields are there. */
  has: (...fields: Part[]) => when`newData.hasChildren([${quoted(fields)}])`,
  /** These fields are what they were, or absent as they were. */
  keeps: (first: Part, ...others: Part[]) =>
    others.map(sameOf).reduce((all, next) => when`${all} && ${next}`, sameOf(first)),
});

/** @param person who is signed in, unless the path names somebody */
const roleIn = (farm: Part, person: Part = "auth.uid") =>
  person === "auth.uid"
    ? when`${who.isSignedIn} && ${before`farms/${farm}/members/${person}`}`
    : before`farms/${farm}/members/${person}`;

const roles = named({
  isPerson: when`${who.isSignedIn} && !${matches("auth.uid", [FUNCTIONS_UID, JOBS_UID])}`,
  isOwner: (farm: Part, person?: Part) => when`${roleIn(farm, person)}.val() === 'owner'`,
  isMember: (farm: Part, person?: Part) => when`${roleIn(farm, person)}.isString()`,
  ownsAfterwards: when`${after`farms/$farmId/members/${"auth.uid"}`}.val() === 'owner'`,
});

/** The update changes the value at a path. */
const changes = (pathIn: (look: typeof before) => Condition): Condition =>
  when`${pathIn(after)}.val() !== ${pathIn(before)}.val()`;

const records = named({
  /** The person of `users/<authUid>`. */
  isSelf: when`${who.isNamed} && !${matches("auth.uid", [FUNCTIONS_UID, JOBS_UID])}`,
  isListOfOneFarm: when`query.orderByChild === 'farmId' && (${who.isJobs} ? query.equalTo !== null : ${roles.isMember("query.equalTo")})`,
  /** The sensor is linked to the greenhouse of the path, and both are of one farm. */
  isLinkedHere: (uid: Part) =>
    when`${before`registeredSensors/${uid}/greenhouse`}.val() === $greenhouseId && ${who.farmOfSensor(uid)} === ${who.farmOfGreenhouse}`,
  /** The sensor's own key, as long as it is of the sensor's farm; otherwise the farm's. */
  keyInForce: (uid: Part) => {
    const hasOwnKey = when`${before`sensorKeys/${uid}/farmId`}.val() === ${who.farmOfSensor(uid)}`;
    const farmKey = before`farms/${who.farmOfSensor(uid)}/apiKey`;
    return when`${hasOwnKey} ? ${before`sensorKeys/${uid}/key`}.val() : ${farmKey}.val()`;
  },
  /** A new record has all of these fields. One that an administrator left without some can still be changed. */
  staysWhole: (...fields: Part[]) =>
    when`${who.has(...fields)} || (data.exists() && !data.hasChildren([${quoted(fields)}]))`,
  /** Whatever an old record is called, it can still be changed. */
  isOldOrId: (key: Part) => when`data.exists() || (${who.isId(key)})`,
  /** One higher than before: of two writers at once, one is refused. */
  isNextVersion: (version: Part) =>
    when`newData${version}.val() === (data.exists() ? data${version}.val() + 1 : 1)`,
  /** In an update that raises the version, which the jobs alone do. */
  isNextLook: changes((look) => look`alerts/$farmId/version`),
  isNextFold: changes((look) => look`rollupCoverage/$greenhouseId/version`),
  /** New, or the same values again: what was not acknowledged is sent again. */
  isNewOrSame: (first: Part, ...others: Part[]) =>
    when`!data.exists() || (${who.keeps(first, ...others)})`,
});

export const is = { ...who, ...roles, ...records };
