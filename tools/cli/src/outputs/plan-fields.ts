/** The fields of a plan's file: which values they may have, and an example. Pure. */

import {
  boundRange,
  CYCLES,
  FOR_SECONDS,
  FRESH_MINUTES,
  LEVEL,
  MAX_TIMES,
  MIN_OFF_SECONDS,
  MIN_ON_SECONDS,
  PAUSE_SECONDS,
} from "@greenhouse/domain/outputs/plans/limits";
import { PLAN_KINDS, PLAN_QUANTITIES } from "@greenhouse/domain/outputs/plans/model";
import type { Plan, PlanQuantity } from "@greenhouse/domain/outputs/plans/model";

export interface PlanField {
  readonly meaning: string;
  /** What an absent field means, if it means something. */
  readonly absent?: string;
  /** Continues "must be". */
  readonly allowed: string;
  /** As it stands in the file. */
  readonly example: string;
  /** Undefined: plans of both kinds may have it. */
  readonly kind?: Plan["kind"];
}

interface Range {
  readonly min: number;
  readonly max: number;
}

const whole = ({ min, max }: Range): string => `a whole number from ${min} to ${max}`;
const quoted = (choices: readonly string[]): string =>
  choices.map((choice) => JSON.stringify(choice)).join(", ");
const BOUND = { allowed: "a number that its quantity can have", example: "30" };
const UNIX_TIME = { allowed: "a time in Unix milliseconds", example: "1796025600000" };

export const PLAN_FIELDS: Readonly<Record<string, PlanField>> = {
  kind: {
    meaning: "at fixed times, or by a value",
    allowed: PLAN_KINDS.map((kind) => JSON.stringify(kind)).join(" or "),
    example: '"times"',
  },
  isOn: { meaning: "whether the plan acts", allowed: "true or false", example: "true" },
  freshMinutes: {
    meaning: "an older value is not used",
    allowed: whole(FRESH_MINUTES),
    example: "60",
  },
  days: {
    meaning: "the days on which it acts",
    absent: "every day",
    allowed: "seven digits 0 or 1, Monday first",
    example: '"1111100"',
  },
  quantity: {
    meaning: "the value that decides",
    allowed: `one of ${quoted(PLAN_QUANTITIES)}`,
    example: '"soilMoisture"',
  },
  below: { ...BOUND, meaning: "acts below this value" },
  above: { ...BOUND, meaning: "acts above this value" },
  source: {
    meaning: "whose value",
    absent: "the median of the greenhouse",
    allowed: "the uid of a sensor of the farm",
    example: '"bed-2"',
  },
  value: {
    meaning: "the level of an output with levels",
    absent: "100",
    allowed: whole(LEVEL),
    example: "50",
  },
  pausedUntil: { ...UNIX_TIME, meaning: "when the pause ends" },
  at: { ...UNIX_TIME, meaning: "when the plan was stored; ignored" },
  times: {
    meaning: "when it runs",
    allowed: `a list of 1 to ${MAX_TIMES} times: four digits, or up to 180 minutes before or after sunrise or sunset`,
    example: '["0615", "sunset-30"]',
    kind: "times",
  },
  forSeconds: {
    meaning: "the length of a cycle",
    allowed: whole(FOR_SECONDS),
    example: "300",
    kind: "times",
  },
  cycles: {
    meaning: "cycles of a run",
    absent: "1",
    allowed: whole(CYCLES),
    example: "3",
    kind: "times",
  },
  pauseSeconds: {
    meaning: "the time between two cycles",
    allowed: whole(PAUSE_SECONDS),
    example: "600",
    kind: "times",
  },
  backAt: { meaning: "switches off at this value", absent: "at the bound", ...BOUND, kind: "hold" },
  minOnSeconds: {
    meaning: "stays on for at least this long",
    absent: "0",
    allowed: whole(MIN_ON_SECONDS),
    example: "300",
    kind: "hold",
  },
  minOffSeconds: {
    meaning: "stays off for at least this long",
    absent: "0",
    allowed: whole(MIN_OFF_SECONDS),
    example: "300",
    kind: "hold",
  },
  between: {
    meaning: "when it may be on",
    absent: "the whole day",
    allowed: "two times of four digits",
    example: '{"from": "0600", "until": "2000"}',
    kind: "hold",
  },
};

/** The fields that every plan of the kind has. */
export const REQUIRED_FIELDS: Readonly<Record<Plan["kind"], readonly string[]>> = {
  times: ["isOn", "freshMinutes", "times", "forSeconds"],
  hold: ["isOn", "freshMinutes", "quantity"],
};

/** Returns for example "a number from 0 to 100, such as 30". */
export function describeField({ allowed, example }: PlanField): string {
  return `${allowed}, such as ${example}`;
}

export function describeBound(quantity: PlanQuantity): string {
  const { min, max } = boundRange(quantity);
  return `a number from ${min} to ${max}`;
}

/** Lists the fields for the help of `set`. */
export function listFields(): string {
  const width = Math.max(...Object.keys(PLAN_FIELDS).map((name) => name.length));
  return Object.entries(PLAN_FIELDS)
    .map(([name, { meaning, allowed, absent, kind }]) => {
      const without = absent === undefined ? "" : `; if absent: ${absent}`;
      const only = kind === undefined ? "" : ` (only "${kind}")`;
      return `  ${name.padEnd(width)}  ${meaning}: ${allowed}${without}${only}`;
    })
    .join("\n");
}
