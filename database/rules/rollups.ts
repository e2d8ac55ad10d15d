/** Rollups: the figures of an hour and of a UTC day, folded from history by the jobs. */

import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import { QUANTITIES } from "@greenhouse/domain/quantities/measurements";
import { LEVELS, MAX_FOLDED_SENSORS } from "@greenhouse/domain/rollups/rollups";
import { after, before, when } from "./condition.ts";
import { CHECKED_VALUE, integer, matches, MEASURED, PAST } from "./nodes.ts";
import type { Node, Subtree } from "./nodes.ts";
import {
  farmOfGreenhouse,
  has,
  isFunctions,
  isJobs,
  isLinkedHere,
  isMember,
  isNextFold,
  isNextVersion,
} from "./predicates.ts";

const READ = { ".read": when`${isJobs} || ${isMember(farmOfGreenhouse)}` };
const FULL_HOUR = { ...PAST, ".validate": when`newData.val() % ${HOUR_MS} === 0` };
const isHour = matches("$startMs", "^[1-9][0-9]{7}00000$");

/** A mark is of a sensor, or of an entry of signed history. */
const isMarkOfReading = when`(newData.val() === true ? ${after`sensors/$greenhouseId/history/$key`}.hasChild('uid') : ${isLinkedHere("$key")})`;
/** The fold took the mark: no later entry renewed it. */
const isMarkTaken = when`(!data.isNumber() || data.val() <= ${after`rollupCoverage/$greenhouseId/lateUntil`}.val())`;

/** At least one: where nothing was measured there is no rollup. */
const count = (max: number): Node => integer(1, max);
/** No more than one reading a millisecond: a time can be no finer. */
const READINGS = count(DAY_MS);

/** By level, quantity and the start of the hour or day. */
function figures(measured: readonly string[], n: Node): Node {
  return {
    $level: {
      ".key": matches("$level", LEVELS),
      $quantity: {
        ".key": matches("$quantity", QUANTITIES),
        $startMs: {
          ".key": isHour,
          ".write": isNextFold,
          ".remove": isNextFold,
          ".complete": has(...measured, "n"),
          ...Object.fromEntries(measured.map((field) => [field, MEASURED])),
          n,
        },
      },
    },
  };
}

export const ROLLUPS: Subtree = {
  "rollupCoverage/$greenhouseId": {
    "//": "Which hours of a greenhouse are folded into rollups. Each fold of the jobs raises the version by one in the same update, and nobody else can: of two folds at once, one is refused.",
    ...READ,
    ".write": when`${isJobs} && ${isNextVersion(".child('version')")} && ${before`greenhouses/$greenhouseId`}.exists()`,
    ".complete": has("from", "until"),
    version: CHECKED_VALUE,
    from: FULL_HOUR,
    until: FULL_HOUR,
    prunedUntil: FULL_HOUR,
    lateUntil: PAST,
  },
  "rollups/$greenhouseId": {
    "//": "An hour or a UTC day of one sensor, as the jobs fold it from history.",
    ...READ,
    $uid: figures(["min", "max", "sum"], READINGS),
  },
  "greenhouseRollups/$greenhouseId": {
    "//": "The same of all air sensors of a greenhouse.",
    ...READ,
    ...figures(["min", "max", "median"], count(MAX_FOLDED_SENSORS)),
  },
  "rollupSensors/$greenhouseId": {
    "//": "The sensors that have rollups in a greenhouse, also removed ones: whether each counts for the greenhouse.",
    ...READ,
    $uid: { ".value": when`newData.isBoolean()`, ".write": isNextFold },
  },
  "rollupDue/$greenhouseId": {
    "//": "Sensors with late entries in an hour of history: the hour is folded again. The functions set the mark to the time of the write. The jobs remove a mark with the fold of its hour. The fold says up to when it took marks: a mark that a later entry renewed stays. Functions of earlier versions mark an hour with the key of each entry.",
    ...READ,
    $startMs: {
      ".key": isHour,
      $key: {
        ".value": {
          text: `newData.val() === now || newData.val() === true`,
          summary: "now, or true of an entry",
        },
        ".write": when`${isFunctions} && ${isMarkOfReading}`,
        ".remove": when`${isNextFold} && ${isMarkTaken}`,
      },
    },
  },
};
