/** Readings: the newest values and the history. Only the functions write here. */

import { IMPORT_ID } from "@greenhouse/domain/history/imports";
import { AMBIENT, MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import { MAX_HISTORY_PAGE } from "../client/pages.ts";
import { all, before, named, when } from "./condition.ts";
import { MAX_ENTRY_AGE_MS } from "@greenhouse/domain/reading-limits";
import type { Expression } from "./condition.ts";
import {
  CHECKED_VALUE,
  CHECKED_ELSEWHERE,
  form,
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
  /** The field is the sensor's registered name or type, or the other condition holds. */
  isRegisteredNameOr: (other: Expression) =>
    when`$field.matches(/^sensor(Name|Type)$/) ? newData.val() === ${before`registeredSensors/$uid/$field`}.val() : ${other}`,
  /** The entry has its sensor's registered name and a time that is at most `maxAgeMs` old. */
  isEntryOfSensor: (uid: Expression, maxAgeMs: Expression) =>
    all(
      when`${newValue("sensorName")} === ${before`registeredSensors/${uid}/sensorName`}.val()`,
      isYoungerThan(newValue("updatedAt"), maxAgeMs),
    ),
});

/** A listener without a limit would get the whole history. */
const isLastPage = when`query.limitToLast <= ${MAX_HISTORY_PAGE}`;
const isFirstPage = when`query.limitToFirst <= ${MAX_HISTORY_PAGE}`;
const isPage = when`(query.limitToFirst === null ? ${isLastPage} : ${isFirstPage})`;

/** The newest values of one sensor. Each field is written separately, also the registered name and type. */
function newest(numbers: readonly string[]): Node {
  const isNumber = when`newData.isNumber() && ${matches("$field", numbers)}`;
  return {
    ".value": reading.isRegisteredNameOr(isNumber),
    ".write": when`${isFunctions} && ${isLinkedHere("$uid")}`,
  };
}

export const READINGS: Subtree = {
  "sensors/$greenhouseId": {
    "//": "Readings of sensors that are linked to the greenhouse. The greenhouse must exist: otherwise the readings would belong to nobody, and no greenhouse could ever get this id. Only the functions write here: single fields, and whole new entries of history. Times must be within ten minutes of now. Entries of signed history may be 31 days old.",
    ".key": when`${before`greenhouses/$greenhouseId`}.exists()`,
    ".read": isMember(farmOfGreenhouse),
    current: {
      "//": "Signed readings: the newest values of all sensors, without the sensors' names. They are written in the same update as bySensor. Readings with the key in the body: the newest values of one sensor.",
      ".read": isJobs,
      ...numbers(AMBIENT, BY_FUNCTIONS),
      updatedAt: { ...RECENT, ...BY_FUNCTIONS },
      "$uid/$field": {
        ...newest([...AMBIENT, "updatedAt"]),
        ".validate": when`$field !== 'updatedAt' || (${isRecent("newData.val()")})`,
      },
    },
    bySensor: {
      "//": "Signed readings: the newest values of one sensor.",
      ".read": isJobs,
      "$uid/$field": newest(MEASUREMENTS),
    },
    history: {
      "//": "The jobs read pages of it, by key. An entry must be new or equal to the stored entry, because senders repeat an unconfirmed reading. The sensorName of a signed entry follows the registration.",
      ".read": when`${isJobs} && query.orderByKey && ${isPage}`,
      $key: {
        "//": "Signed readings: $key is a push key, and this is an entry. Readings with the key in the body: $key is the uid, and the entries are below.",
        ".write": when`${isFunctions} && ${isLinkedHere(SENDER)} && ${isNewOrSame("uid", ...MEASUREMENTS, "updatedAt", "import")}`,
        ".complete": CHECKED_ELSEWHERE,
        ".validate": when`!newData.hasChild('uid') || ($key.length <= 20 && ${reading.isEntryOfSensor(SENDER, MAX_ENTRY_AGE_MS)})`,
        uid: ID,
        sensorName: CHECKED_VALUE,
        ...numbers(MEASUREMENTS),
        updatedAt: {
          "//": "The functions look up whether an entry is stored.",
          ".read": isFunctions,
          ...CHECKED_VALUE,
        },
        import: form("id of an import", IMPORT_ID),
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
