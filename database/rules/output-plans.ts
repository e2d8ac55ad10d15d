/** Plans of outputs, their runs, and the list of farms with plans. */

import { MAX_VERSION, MIN_HOLD_LEASE_SECONDS } from "@greenhouse/domain/outputs/limits";
import {
  CYCLES,
  FOR_SECONDS,
  FRESH_MINUTES,
  HOLD_RUN_ID,
  LEVEL,
  LOCAL_TIME,
  MAX_PAUSE_MS,
  MIN_OFF_SECONDS,
  MIN_ON_SECONDS,
  PAUSE_SECONDS,
  PLAN_DAYS,
  PLAN_TIME,
  TIME_KEYS,
  TIMES_RUN_ID,
} from "@greenhouse/domain/outputs/plans/limits";
import {
  PLAN_ACTIONS,
  PLAN_KINDS,
  PLAN_QUANTITIES,
  PLAN_REASONS,
} from "@greenhouse/domain/outputs/plans/model";
import { MAX_PERSON_CHARACTERS } from "@greenhouse/domain/identity/keys";
import { SECOND_MS } from "@greenhouse/domain/time";
import { after, all, before, named, when } from "./condition.ts";
import * as node from "./nodes.ts";
import type { Node, Subtree } from "./nodes.ts";
import { REMOVED_AFTER_DEFINITION, REMOVED_AFTER_OUTPUTS } from "./outputs.ts";
import { changes, has, isJobs, isMember, isNextVersion, isOwner, newValue } from "./predicates.ts";

const FARM = "$farmId";
const isFarmOwner = isOwner(FARM);
const SHARED = { ".read": when`${isJobs} || ${isMember(FARM)}` };
const { exactly, integer, MEASURED, oneOf, PAST, timeUpTo } = node;

const integerOf = ({ min, max }: { readonly min: number; readonly max: number }): Node =>
  integer(min, max);
/** Without their anchors, which stand around the whole list. */
const RUN_IDS = [TIMES_RUN_ID, HOLD_RUN_ID].map((pattern) => pattern.slice(1, -1));
const LOCAL = node.form("local time", LOCAL_TIME);
const hasChild = (name: string) => when`newData.hasChild('${name}')`;

/** The board whose place this board has after the write. */
const CONTINUED = when`${after`registeredSensors/$uid/continues`}.val()`;

const plan = named({
  /** The same update may define it, for the board that takes the place of another. */
  isDefined: when`${after`outputs/$farmId/$uid/$output`}.exists()`,
  isFarmListed: when`${after`plannedFarms/$farmId`}.exists()`,
  /** A quantity with one bound. */
  hasCondition: when`${hasChild("quantity")} && ${hasChild("below")} !== ${hasChild("above")}`,
  hasNoCondition: when`!${hasChild("quantity")} && !${hasChild("below")} && !${hasChild("above")}`,
  isTimes: when`${newValue("kind")} === 'times'`,
  hasLongLeaseIfHold: when`newData.val() !== 'hold' || ${after`outputs/$farmId/$uid/$output/leaseSeconds`}.val() >= ${MIN_HOLD_LEASE_SECONDS}`,
  /** The same update may register it, for the device that takes the place of another. */
  isSensorOfFarm: when`${after`registeredSensors/${"newData.val()"}/farmId`}.val() === $farmId`,
  /**
   * A board that takes another's place in this update gets only plans that the other board has. So if somebody has removed
   * a plan meanwhile, the rules reject the update.
   */
  isHandedOver: when`${CONTINUED} === ${before`registeredSensors/$uid/continues`}.val() || ${before`outputPlans/$farmId/${CONTINUED}/$output`}.exists()`,
  exists: when`${before`outputPlans/$farmId/$uid/$output`}.exists()`,
  /** The same update raises the version. Only the jobs may do that. */
  isNextDecision: changes((lookUp) => lookUp`outputPlanRuns/$farmId/$uid/$output/version`),
});
const isWhole = when`(${plan.isTimes} ? ${has("times", "forSeconds")} && (${plan.hasCondition} || ${plan.hasNoCondition}) : ${has("backAt")} && ${plan.hasCondition})`;

export const OUTPUT_PLANS: Subtree = {
  plannedFarms: {
    "//": "The farms with plans. The jobs check these farms, too, if they have no alert settings. The update of a plan adds its farm. The jobs remove a farm without plans.",
    ".read": isJobs,
    $farmId: {
      ...node.TRUE,
      ".write": isFarmOwner,
      ".remove": when`${isJobs} && !${after`outputPlans/$farmId`}.exists()`,
    },
  },

  "outputPlans/$farmId": {
    "//": "Plans by which outputs switch by themselves. Owners write them. The rules cannot count children, so the keys of the times are 0 to 23.",
    ...SHARED,
    $uid: {
      ...REMOVED_AFTER_OUTPUTS,
      $output: {
        ".write": all(isFarmOwner, plan.isDefined, plan.isFarmListed, plan.isHandedOver),
        ".remove": isFarmOwner,
        ".complete": all(has("kind", "isOn", "freshMinutes", "at"), isWhole),
        kind: { ...oneOf(PLAN_KINDS), ".validate": plan.hasLongLeaseIfHold },
        isOn: node.BOOLEAN,
        pausedUntil: node.unchangedOr(timeUpTo(MAX_PAUSE_MS)),
        times: {
          $key: {
            ...node.form("time of a plan", PLAN_TIME),
            ".key": node.matches("$key", TIME_KEYS),
          },
        },
        days: node.form("days", PLAN_DAYS),
        forSeconds: integerOf(FOR_SECONDS),
        cycles: integerOf(CYCLES),
        pauseSeconds: integerOf(PAUSE_SECONDS),
        source: { ...node.ID, ".validate": plan.isSensorOfFarm },
        quantity: oneOf(PLAN_QUANTITIES),
        below: MEASURED,
        above: MEASURED,
        backAt: MEASURED,
        freshMinutes: integerOf(FRESH_MINUTES),
        minOnSeconds: integerOf(MIN_ON_SECONDS),
        minOffSeconds: integerOf(MIN_OFF_SECONDS),
        between: { ".complete": has("from", "until"), from: LOCAL, until: LOCAL },
        value: integerOf(LEVEL),
        at: exactly("now"),
      },
    },
  },

  "outputPlanRuns/$farmId": {
    "//": "What the jobs decided about plans, and why. Only the jobs can raise the version, by one in each update. So if two checks run at once, the rules reject one of them with its order.",
    ...SHARED,
    $uid: {
      ...REMOVED_AFTER_OUTPUTS,
      $output: {
        ".indexOn": "at",
        ...REMOVED_AFTER_DEFINITION,
        version: {
          ...node.CHECKED_VALUE,
          ".complete": node.CHECKED_ELSEWHERE,
          ".write": when`${isJobs} && ${plan.exists} && ${isNextVersion("")}`,
        },
        $runId: {
          ".key": node.matches("$runId", RUN_IDS),
          ".write": plan.isNextDecision,
          ".remove": plan.isNextDecision,
          ".complete": has("action", "reason", "at"),
          action: oneOf(PLAN_ACTIONS),
          reason: oneOf(PLAN_REASONS),
          at: PAST,
          planned: PAST,
          quantity: oneOf(PLAN_QUANTITIES),
          value: MEASURED,
          bound: MEASURED,
          measuredAt: PAST,
          by: node.form("uid", `^.{1,${MAX_PERSON_CHARACTERS}}$`),
          until: timeUpTo(MAX_PAUSE_MS, "0"),
          forSeconds: integerOf(FOR_SECONDS),
          cycles: integerOf(CYCLES),
          cycle: integerOf(CYCLES),
          version: integer(0, MAX_VERSION),
          endsAt: timeUpTo(FOR_SECONDS.max * SECOND_MS, "0"),
          heard: integer(0, MAX_VERSION),
          ended: oneOf(PLAN_REASONS),
          wetter: MEASURED,
        },
      },
    },
  },
};
