/** What people store to correct readings: calibrations and exclusions. And the imports that brought readings. */

import { IMPORT_ID } from "@greenhouse/domain/history/imports";
import {
  CHANGE_KEY,
  MAX_CHANGE_NOTE_CHARACTERS,
  MAX_EXCLUSION_AHEAD_MS,
  MAX_EXCLUSION_MS,
  OFFSET,
  SCALE,
  UNDONE_KEPT_MS,
} from "@greenhouse/domain/quantities/corrections-model";
import { MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import { PUSH_KEY } from "@greenhouse/domain/identity/push-key";
import { all, named, when } from "./condition.ts";
import type { Condition } from "./condition.ts";
import {
  CHECKED_VALUE,
  form,
  matches,
  MAX_WRITER_SKEW_MS,
  number,
  oneOf,
  PAST,
  text,
} from "./nodes.ts";
import type { Node, Subtree } from "./nodes.ts";
import { has, isJobs, isMember, keeps, newValue } from "./predicates.ts";
import { changeInLog, isNewEntry } from "./sensor-log.ts";

const FARM = "$farmId";
const SHARED = { ".read": when`${isJobs} || ${isMember(FARM)}` };
const NEW_SPAN = when`${newValue("until")} - ${newValue("from")}`;

const change = named({
  /** The place of a change that was undone is free again after a time. */
  isFree: when`!data.exists() || (data.hasChild('undoneAt') && data.child('undoneAt').val() < now - ${UNDONE_KEPT_MS})`,
  isSpan: when`${NEW_SPAN} > 0 && ${NEW_SPAN} <= ${MAX_EXCLUSION_MS}`,
  isInForce: when`!newData.hasChild('undoneAt') && !newData.hasChild('undoneBy')`,
  isByWriter: when`${newValue("by")} === auth.uid && ${newValue("at")} === now`,
  isUndoneByWriter: when`${newValue("undoneBy")} === auth.uid && ${newValue("undoneAt")} === now`,
});

/**
 * A change of a sensor's readings. After it was stored, it can only be undone. The rules of its entry in the log check
 * that the writer is an owner, and that the farm has or had the sensor.
 * @param what how the log names it
 * @param complete when a new change is complete
 * @param fields of the change itself, all of them bounded
 */
function changeOf(what: string, complete: Condition, fields: Subtree): Node {
  const isNew = all(change.isByWriter, change.isInForce, when`${changeInLog(FARM)} === '${what}'`);
  const isUndo: Condition = all(
    keeps("by", "at", "note", ...Object.keys(fields)),
    when`!data.hasChild('undoneAt')`,
    change.isUndoneByWriter,
    when`${changeInLog(FARM)} === 'undone'`,
  );
  return {
    ".key": matches("$key", CHANGE_KEY),
    ".write": all(isNewEntry(FARM), when`(${change.isFree} ? ${isNew} : ${isUndo})`),
    ".complete": complete,
    ...fields,
    note: text(MAX_CHANGE_NOTE_CHARACTERS),
    by: CHECKED_VALUE,
    at: CHECKED_VALUE,
    undoneBy: CHECKED_VALUE,
    undoneAt: CHECKED_VALUE,
    entry: form("push key", PUSH_KEY),
  };
}

export const CORRECTIONS: Subtree = {
  "calibrations/$farmId": {
    "//": "How readings of a quantity are corrected from a time on. Written by owners. Nobody removes one: an owner can undo it, and it stays so that the jobs fold its readings again. The rules cannot count children, so the keys are a0 to f9.",
    ...SHARED,
    "$uid/$quantity": {
      ".key": matches("$quantity", MEASUREMENTS),
      $key: changeOf("calibrated", has("from", "scale", "offset"), {
        from: PAST,
        scale: { ...number(SCALE.min, SCALE.max), ".validate": when`newData.val() !== 0` },
        offset: number(OFFSET.min, OFFSET.max),
      }),
    },
  },

  "exclusions/$farmId": {
    "//": "Readings that do not count: all of a sensor, of a quantity or of an import, from one time to before another. Otherwise like calibrations.",
    ...SHARED,
    "$uid/$key": changeOf("excluded", change.isSpan, {
      // `isSpan` checks that it is before `until`.
      from: { ".value": when`newData.val() > 0` },
      until: {
        ".value": when`newData.val() < now + ${MAX_EXCLUSION_AHEAD_MS + MAX_WRITER_SKEW_MS}`,
      },
      quantity: oneOf(MEASUREMENTS),
      import: form("id of an import", IMPORT_ID),
    }),
  },

  "imports/$farmId": {
    "//": "Readings that the command line imported. Only administrators write here.",
    ".read": isMember(FARM),
  },
};
