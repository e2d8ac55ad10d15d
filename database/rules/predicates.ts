/** Conditions that several rules share: who the user is, and how records relate. The JSON uses their names. */

import {
  BREAKS_OBJECTS,
  FUNCTIONS_UID,
  JOBS_UID,
  MAX_ID_CHARACTERS,
  MAX_PERSON_CHARACTERS,
} from "@greenhouse/domain/identity/keys";
import { PUSH_KEY } from "@greenhouse/domain/identity/push-key";
import { after, before, named, when } from "./condition.ts";
import type { Condition, Expression } from "./condition.ts";
import { isLine, matches } from "./nodes.ts";

const quoted = (names: readonly Expression[]) =>
  names.map((name) => when`'${name}'`.text).join(", ");
/** The value of a child after the write. */
export const newValue = (name: Expression): Condition => when`newData.child('${name}').val()`;
const isSame = (name: Expression) => when`${newValue(name)} === data.child('${name}').val()`;

const actors = named({
  isFunctions: when`auth.uid === '${FUNCTIONS_UID}'`,
  isJobs: when`auth.uid === '${JOBS_UID}'`,
  // `child()` follows slashes: a uid that contains a slash would find another person's records.
  isSignedIn: when`!auth.uid.contains('/')`,
  /** The user whose uid the path contains. */
  isUidOfPath: when`auth.uid === $authUid`,
});

const farms = named({
  /** The farm that the record belongs to, before and after the write. */
  farmOfRecord: when`data.child('farmId').val()`,
  newFarmOfRecord: when`newData.child('farmId').val()`,
  farmOfSensor: (uid: Expression) => when`${before`registeredSensors/${uid}/farmId`}.val()`,
  farmOfGreenhouse: when`${before`greenhouses/$greenhouseId/farmId`}.val()`,
});

const keys = named({
  isValidId: (key: Expression) =>
    when`${isLine(key, MAX_ID_CHARACTERS)} && !${matches(key, BREAKS_OBJECTS)}`,
  isUidOfPerson: (key: Expression) =>
    when`${key}.length <= ${MAX_PERSON_CHARACTERS} && !${matches(key, [FUNCTIONS_UID, JOBS_UID, ...BREAKS_OBJECTS])}`,
  isPushKey: (key: Expression) => matches(key, PUSH_KEY),
});

const fields = named({
  /** The new record has all of these fields. */
  has: (...names: Expression[]) => when`newData.hasChildren([${quoted(names)}])`,
  /** The write does not change, add or remove these fields. */
  keeps: (first: Expression, ...others: Expression[]) =>
    others.map(isSame).reduce((all, next) => when`${all} && ${next}`, isSame(first)),
});

/** @param person the signed-in user, or the uid from the path */
const roleIn = (farm: Expression, person: Expression = "auth.uid") =>
  person === "auth.uid"
    ? when`${actors.isSignedIn} && ${before`farms/${farm}/members/${person}`}`
    : before`farms/${farm}/members/${person}`;

const roles = named({
  isPerson: when`${actors.isSignedIn} && !${matches("auth.uid", [FUNCTIONS_UID, JOBS_UID])}`,
  isOwner: (farm: Expression, person?: Expression) =>
    when`${roleIn(farm, person)}.val() === 'owner'`,
  isMember: (farm: Expression, person?: Expression) => when`${roleIn(farm, person)}.isString()`,
  ownsAfterwards: when`${after`farms/$farmId/members/${"auth.uid"}`}.val() === 'owner'`,
});

/** The write changes the value at a path. */
export const changes = (pathIn: (lookUp: typeof before) => Condition): Condition =>
  when`${pathIn(after)}.val() !== ${pathIn(before)}.val()`;

const mayListFarm = when`(${actors.isJobs} ? query.equalTo !== null : ${roles.isMember("query.equalTo")})`;

const records = named({
  /** The person whose `users/<authUid>` it is. */
  isPersonOfPath: when`${actors.isUidOfPath} && !${matches("auth.uid", [FUNCTIONS_UID, JOBS_UID])}`,
  isListOfOneFarm: when`query.orderByChild === 'farmId' && ${mayListFarm}`,
  /** The sensor is linked to the path's greenhouse, and both belong to the same farm. */
  isLinkedHere: (uid: Expression) => {
    const isLinked = when`${before`registeredSensors/${uid}/greenhouse`}.val() === $greenhouseId`;
    return when`${isLinked} && ${farms.farmOfSensor(uid)} === ${farms.farmOfGreenhouse}`;
  },
  /** The path's sensor is linked to a greenhouse, and the path's farm registers it. */
  isLinkedInFarm: when`${farms.farmOfSensor("$uid")} === $farmId && ${before`registeredSensors/$uid/greenhouse`}.exists()`,
  /** The sensor's own key, if it belongs to the sensor's farm. Otherwise the farm's key. */
  keyInForce: (uid: Expression) => {
    const hasOwnKey = when`${before`sensorKeys/${uid}/farmId`}.val() === ${farms.farmOfSensor(uid)}`;
    const farmKey = before`farms/${farms.farmOfSensor(uid)}/apiKey`;
    return when`${hasOwnKey} ? ${before`sensorKeys/${uid}/key`}.val() : ${farmKey}.val()`;
  },
  /** A new record has all of these fields. A record that an administrator stored without some can still be changed. */
  staysComplete: (...names: Expression[]) =>
    when`${fields.has(...names)} || (data.exists() && !data.hasChildren([${quoted(names)}]))`,
  /** A new record needs a valid id. An old record can still be changed, even if its id is invalid. */
  isOldOrValidId: (key: Expression) => when`data.exists() || (${keys.isValidId(key)})`,
  /** The version is one higher than before: if two writers write at once, the rules reject the second. */
  isNextVersion: (version: Expression) =>
    when`newData${version}.val() === (data.exists() ? data${version}.val() + 1 : 1)`,
  /** The same update raises the version. Only the jobs may do that. */
  isNextCheck: changes((lookUp) => lookUp`alerts/$farmId/version`),
  isNextFold: changes((lookUp) => lookUp`rollupCoverage/$greenhouseId/version`),
  /** The record is new or has the same values: senders repeat an unconfirmed write. */
  isNewOrSame: (first: Expression, ...others: Expression[]) =>
    when`!data.exists() || (${fields.keeps(first, ...others)})`,
});

export const {
  isFunctions,
  isJobs,
  isSignedIn,
  isUidOfPath,
  farmOfRecord,
  newFarmOfRecord,
  farmOfSensor,
  farmOfGreenhouse,
  isValidId,
  isUidOfPerson,
  isPushKey,
  has,
  keeps,
  isPerson,
  isOwner,
  isMember,
  ownsAfterwards,
  isPersonOfPath,
  isListOfOneFarm,
  isLinkedHere,
  isLinkedInFarm,
  keyInForce,
  staysComplete,
  isOldOrValidId,
  isNextVersion,
  isNextCheck,
  isNextFold,
  isNewOrSame,
} = { ...actors, ...farms, ...keys, ...fields, ...roles, ...records };
