/** Outputs of boards: their definitions, their orders, the log of orders, and the boards' reports. */

import {
  MAX_VALUE,
  LEASE_SECONDS,
  MAX_ON_SECONDS,
  MAX_ORDER_MS,
  MAX_VERSION,
  MAX_ORDER_DELAY_MS,
  MIN_HOLD_LEASE_SECONDS,
  OUTPUT_NAME,
  OUTPUT_PLACES,
} from "@greenhouse/domain/outputs/limits";
import { OUTPUT_KINDS, OUTPUT_REASONS } from "@greenhouse/domain/outputs/model";
import { FIRST_VERSION_STEP } from "@greenhouse/domain/outputs/ordering";
import { PLAN_AUTHOR } from "@greenhouse/domain/outputs/plans/model";
import { after, all, before, named, when } from "./condition.ts";
import type { Condition } from "./condition.ts";
import * as node from "./nodes.ts";
import type { Subtree } from "./nodes.ts";
import { isRenewal, mayPlanOrder } from "./plan-orders.ts";
import { has, isFunctions, isJobs, isMember, isOwner, isPushKey, newValue } from "./predicates.ts";

const FARM = "$farmId";
const { exactly, INTEGER, integer, oneOf, text, TRUE } = node;
const isFarmOwner = isOwner(FARM);
const SHARED = { ".read": when`${isJobs} || ${isMember(FARM)}` };
const VERSION = newValue("version");
const MS_PER_VERSION = 1_000 / FIRST_VERSION_STEP;
const VALUE = integer(0, MAX_VALUE.level);
const UNCHANGEABLE = { ".validate": when`!data.exists() || newData.val() === data.val()` };
/** The jobs order for the output's plan. */
const AUTHOR = when`(${isJobs} ? '${PLAN_AUTHOR}' : auth.uid)`;
const equalToOrder = (field: string) =>
  exactly(when`${after`outputOrders/$farmId/$uid/$output/${`'${field}'`}`}.val()`);

const ENTRY = newValue("entry");
/** The place of the output that `$place` names, before and after the write. */
const placeBefore = before`outputs/$farmId/$uid/${"data.val()"}/place`;
const placeAfter = after`outputs/$farmId/$uid/${"data.val()"}/place`;

/** Roots with the records of outputs, except their definitions. */
const RECORD_ROOTS = ["outputOrders", "outputLog", "outputStates", "outputPlans", "outputPlanRuns"];
const hasNoneOf = (pathIn: (root: string) => Condition, roots = RECORD_ROOTS): Condition =>
  all(...roots.map((root) => when`!${pathIn(`'${root}'`)}.exists()`));
/** An order to switch on has the field. An order to switch off does not. */
const hasIfOn = (field: string): Condition =>
  when`newData.hasChild(${`'${field}'`}) !== (newData.child('value').val() === 0)`;

/** Computed from the time (domain/outputs/ordering.ts), so that no first version is one higher than another. */
const isFirstVersion = all(
  when`${VERSION} % ${FIRST_VERSION_STEP} === 0`,
  node.isRecent(when`${VERSION} * ${MS_PER_VERSION}`),
);

const output = named({
  /** The same update may register it, in the place of a board with outputs. */
  isSensorOfFarm: when`${after`registeredSensors/$uid/farmId`}.val() === $farmId`,
  mayOrder: when`${isFarmOwner} || (${isMember(FARM)} && ${before`outputs/$farmId/$uid/$output/viewersMay`}.val() === true)`,
  isNextOrderVersion: when`data.exists() ? ${VERSION} === data.child('version').val() + 1 : ${isFirstVersion}`,
  /** The update adds the order's own entry to the log. */
  isLogged: all(
    when`!${before`outputLog/$farmId/$uid/$output/${ENTRY}`}.exists()`,
    when`${after`outputLog/$farmId/$uid/$output/${ENTRY}/version`}.val() === ${VERSION}`,
  ),
  isEntryOfOrder: all(
    when`${before`outputOrders/$farmId/$uid/$output/entry`}.val() !== $key`,
    when`${after`outputOrders/$farmId/$uid/$output/entry`}.val() === $key`,
  ),
  isValueOfKind: when`newData.val() <= 1 || ${before`outputs/$farmId/$uid/$output/kind`}.val() === 'level'`,
  hasUntilIfOn: hasIfOn("until"),
  /** The SDKs repeat an unconfirmed write, even much later. `asked` limits how late an order may arrive. */
  hasAskedIfOn: hasIfOn("asked"),
  hasPlace: when`${after`outputPlaces/$farmId/$uid/${"newData.child('place').val()"}`}.val() === $output`,
  /**
   * The output that the place names does not exist, is removed in this update, or has another place. Even that output
   * may get the place again.
   */
  isPlaceFree: when`!data.exists() || ${placeBefore}.val() !== $place || ${placeAfter}.val() !== $place`,
  isPlaceOfOutput: when`${after`outputs/$farmId/$uid/${"newData.val()"}/place`}.val() === $place`,
  /** With a shorter lease, a plan of the kind "hold" would go off between two checks. */
  isLongEnoughForPlan: when`newData.val() >= ${MIN_HOLD_LEASE_SECONDS} || newData.val() === data.val() || ${after`outputPlans/$farmId/$uid/$output/kind`}.val() !== 'hold'`,
  isDefined: when`${before`outputs/$farmId/$uid/$output`}.exists()`,
  isNotDefinedAfterwards: when`!${after`outputs/$farmId/$uid/$output`}.exists()`,
  hasNoRecordsAfterwards: hasNoneOf((root) => after`${root}/$farmId/$uid/$output`),
  boardHasNoOutputsAfterwards: when`!${after`outputs/$farmId/$uid`}.exists()`,
  boardHasNoRecordsAfterwards: hasNoneOf(
    (root) => after`${root}/$farmId/$uid`,
    [...RECORD_ROOTS, "outputPlaces"],
  ),
});
/**
 * Records of an output are removed with its definition or later, never earlier. Otherwise a new output would inherit
 * orders.
 */
export const REMOVED_AFTER_OUTPUTS = {
  ".remove": when`${isFarmOwner} && ${output.boardHasNoOutputsAfterwards}`,
};
export const REMOVED_AFTER_DEFINITION = {
  ".remove": when`${isFarmOwner} && ${output.isNotDefinedAfterwards}`,
};

export const OUTPUTS: Subtree = {
  "outputs/$farmId": {
    "//": "What a board can switch or set to a level. Written by the owners of the sensor's farm. Removed together with all its records: otherwise an order would be valid again for a new output with this name, or for a new sensor with this uid.",
    ...SHARED,
    $uid: {
      ".read": isFunctions,
      ".remove": when`${isFarmOwner} && ${output.boardHasNoRecordsAfterwards}`,
      $output: {
        // The rules of `outputPlaces` limit the output's name.
        ".write": all(isFarmOwner, output.isSensorOfFarm, output.hasPlace),
        ".remove": when`${isFarmOwner} && ${output.hasNoRecordsAfterwards}`,
        ".complete": has("name", "kind", "leaseSeconds", "maxOnSeconds", "place"),
        name: text(),
        kind: { ...oneOf(OUTPUT_KINDS), ...UNCHANGEABLE },
        place: { ...oneOf(OUTPUT_PLACES), ...UNCHANGEABLE },
        leaseSeconds: {
          ...integer(LEASE_SECONDS.min, LEASE_SECONDS.max),
          ".validate": all(INTEGER[".validate"], output.isLongEnoughForPlan),
        },
        maxOnSeconds: integer(MAX_ON_SECONDS.min, MAX_ON_SECONDS.max),
        viewersMay: TRUE,
      },
    },
  },

  "outputPlaces/$farmId": {
    "//": "Which output has which place of its board. A board has as many places as it may have outputs, and each definition needs a place that names it. A place is free again when the output that it names no longer exists.",
    $uid: {
      ...REMOVED_AFTER_OUTPUTS,
      $place: {
        ...node.form("name of an output", OUTPUT_NAME),
        ".key": node.matches("$place", OUTPUT_PLACES),
        ".write": all(isFarmOwner, output.isPlaceFree, output.isPlaceOfOutput),
        // A write must have a value: `isPlaceOfOutput` needs an output with this name.
        ".complete": node.CHECKED_ELSEWHERE,
      },
    },
  },

  "outputOrders/$farmId": {
    "//": "The current order. Owners may order, and viewers if the output's viewersMay is true. The jobs order for plans. Each order is one version higher. So if two people order at once, the rules reject one of them. The same update adds the order to the log, unless it renews the order of a plan.",
    ...SHARED,
    $uid: {
      ".read": isFunctions,
      ...REMOVED_AFTER_OUTPUTS,
      $output: {
        ".write": all(
          when`${output.mayOrder} || ${mayPlanOrder}`,
          output.isDefined,
          output.isNextOrderVersion,
          when`(newData.hasChild('since') ? ${isRenewal} : ${output.isLogged})`,
          output.hasUntilIfOn,
          output.hasAskedIfOn,
        ),
        ...REMOVED_AFTER_DEFINITION,
        // Its entry in the log must be complete.
        ".complete": node.CHECKED_ELSEWHERE,
        value: { ...VALUE, ".validate": all(INTEGER[".validate"], output.isValueOfKind) },
        // `isNextOrderVersion` accepts only whole numbers.
        version: node.CHECKED_VALUE,
        until: { ...node.timeUpTo(MAX_ORDER_MS), ...INTEGER },
        by: exactly(AUTHOR),
        at: exactly("now"),
        asked: node.timeWithin(MAX_ORDER_DELAY_MS),
        // Only an order of the jobs that renews the order before.
        since: node.CHECKED_VALUE,
        entry: node.CHECKED_VALUE,
      },
    },
  },

  "outputLog/$farmId": {
    "//": "Who ordered what. The update of each order adds an entry, except of one that renews a plan's order. The order's rule checks who may order. Nobody changes an entry.",
    ".read": isMember(FARM),
    $uid: {
      ...REMOVED_AFTER_OUTPUTS,
      $output: {
        ".indexOn": "at",
        ...REMOVED_AFTER_DEFINITION,
        $key: {
          ".key": isPushKey("$key"),
          ".write": all(output.isEntryOfOrder, output.hasUntilIfOn),
          ".complete": has("value", "version", "by", "at"),
          value: equalToOrder("value"),
          version: node.CHECKED_VALUE,
          until: equalToOrder("until"),
          by: equalToOrder("by"),
          at: equalToOrder("at"),
        },
      },
    },
  },

  "outputStates/$farmId": {
    "//": "A board's last report, from a signed request. The functions write the report together with the key that authorized it. A late or repeated request does not replace a newer report, unless the board's clock is ahead (docs/outputs.md).",
    ...SHARED,
    $uid: {
      ...REMOVED_AFTER_OUTPUTS,
      $output: {
        ".write": all(
          isFunctions,
          output.isSensorOfFarm,
          output.isDefined,
          when`!data.exists() || newData.child('at').val() >= data.child('at').val()`,
        ),
        ...REMOVED_AFTER_DEFINITION,
        ".complete": has("value", "version", "reason", "at", "heard"),
        value: VALUE,
        version: integer(0, MAX_VERSION),
        // A fallback never keeps an output off.
        reason: {
          ...oneOf(OUTPUT_REASONS),
          ".validate": when`newData.val() !== 'fallback' || newData.parent().child('value').val() > 0`,
        },
        at: node.RECENT,
        heard: exactly("now"),
        since: {
          ".value": when`newData.val() > 0 && newData.val() <= newData.parent().child('at').val()`,
        },
      },
    },
  },
};
