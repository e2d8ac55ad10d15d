/** When the jobs may order for a plan: only what the plan says, and never over a person's order. */

import { MAX_VALUE, OFF_HOLDS_MS } from "@greenhouse/domain/outputs/limits";
import { PLAN_AUTHOR } from "@greenhouse/domain/outputs/plans/model";
import { SECOND_MS } from "@greenhouse/domain/time";
import { all, before, named, when } from "./condition.ts";
import { isJobs, keeps, newValue } from "./predicates.ts";

const orderBefore = (name: string) => when`data.child('${name}').val()`;
const pausedUntil = before`outputPlans/$farmId/$uid/$output/pausedUntil`;
const level = before`outputPlans/$farmId/$uid/$output/value`;
/** The value that the plan has an output of the kind "level" at. */
const levelOfPlan = when`(${level}.exists() ? ${level}.val() : ${MAX_VALUE.level})`;
const isLevel = when`${before`outputs/$farmId/$uid/$output/kind`}.val() === 'level'`;
const kind = before`outputPlans/$farmId/$uid/$output/kind`;
const isOfTimes = when`${kind}.val() === 'times'`;
const cycleSeconds = before`outputPlans/$farmId/$uid/$output/forSeconds`;
const leaseSeconds = before`outputs/$farmId/$uid/$output/leaseSeconds`;

const plan = named({
  isPlanOn: when`${before`outputPlans/$farmId/$uid/$output/isOn`}.val() === true && (!${pausedUntil}.exists() || ${pausedUntil}.val() <= now)`,
  isValueOfPlan: when`${newValue("value")} === (${isLevel} ? ${levelOfPlan} : ${MAX_VALUE.switch})`,
  /** The order ends after a cycle ("times") or after a lease ("hold"). */
  endsInTime: when`${newValue("until")} <= ${newValue("asked")} + ${SECOND_MS} * (${isOfTimes} ? ${cycleSeconds}.val() : ${leaseSeconds}.val())`,
  isOrderOfPlan: when`${orderBefore("by")} === '${PLAN_AUTHOR}'`,
  /** The order to switch on is over. After an order to switch off, plans wait for an hour. */
  isPersonsOrderOver: when`(${orderBefore("value")} === 0 ? ${orderBefore("at")} <= now - ${OFF_HOLDS_MS} : ${orderBefore("until")} <= now)`,
});

const isFree = when`!data.exists() || ${plan.isOrderOfPlan} || ${plan.isPersonsOrderOver}`;

/** The jobs switch on as the plan says, or switch off what the plan has switched on. */
export const { mayPlanOrder } = named({
  mayPlanOrder: all(
    isJobs,
    when`(${newValue("value")} === 0 ? ${plan.isOrderOfPlan} : ${all(plan.isPlanOn, plan.isValueOfPlan, plan.endsInTime, isFree)})`,
  ),
});

/**
 * The jobs order the same for a plan of the kind "hold" again, while its order still holds. `since` is when the first of
 * these orders was stored. The log has its entry.
 */
export const { isRenewal } = named({
  isRenewal: all(
    plan.isOrderOfPlan,
    keeps("value", "by", "entry"),
    when`${kind}.val() === 'hold'`,
    when`${orderBefore("until")} > ${newValue("asked")}`,
    when`${newValue("since")} === (data.hasChild('since') ? ${orderBefore("since")} : ${orderBefore("at")})`,
  ),
});
