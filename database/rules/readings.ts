/** Readings: the newest values and the history. Only the functions write here. */

import { AMBIENT, MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import { MAX_HISTORY_PAGE } from "../client/pages.ts";
import { all, before, named, when } from "./condition.ts";
import { MAX_ENTRY_AGE_MS } from "@greenhouse/domain/reading-limits";
import type { Part } from "./condition.ts";
import {
  HELD,
  HELD_ELSEWHERE,
  ID_OF,
  isOfLast,
  isRecent,
  matches,
  MAX_WRITER_SKEW_MS,
  MEASURED,
  RECENT,
} from "./nodes.ts";
import type { Node, Subtree } from "./nodes.ts";
import { is, newValue } from "./predicates.ts";

const SENDER = "newData.child('uid').val()";
const BY_FUNCTIONS = { ".write": is.isFunctions };

const numbers = (names: readonly string[], more: Node = {}): Subtree =>
  Object.fromEntries(names.map((name) => [name, { ...MEASURED, ...more }]));

const its = named({
  /** The sensor's name or type, as it is registered; otherwise this. */
  isRegisteredOr: (other: Part) =>
    when`$field.matches(/^sensor(Name|Type)$/) ? newData.val() === ${before`registeredSensors/$uid/$field`}.val() : ${other}`,
  /** Its sensor's registered name, and a time of the last so many milliseconds. */
  isEntry: (uid: Part, maxAgeMs: Part) =>
    all(
      when`${newValue("sensorName")} === ${before`registeredSensors/${uid}/sensorName`}.val()`,
      isOfLast(newValue("updatedAt"), maxAgeMs),
    ),
});

/** A listener without a limit would get everything. */
const isPage = when`(query.limitToFirst === null ? query.limitToLast <= ${MAX_HISTORY_PAGE} : query.limitToFirst <= ${MAX_HISTORY_PAGE})`;

/** The newest of one sensor: each field by itself, its registered name and type among them. */
function newest(numbers: readonly string[]): Node {
  const isNumber = when`newData.isNumber() && ${matches("$field", numbers)}`;
  return {
    ".value": its.isRegisteredOr(isNumber),
    ".write": when`${is.isFunctions} && ${is.isLinkedHere("$uid")}`,
  };
}

export const READINGS: Subtree = {
  "sensors/$greenhouseId": {
    "//": "Readings of sensors that are linked to the greenhouse: without a greenhouse they would belong to nobody, and no greenhouse could ever get this id. Only the functions write here, single fields and whole new entries of history. Times are within ten minutes of now; entries of signed history may be 31 days old.",
    ".key": when`${before`greenhouses/$greenhouseId`}.exists()`,
    ".read": is.isMember(is.farmOfGreenhouse),
    current: {
      "//": "Signed: the newest of all sensors. No sensor is named here; these come in one update with bySensor. Key in the body: the newest of one sensor.",
      ".read": is.isJobs,
      ...numbers(AMBIENT, BY_FUNCTIONS),
      updatedAt: { ...RECENT, ...BY_FUNCTIONS },
      "$uid/$field": {
        ...newest([...AMBIENT, "updatedAt"]),
        ".validate": when`$field !== 'updatedAt' || (${isRecent("newData.val()")})`,
      },
    },
    bySensor: {
      "//": "Signed: the newest of one sensor.",
      ".read": is.isJobs,
      "$uid/$field": newest(MEASUREMENTS),
    },
    history: {
      "//": "The jobs read a part of it, by key. An entry is new, or equal to the stored one: what was not acknowledged is sent again. The sensorName of a signed one follows the registration.",
      ".read": when`${is.isJobs} && query.orderByKey && ${isPage}`,
      $key: {
        "//": "Signed: an entry, under a push key. With the key in the body $key is the uid, and the entries are below.",
        ".write": when`${is.isFunctions} && ${is.isLinkedHere(SENDER)} && ${is.isNewOrSame("uid", ...MEASUREMENTS, "updatedAt")}`,
        ".whole": HELD_ELSEWHERE,
        ".validate": when`!newData.hasChild('uid') || ($key.length <= 20 && ${its.isEntry(SENDER, MAX_ENTRY_AGE_MS)})`,
        uid: ID_OF,
        sensorName: HELD,
        ...numbers(MEASUREMENTS),
        updatedAt: HELD,
        $pushKey: {
          ".write": all(
            when`newData.exists()`,
            is.isFunctions,
            is.isLinkedHere("$key"),
            is.isNewOrSame("sensorName", ...AMBIENT, "updatedAt"),
          ),
          ".validate": when`!newData.parent().hasChild('uid') && $pushKey.length <= 20 && ${its.isEntry("$key", MAX_WRITER_SKEW_MS)}`,
          ".whole": HELD_ELSEWHERE,
          sensorName: HELD,
          ...numbers(AMBIENT),
          updatedAt: HELD,
        },
      },
    },
  },
};
