/** Sensors: their registrations and keys, and when they were last seen. */

import { INTERVAL_SECONDS } from "@greenhouse/domain/boards/intervals";
import { RESERVED_UIDS } from "@greenhouse/domain/identity/keys";
import { KEPT_FOR_MS, LAST_SEEN_NAMES } from "@greenhouse/domain/history/last-seen";
import { SENSOR_ROLES } from "@greenhouse/domain/identity/sensor-records";
import { PUSH_KEY } from "@greenhouse/domain/identity/push-key";
import { after, all, before, named, when } from "./condition.ts";
import { exactly, CHECKED_VALUE, form, ID, integer, matches, oneOf, PAST, text } from "./nodes.ts";
import type { Condition, Expression } from "./condition.ts";
import type { Subtree } from "./nodes.ts";
import {
  changes,
  farmOfRecord,
  farmOfSensor,
  has,
  isFunctions,
  isJobs,
  isLinkedInFarm,
  isListOfOneFarm,
  isMember,
  isOwner,
  isPushKey,
  isValidId,
  keyInForce,
  newFarmOfRecord,
  keeps,
  staysComplete,
} from "./predicates.ts";
import { changeInLog, isNewEntry } from "./sensor-log.ts";

const registeredBy = farmOfSensor("$uid");
const isValidUid = all(
  isValidId("$uid"),
  when`!${matches("$uid", RESERVED_UIDS)}`,
  when`!${isPushKey("$uid")}`,
);
const hasNoKeyAndOutputsAfterwards = all(
  when`!${after`sensorKeys/$uid`}.exists()`,
  when`!${after`outputs/${farmOfRecord}/$uid`}.exists()`,
);

const newHas = (name: string): Condition => when`newData.hasChild('${name}')`;
const oldHas = (name: string): Condition => when`data.hasChild('${name}')`;
const changesOne = (first: string, ...others: readonly string[]): Condition =>
  when`!(${keeps(first, ...others)})`;

const word = changeInLog(newFarmOfRecord);
const registration = named({
  wordOfContinuation: when`${newHas("continues")} ? 'continued' : 'undone'`,
  wordOfReplacement: when`${newHas("replacedBy")} ? 'replaced' : 'undone'`,
  /** Somebody may have linked the sensor in the meantime. */
  wordOfLink: when`!${newHas("greenhouse")} ? 'unlinked' : ${word} === 'moved' ? 'moved' : 'linked'`,
  hasBothOrNone: when`${newHas("continues")} === ${newHas("continuesFrom")}`,
  /** While another sensor continues this one, the mark stays. */
  keepsSuccessor: when`!${oldHas("replacedBy")} || ${newHas("replacedBy")} || ${after`registeredSensors/${"data.child('replacedBy').val()"}/continues`}.val() !== $uid`,
});
/**
 * How the log names the change. Of several changes, it names the first of these. Another change may be
 * repeated, but no registration: it would replace the sensor's own key.
 */
const expectedWord = [
  {
    isChanged: changesOne("continues", "continuesFrom"),
    expected: registration.wordOfContinuation,
  },
  { isChanged: when`!data.exists()`, expected: when`'registered'` },
  { isChanged: changesOne("replacedBy"), expected: registration.wordOfReplacement },
  { isChanged: changesOne("greenhouse"), expected: registration.wordOfLink },
  { isChanged: changesOne("role"), expected: when`'role'` },
  { isChanged: changesOne("sensorName", "sensorType"), expected: when`'renamed'` },
  { isChanged: changesOne("intervalSeconds"), expected: when`'interval'` },
].reduceRight(
  (others, { isChanged, expected }) => when`${isChanged} ? ${expected} : ${others}`,
  when`${word} !== 'registered' ? ${word} : 'key'`,
);

const OTHER = "newData.val()";
const newFarmOfParent = when`newData.parent().child('farmId').val()`;
const succession = named({
  isSame: when`newData.val() === data.val()`,
  isOtherSensor: when`${OTHER} !== $uid`,
  existsAfterwards: when`${after`registeredSensors/${OTHER}`}.exists()`,
  /** It belongs to the farm, has no greenhouse and names its successor. */
  isReplaced: all(
    when`${after`registeredSensors/${OTHER}/farmId`}.val() === ${newFarmOfParent}`,
    when`!${after`registeredSensors/${OTHER}/greenhouse`}.exists()`,
    when`${after`registeredSensors/${OTHER}/replacedBy`}.val() === $uid`,
  ),
  /** The same update removes it. */
  isRemoved: all(
    when`${farmOfSensor(OTHER)} === ${newFarmOfParent}`,
    when`!${before`registeredSensors/${OTHER}/replacedBy`}.exists()`,
  ),
  isSuccessor: when`${after`registeredSensors/${OTHER}/continues`}.val() === $uid`,
  hasNoOtherSuccessor: when`!data.exists() || ${after`registeredSensors/${"data.val()"}/continues`}.val() !== $uid`,
});

const namedEntry = when`${after`registeredSensors/$uid/entry`}.val()`;
const sensorKey = named({
  farmOfKey: when`data.exists() ? ${farmOfRecord} : ${registeredBy}`,
  /** The registration names a new entry of the log. */
  isLogged: (farm: Expression) =>
    all(
      changes((lookUp) => lookUp`registeredSensors/$uid/entry`),
      matches(changeInLog(farm, namedEntry), ["key", "registered", "continued"]),
    ),
  isNotInForceAfterwards: when`${after`registeredSensors/$uid/farmId`}.val() !== ${farmOfRecord}`,
});

export const SENSORS: Subtree = {
  registeredSensors: {
    ".read": isListOfOneFarm,
    ".indexOn": "farmId",
    $uid: {
      "//": "Written by the owners of the farm that registers the sensor. They may remove the sensor only together with its own key and its outputs: otherwise the key and the orders would be valid again for a new sensor with this uid. Reserved uids are fields of sensors/<greenhouseId>/current. A new uid must not look like a push key, because history stores uids and push keys side by side. Push keys begin with a hyphen until the year 2109.",
      ".key": when`data.exists() || ${isValidUid}`,
      ".read": when`${isFunctions} || ${isMember(farmOfRecord)}`,
      ".write": all(
        isNewEntry(newFarmOfRecord),
        when`${word} !== null`,
        when`${word} === (${expectedWord})`,
        registration.hasBothOrNone,
        registration.keepsSuccessor,
      ),
      ".remove": when`${isOwner(farmOfRecord)} && ${hasNoKeyAndOutputsAfterwards}`,
      ".complete": staysComplete("sensorName", "sensorType"),
      sensorName: text(),
      sensorType: text(),
      farmId: {
        ...ID,
        ".validate": when`newData.val() === data.val() || !data.parent().exists()`,
      },
      greenhouse: {
        "//": "A greenhouse of the same farm. Absent while the sensor is not linked.",
        ...ID,
        ".validate": when`${before`greenhouses/${"newData.val()"}/farmId`}.val() === newData.parent().child('farmId').val()`,
      },
      role: {
        "//": 'Absent means "air". Thresholds apply to air sensors.',
        ...oneOf(SENSOR_ROLES),
      },
      intervalSeconds: {
        "//": "The interval that the board is asked for. Absent: the greenhouse's, or none.",
        ...integer(INTERVAL_SECONDS.min, INTERVAL_SECONDS.max),
      },
      continues: {
        "//": "The sensor that this one replaced. Its readings before continuesFrom belong to this one. The same update marks it as replaced and unlinks it, or removes it. So if two people replace a sensor at once, the rules reject the second.",
        ...ID,
        ".validate": when`${succession.isSame} || (${succession.isOtherSensor} && (${succession.existsAfterwards} ? ${succession.isReplaced} : ${succession.isRemoved}))`,
      },
      continuesFrom: PAST,
      replacedBy: {
        "//": "The sensor that continues this one.",
        ...ID,
        ".validate": when`${succession.isSame} || (${succession.isSuccessor} && ${succession.hasNoOtherSuccessor})`,
      },
      entry: {
        "//": "The entry of the sensor's log about the last change of the registration or of the sensor's own key.",
        ...form("push key", PUSH_KEY),
      },
    },
  },

  "sensorKeys/$uid": {
    "//": "A sensor's own key. While farmId equals that of the registration, only this key authorizes the sensor's readings. Written by the owners of the farm that the sensor is registered by after the write. Removed by the owners of the registering farm or of the record's farm.",
    ".read": when`${isFunctions} || ${isOwner(sensorKey.farmOfKey)}`,
    ".write": when`${newFarmOfRecord} === ${after`registeredSensors/$uid/farmId`}.val() && ${sensorKey.isLogged(newFarmOfRecord)}`,
    ".remove": when`(${sensorKey.isNotInForceAfterwards} && (${isOwner(farmOfRecord)} || ${isOwner(registeredBy)})) || ${sensorKey.isLogged(farmOfRecord)}`,
    ".complete": has("farmId", "key"),
    farmId: CHECKED_VALUE,
    key: text(),
  },

  "ingest/$uid": {
    "//": "The key that authorized a sensor's newest signed reading. The functions write the key in the same update as the reading. So the database rejects a reading from the moment that its key is replaced, even if the functions still have the old key in memory. Nobody reads it. Owners remove it together with the sensor.",
    ...exactly(keyInForce("$uid")),
    ".write": isFunctions,
    ".remove": isOwner(registeredBy),
  },

  "lastSeen/$farmId": {
    "//": "When a sensor last sent a measurement, temperature with humidity, or a sign of life, by the database's clock. Readings with the key in the body have separate names. Owners remove the times together with the sensor. The jobs remove a time that was not renewed for 30 days.",
    ".read": when`${isJobs} || ${isMember("$farmId")}`,
    $uid: {
      ".remove": isOwner("$farmId"),
      $name: {
        ...exactly("now"),
        ".key": matches("$name", LAST_SEEN_NAMES),
        ".remove": when`${isJobs} && data.val() < now - ${KEPT_FOR_MS}`,
        ".write": when`${isFunctions} && ${isLinkedInFarm}`,
      },
    },
  },
};
