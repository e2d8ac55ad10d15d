/** Readings: the newest values and the history. Only the functions write here. */

import { AMBIENT, MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import { MAX_HISTORY_PAGE } from "../client/pages.ts";
import { all, before, named, when } from "./condition.ts";
import { MAX_ENTRY_AGE_MS } from "@greenhouse/domain/reading-limits";
import type { Expression } from "./condition.ts";
import {
  CHECKED_VALUE,
  CHECKED_ELSEWHERE,
  ID,
  isYoungerThan,
  isRecent,
  matches,
  MAX_WRITER_SKEW_MS,
  MEASURED,
  RECENT,
} from "./nodes.ts";
import type { Node, Subtree } from "./nodes.ts";
import {
  farmOfGreenhouse,
  isFunctions,
  isJobs,
  isLinkedHere,
  isMember,
  isNewOrSame,
  newValue,
} from "./predicates.ts";

const SENDER = "newData.child('uid').val()";
const BY_FUNCTIONS = { ".write": isFunctions };

const numbers = (names: readonly string[], more: Node = {}): Subtree =>
  Object.fromEntries(names.map((name) => [name, { ...MEASURED, ...more }]));

const reading = named({
  /** The sensor's name or type, as it is registered; otherwise this. */
  isRegisteredNameOr: (other: Expression) =>
    when`$field.matches(/^sensor(Name|Type)$/) ? newData.val() === ${before`registeredSensors/$uid/$field`}.val() : ${other}`,
  /** Its sensor's registered name, and a time of the last so many milliseconds. */
  isEntryOfSensor: (uid: Expression, maxAgeMs: Expression) =>
    all(
      when`${newValue("sensorName")} === ${before`registeredSensors/${uid}/sensorName`}.val()`,
      isYoungerThan(newValue("updatedAt"), maxAgeMs),
    ),
});

/** A listener without a limit would get everything. */
const isPage = when`(query.limitToFirst === null ? query.limitToLast <= ${MAX_HISTORY_PAGE} : query.limitToFirst <= ${MAX_HISTORY_PAGE})`;

/** The newest of one sensor: each field by itself, its registered name and type among them. */
function newest(numbers: readonly string[]): Node {
  const isNumber = when`newData.isNumber() && ${matches("$field", numbers)}`;
  return {
    ".value": reading.isRegisteredNameOr(isNumber),
    ".write": when`${isFunctions} && ${isLinkedHere("$uid")}`,
  };
}

export const READINGS: Subtree = {
  "sensors/$greenhouseId": {
    "//": "Readings of sensors that are linked to the greenhouse: without a greenhouse they would belong to nobody, and no greenhouse could ever get this id. Only the functions write here, single fields and whole new entries of history. Times are within ten minutes of now; entries of signed history may be 31 days old.",
    ".key": when`${before`greenhouses/$greenhouseId`}.exists()`,
    ".read": isMember(farmOfGreenhouse),
    current: {
      "//": "Signed: the newest of all sensors. No sensor is named here; these come in one update with bySensor. Key in the body: the newest of one sensor.",
      ".read": isJobs,
      ...numbers(AMBIENT, BY_FUNCTIONS),
      updatedAt: { ...RECENT, ...BY_FUNCTIONS },
      "$uid/$field": {
        ...newest([...AMBIENT, "updatedAt"]),
        ".validate": when`$field !== 'updatedAt' || (${isRecent("newData.val()")})`,
      },
    },
    bySensor: {
      "//": "Signed: the newest of one sensor.",
      ".read": isJobs,
      "$uid/$field": newest(MEASUREMENTS),
    },
    history: {
      "//": "The jobs read a part of it, by key. An entry is new, or equal to the stored one: what was not acknowledged is sent again. The sensorName of a signed one follows the registration.",
      ".read": when`${isJobs} && query.orderByKey && ${isPage}`,
      $key: {
        "//": "Signed: an entry, under a push key. With the key in the body $key is the uid, and the entries are below.",
        ".write": when`${isFunctions} && ${isLinkedHere(SENDER)} && ${isNewOrSame("uid", ...MEASUREMENTS, "updatedAt")}`,
        ".complete": CHECKED_ELSEWHERE,
        ".validate": when`!newData.hasChild('uid') || ($key.length <= 20 && ${reading.isEntryOfSensor(SENDER, MAX_ENTRY_AGE_MS)})`,
        uid: ID,
        sensorName: CHECKED_VALUE,
        ...numbers(MEASUREMENTS),
        updatedAt: CHECKED_VALUE,
        $pushKey: {
          ".write": all(
            when`newData.exists()`,
            isFunctions,
            isLinkedHere("$key"),
            isNewOrSame("sensorName", ...AMBIENT, "updatedAt"),
          ),
          ".validate": when`!newData.parent().hasChild('uid') && $pushKey.length <= 20 && ${reading.isEntryOfSensor("$key", MAX_WRITER_SKEW_MS)}`,
          ".complete": CHECKED_ELSEWHERE,
          sensorName: CHECKED_VALUE,
          ...numbers(AMBIENT),
          updatedAt: CHECKED_VALUE,
        },
      },
    },
  },
};
