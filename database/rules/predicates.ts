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
import type { Condition, Expression } from "./condition.ts";
import { isLine, matches } from "./nodes.ts";

const quoted = (names: readonly Expression[]) =>
  names.map((name) => when`'${name}'`.text).join(", ");
/** The value of a child as the write leaves it. */
export const newValue = (name: Expression): Condition => when`newData.child('${name}').val()`;
const isSame = (name: Expression) => when`${newValue(name)} === data.child('${name}').val()`;

const actors = named({
  isFunctions: when`auth.uid === '${FUNCTIONS_UID}'`,
  isJobs: when`auth.uid === '${JOBS_UID}'`,
  // `child()` follows slashes: a uid with one would find the records of somebody else.
  isSignedIn: when`!auth.uid.contains('/')`,
  /** The path names them. */
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
  /** All of these fields are there. */
  has: (...names: Expression[]) => when`newData.hasChildren([${quoted(names)}])`,
  /** These fields are what they were, or absent as they were. */
  keeps: (first: Expression, ...others: Expression[]) =>
    others.map(isSame).reduce((all, next) => when`${all} && ${next}`, isSame(first)),
});

/** @param person who is signed in, unless the path names somebody */
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

/** The update changes the value at a path. */
const changes = (pathIn: (lookUp: typeof before) => Condition): Condition =>
  when`${pathIn(after)}.val() !== ${pathIn(before)}.val()`;

const records = named({
  /** The person of `users/<authUid>`. */
  isPersonOfPath: when`${actors.isUidOfPath} && !${matches("auth.uid", [FUNCTIONS_UID, JOBS_UID])}`,
  isListOfOneFarm: when`query.orderByChild === 'farmId' && (${actors.isJobs} ? query.equalTo !== null : ${roles.isMember("query.equalTo")})`,
  /** The sensor is linked to the greenhouse of the path, and both are of one farm. */
  isLinkedHere: (uid: Expression) =>
    when`${before`registeredSensors/${uid}/greenhouse`}.val() === $greenhouseId && ${farms.farmOfSensor(uid)} === ${farms.farmOfGreenhouse}`,
  /** The sensor's own key, as long as it is of the sensor's farm; otherwise the farm's. */
  keyInForce: (uid: Expression) => {
    const hasOwnKey = when`${before`sensorKeys/${uid}/farmId`}.val() === ${farms.farmOfSensor(uid)}`;
    const farmKey = before`farms/${farms.farmOfSensor(uid)}/apiKey`;
    return when`${hasOwnKey} ? ${before`sensorKeys/${uid}/key`}.val() : ${farmKey}.val()`;
  },
  /** A new record has all of these fields. One that an administrator left without some can still be changed. */
  staysComplete: (...names: Expression[]) =>
    when`${fields.has(...names)} || (data.exists() && !data.hasChildren([${quoted(names)}]))`,
  /** Whatever an old record is called, it can still be changed. */
  isOldOrValidId: (key: Expression) => when`data.exists() || (${keys.isValidId(key)})`,
  /** One higher than before: of two writers at once, one is refused. */
  isNextVersion: (version: Expression) =>
    when`newData${version}.val() === (data.exists() ? data${version}.val() + 1 : 1)`,
  /** In an update that raises the version, which the jobs alone do. */
  isNextCheck: changes((lookUp) => lookUp`alerts/$farmId/version`),
  isNextFold: changes((lookUp) => lookUp`rollupCoverage/$greenhouseId/version`),
  /** New, or the same values again: what was not acknowledged is sent again. */
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
  keyInForce,
  staysComplete,
  isOldOrValidId,
  isNextVersion,
  isNextCheck,
  isNextFold,
  isNewOrSame,
} = { ...actors, ...farms, ...keys, ...fields, ...roles, ...records };
