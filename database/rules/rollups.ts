/** Rollups: the jobs fold each hour and each UTC day of history into a few figures. */

import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import { QUANTITIES } from "@greenhouse/domain/quantities/measurements";
import { LEVELS, MAX_FOLDED_SENSORS } from "@greenhouse/domain/rollups/rollups";
import { after, before, when } from "./condition.ts";
import { BOOLEAN, CHECKED_VALUE, form, integer, matches, MEASURED, PAST } from "./nodes.ts";
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

/** The mark belongs to a sensor, or to an entry of signed history. */
const isEntry = when`${after`sensors/$greenhouseId/history/$key`}.hasChild('uid')`;
const isMarkOfReading = when`(newData.val() === true ? ${isEntry} : ${isLinkedHere("$key")})`;
/** The fold has read the mark, and no later entry has renewed it. */
const isMarkTaken = when`(!data.isNumber() || data.val() <= ${after`rollupCoverage/$greenhouseId/lateUntil`}.val())`;

/** The figures of twelve parts: at most three numbers of ten characters each, and their separators. */
const FINE_HOUR = form("figures of each five minutes", "^[0-9./,-]+$", 440);

/** A number of readings or sensors: at least 1, because an hour without readings has no rollup. */
const count = (max: number): Node => integer(1, max);
/** At most one reading per millisecond, the resolution of a reading's time. */
const READINGS = count(DAY_MS);

/** Figures by level, quantity and the start of the hour or day. */
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
    "//": "The hours of a greenhouse that are folded into rollups. Only the jobs can raise the version, by one in each fold's update. So if two folds run at once, the rules reject one of them.",
    ...READ,
    ".write": when`${isJobs} && ${isNextVersion(".child('version')")} && ${before`greenhouses/$greenhouseId`}.exists()`,
    ".complete": has("from", "until"),
    version: CHECKED_VALUE,
    from: FULL_HOUR,
    until: FULL_HOUR,
    prunedUntil: FULL_HOUR,
    fineFrom: FULL_HOUR,
    lateUntil: PAST,
    correctedAt: PAST,
    again: {
      "//": "The hours that are folded again after changes of calibrations and exclusions, the next of them, and since when the changes were made.",
      ".complete": has("from", "next", "until"),
      from: FULL_HOUR,
      next: FULL_HOUR,
      until: FULL_HOUR,
      since: PAST,
    },
  },
  "rollups/$greenhouseId": {
    "//": "One sensor: an hour or a UTC day, which the jobs fold from history.",
    ...READ,
    $uid: figures(["min", "max", "sum"], READINGS),
  },
  "greenhouseRollups/$greenhouseId": {
    "//": "The same for all air sensors of a greenhouse together.",
    ...READ,
    ...figures(["min", "max", "median"], count(MAX_FOLDED_SENSORS)),
    fiveMinutes: {
      "//": "Each five minutes of an hour of the last days, as one text: lowest/median/highest, separated by commas.",
      $quantity: {
        ".key": matches("$quantity", QUANTITIES),
        $startMs: { ".key": isHour, ".write": isNextFold, ".remove": isNextFold, ...FINE_HOUR },
      },
    },
  },
  "rollupSensors/$greenhouseId": {
    "//": "The sensors that have rollups in a greenhouse, including removed sensors. The value tells whether the greenhouse's own rollups include the sensor.",
    ...READ,
    $uid: { ...BOOLEAN, ".write": isNextFold },
  },
  "rollupDue/$greenhouseId": {
    "//": "Marks: a sensor has late entries in an hour of history, so the jobs fold the hour again. The functions set a mark to the time of the write. The jobs remove the mark in the update that folds its hour. That update stores the time up to which it took marks, so a mark that a later entry has renewed stays. Functions of earlier versions mark an hour with the key of each entry.",
    ...READ,
    $startMs: {
      ".key": isHour,
      $key: {
        ".value": {
          text: `newData.val() === now || newData.val() === true`,
          summary: "now, or true for an entry",
        },
        ".write": when`${isFunctions} && ${isMarkOfReading}`,
        ".remove": when`${isNextFold} && ${isMarkTaken}`,
      },
    },
  },
};
