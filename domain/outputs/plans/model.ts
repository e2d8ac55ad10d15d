/**
 * Plans: outputs that switch by themselves. The database stores `outputPlans` by farm, uid and output, and
 * `outputPlanRuns` by farm, uid, output and run. `plannedFarms` lists the farms with plans.
 */

import { SHOWN } from "../../quantities/measurements.ts";

/** A `times` plan runs at local times. A `hold` plan keeps a value within its bound. */
export const PLAN_KINDS = ["times", "hold"] as const;

/** `dli` is the light of the day so far, in mol/m² (daily light integral). Only plans of the kind "hold" may use it. */
export const PLAN_QUANTITIES = [...SHOWN, "dli"] as const;
export type PlanQuantity = (typeof PLAN_QUANTITIES)[number];

/** A plan acts while the value is below or above the bound. */
export interface PlanCondition {
  readonly quantity: PlanQuantity;
  readonly side: "below" | "above";
  readonly bound: number;
}

interface CommonPlan {
  readonly isOn: boolean;
  /** In Unix milliseconds; undefined or past: not paused. */
  readonly pausedUntil: number | undefined;
  /** For example "1111100", Monday first. */
  readonly days: string;
  /** The uid of the sensor with the value; undefined: the median of the greenhouse. */
  readonly source: string | undefined;
  /** An older value is not used. */
  readonly freshMinutes: number;
  /** The value of a level output; undefined: the maximum. */
  readonly value: number | undefined;
  /** When the plan was last changed, in Unix milliseconds. Earlier runs are not made. Undefined if unknown. */
  readonly at: number | undefined;
}

export interface TimesPlan extends CommonPlan {
  readonly kind: "times";
  /** For example "0615" or "sunrise+30", sorted. */
  readonly times: readonly string[];
  /** The length of a cycle. */
  readonly forSeconds: number;
  readonly cycles: number;
  /** The time between two cycles. */
  readonly pauseSeconds: number;
  /** Undefined: the plan runs in any case. */
  readonly condition: PlanCondition | undefined;
}

export interface HoldPlan extends CommonPlan {
  readonly kind: "hold";
  readonly condition: PlanCondition;
  /** The plan switches off at this value. It equals the bound, or is on its other side. */
  readonly backAt: number;
  readonly minOnSeconds: number;
  readonly minOffSeconds: number;
  readonly between: DayWindow | undefined;
}

/** `outputPlans/<farmId>/<uid>/<output>`. */
export type Plan = TimesPlan | HoldPlan;

/** Local times such as "0600". A window from "2200" until "0500" contains midnight. Equal times mean the whole day. */
export interface DayWindow {
  readonly from: string;
  readonly until: string;
}

/** The value that a plan uses. `at` is when it was measured, in Unix milliseconds; undefined without a valid value. */
export type PlanValue =
  | { readonly kind: "fresh"; readonly value: number; readonly at: number }
  | { readonly kind: "old"; readonly at: number | undefined };

/**
 * Why a plan decided something:
 * - `clock`: It is time, and the plan has no condition.
 * - `below`, `above`: The value is beyond the bound.
 * - `notBelow`, `notAbove`: The value is not beyond the bound.
 * - `back`: The value reached `backAt`.
 * - `noValue`: There is no fresh value.
 * - `late`: The run would have been more than 30 minutes late.
 * - `lapsed`: The order ended, because no check extended it.
 * - `person`: Somebody has ordered, or has set the output at the board.
 * - `overlap`: The run before was still under way.
 * - `limit`: The board reported its daily limit.
 * - `window`: It is outside the window or the days of the plan.
 * - `paused`, `planOff`: The plan was paused or switched off.
 * - `changed`: The plan no longer has the time of the run that is under way.
 * - `noSun`: The sun does not rise or set that day. `noPlace`: The farm has no place.
 */
export const PLAN_REASONS = [
  "clock",
  "below",
  "above",
  "notBelow",
  "notAbove",
  "back",
  "noValue",
  "late",
  "lapsed",
  "person",
  "overlap",
  "limit",
  "window",
  "paused",
  "planOff",
  "changed",
  "noSun",
  "noPlace",
] as const;
export type PlanReason = (typeof PLAN_REASONS)[number];

/** `ran` and `skipped` are of plans of the kind "times", `on` and `off` of the kind "hold". */
export const PLAN_ACTIONS = ["ran", "skipped", "on", "off"] as const;
export type PlanAction = (typeof PLAN_ACTIONS)[number];

/** `outputPlanRuns/<farmId>/<uid>/<output>/<id>`. Times are Unix milliseconds. */
export interface PlanRun {
  /** The planned local time such as "20261129T0615", or the moment of a switch such as "20261129T051500Z". */
  readonly id: string;
  readonly action: PlanAction;
  readonly reason: PlanReason;
  /** When a check decided it. */
  readonly at: number;
  /** When the run was planned. */
  readonly planned?: number;
  readonly quantity?: PlanQuantity;
  readonly value?: number;
  /** The bound of the plan, or `backAt`. */
  readonly bound?: number;
  /** When the value was measured. */
  readonly measuredAt?: number;
  /** The uid of the person who ordered; absent if it was at the board. */
  readonly by?: string;
  /** When the person's order or the pause ends. */
  readonly until?: number;
  /** The length of a cycle. This and the next four fields are of runs that were made. */
  readonly forSeconds?: number;
  readonly cycles?: number;
  /** The number of cycles that were ordered. */
  readonly cycle?: number;
  /** The version of the newest cycle's order. */
  readonly version?: number;
  /** When the newest cycle's order ends. */
  readonly endsAt?: number;
  /** The version of the newest order of the run that the board has confirmed. Without it, nothing may have happened. */
  readonly heard?: number;
  /** Why the run ended before its last cycle was over. */
  readonly ended?: PlanReason;
  /** The first value within two hours after the start that was higher by the quantity's margin. */
  readonly wetter?: number;
}

/** The author of a plan's orders. */
export const PLAN_AUTHOR = "plan";
