/** Bounds of plans, for the rules, the page, the command line and the reader of stored plans. */

import { DAY_MS, MINUTE_MS } from "../../time.ts";
import { QUANTITY } from "../../quantities/measurements.ts";
import { MAX_VALUE } from "../limits.ts";
import type { Plan, PlanQuantity } from "./model.ts";

/** Maximum of a plan's times. */
export const MAX_TIMES = 24;
/** The keys of a stored list of times. The rules cannot count children, so they limit the keys. */
export const TIME_KEYS: readonly string[] = Array.from({ length: MAX_TIMES }, (_, key) => `${key}`);
/** A local time such as "0615". */
export const LOCAL_TIME = "^([01][0-9]|2[0-3])[0-5][0-9]$";
/** A local time, or minutes before or after sunrise or sunset, such as "sunrise+30". At most three hours. */
export const PLAN_TIME =
  "^(([01][0-9]|2[0-3])[0-5][0-9]|sun(rise|set)([+]0|[+-]([1-9][0-9]?|1[0-7][0-9]|180)))$";
/** The days of the week, Monday first. "1" means that the plan acts on that day. */
export const PLAN_DAYS = "^[01]{7}$";
export const EVERY_DAY = "1111111";
/** The id of a run of a plan of the kind "times": the local date and the plan's time. */
export const TIMES_RUN_ID = `^[0-9]{8}T${PLAN_TIME.slice(1)}`;
/** The id of a switch of a plan of the kind "hold": its moment in UTC, such as "20261129T051500Z". */
export const HOLD_RUN_ID = "^[0-9]{8}T[0-9]{6}Z$";

export const FOR_SECONDS = { min: 60, max: 3_600 } as const;
export const CYCLES = { min: 1, max: 10 } as const;
export const PAUSE_SECONDS = { min: 60, max: 7_200 } as const;
export const FRESH_MINUTES = { min: 5, max: 180 } as const;
export const MIN_ON_SECONDS = { min: 0, max: 3_600 } as const;
export const MIN_OFF_SECONDS = { min: 0, max: 3_600 } as const;
/** The value of an output of the kind "level" while the plan has it on. */
export const LEVEL = { min: 1, max: MAX_VALUE.level } as const;
/** How far ahead the end of a pause may be. */
export const MAX_PAUSE_MS = 30 * DAY_MS;

/** A run that is later than this is skipped. */
export const MAX_RUN_DELAY_MS = 30 * MINUTE_MS;
/** The maximum number of an output's newest run records that a check reads. They reach back at least a day. */
export const READ_RUNS = 64;
/** Enough to see the last switches of a plan of the kind "hold", or whether a plan that is off has a run under way. */
const FEW_RUNS = 8;

/** Returns how many of the newest runs a decision needs: those of two days, and the last runs that were made. */
export function runsToRead(plan: Plan): number {
  if (plan.kind === "hold" || !plan.isOn) return FEW_RUNS;
  return Math.min(READ_RUNS, FEW_RUNS + 2 * plan.times.length);
}

/** How long records of runs are kept. A plan of the kind "hold" may switch each minute. */
export const KEPT_RUNS_MS: Readonly<Record<Plan["kind"], number>> = {
  times: 30 * DAY_MS,
  hold: 7 * DAY_MS,
};

/** In mol/m². The sun gives at most about 65 in a day. */
const DAILY_LIGHT = { min: 0, max: 100 } as const;

/** Returns the lowest and the highest bound that a plan may have for a quantity. */
export function boundRange(quantity: PlanQuantity): { readonly min: number; readonly max: number } {
  return quantity === "dli" ? DAILY_LIGHT : QUANTITY[quantity];
}
