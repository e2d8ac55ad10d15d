/** Words for plans of outputs. Each language has its own file, so that the page loads only one. */

import type { PlanCondition, PlanQuantity, PlanReason } from "../outputs/plans/model.ts";
import type { SunEvent } from "../outputs/plans/planned-times.ts";

/** All values, times and durations are formatted. An absent text is "". */
export interface PlanWords {
  /** The locale of numbers, dates and lists. */
  readonly locale: string;
  /** Short names of quantities, such as "soil". */
  readonly quantities: Readonly<Record<PlanQuantity, string>>;
  /** Returns for example "Bed 2 is drier than 30 %". @param source the sensor's name, "" for the greenhouse */
  readonly clause: (
    condition: Pick<PlanCondition, "quantity" | "side">,
    source: string,
    bound: string,
  ) => string;
  /** Returns for example "3 × 4 min with 10 min between". */
  readonly cycles: (cycles: number, duration: string, pause: string) => string;
  readonly atTimes: (times: string) => string;
  /** @param minutes after the event, "" at the event */
  readonly sunTime: (event: SunEvent, minutes: string, isBefore: boolean) => string;
  readonly everyDay: string;
  readonly noDay: string;
  readonly dayRange: (first: string, last: string) => string;
  readonly days: (days: string) => string;
  readonly timesPlan: (plan: TimesPlanFacts) => string;
  readonly holdPlan: (plan: HoldPlanFacts) => string;
  readonly minimumTimes: (on: string, off: string) => string;
  readonly offWithoutValue: (age: string) => string;
  readonly dailyMaximum: (plan: string, limit: string, isOverLimit: boolean) => string;
  readonly ran: (run: RunFacts) => string;
  /** @param cycles for example "1 of 3"; "" for a run with one cycle */
  readonly ended: (reason: string, cycles: string) => string;
  readonly ofCycles: (cycle: number, cycles: number) => string;
  /** Returns for example "06:27 (12 min late)". */
  readonly late: (time: string, delay: string) => string;
  readonly skipped: (time: string, reason: string) => string;
  readonly switched: (time: string, isOn: boolean, reason: string) => string;
  readonly reasons: Readonly<Record<PlanReason, (facts: ReasonFacts) => string>>;
  readonly tomorrow: string;
  /** Returns for example ", if soil below 30 %, now 34 %". */
  readonly condition: (quantity: string, side: "below" | "above", bound: string) => string;
  readonly presentValue: (value: string) => string;
  readonly noPresentValue: (age: string) => string;
  readonly nextRun: (time: string, condition: string, now: string, isCut: boolean) => string;
  readonly nextCycle: (time: string, cycles: string) => string;
  readonly nextMissing: (time: string, reason: string) => string;
  /** @param from "" if the plan may switch now */
  readonly nextHold: (from: string, condition: string, now: string) => string;
  readonly isOnUntil: (quantity: string, backAt: string, now: string) => string;
  /** @param person "" if somebody set the output at the board */
  readonly resumes: (time: string, person: string) => string;
  readonly paused: (until: string) => string;
}

export interface RunFacts {
  readonly time: string;
  readonly duration: string;
  /** Whether the board has confirmed the order. `late`: the order is over. */
  readonly confirmed: "yes" | "notYet" | "late";
  readonly isWater: boolean;
  readonly reason: string;
}

export interface TimesPlanFacts {
  readonly isWater: boolean;
  readonly level: string;
  readonly duration: string;
  readonly times: string;
  readonly days: string;
  readonly clause: string;
}

export interface HoldPlanFacts {
  readonly level: string;
  readonly clause: string;
  /** "" if the plan switches off at its bound. */
  readonly backAt: string;
  /** "" for the whole day. */
  readonly from: string;
  readonly until: string;
  readonly days: string;
}

export interface ReasonFacts {
  /** Short name of the quantity. */
  readonly quantity: string;
  readonly value: string;
  readonly bound: string;
  /** Age of the newest value; "" if there was none. */
  readonly age: string;
  /** "" if somebody set the output at the board. */
  readonly person: string;
  /** When a person's order or the pause ends; "" if unknown. */
  readonly until: string;
  readonly sun: SunEvent;
}
