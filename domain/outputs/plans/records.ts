/** Readers of stored plans and runs, and their stored forms. Stored data is not trusted: invalid records are left out. */

import {
  asNumber,
  asTime,
  asText,
  definedFields,
  entriesOf,
  fieldOf,
  fields,
  integerUpTo,
  oneOf,
  parseChildren,
  parseRecord,
} from "../../stored.ts";
import type { Reader } from "../../stored.ts";
import {
  boundRange,
  CYCLES,
  EVERY_DAY,
  FOR_SECONDS,
  FRESH_MINUTES,
  LEVEL,
  LOCAL_TIME,
  MAX_TIMES,
  MIN_OFF_SECONDS,
  MIN_ON_SECONDS,
  PAUSE_SECONDS,
  PLAN_DAYS,
  PLAN_TIME,
} from "./limits.ts";
import { PLAN_ACTIONS, PLAN_KINDS, PLAN_QUANTITIES, PLAN_REASONS } from "./model.ts";
import type { DayWindow, Plan, PlanCondition, PlanQuantity, PlanRun } from "./model.ts";

interface Range {
  readonly min: number;
  readonly max: number;
}

const within =
  ({ min, max }: Range): Reader<number> =>
  (stored) => {
    const number = asNumber(stored);
    return number !== undefined && number >= min && number <= max ? number : undefined;
  };
const integerWithin = (range: Range): Reader<number> => {
  const read = within(range);
  return (stored) => {
    const number = read(stored);
    return Number.isInteger(number) ? number : undefined;
  };
};
const matching = (pattern: string): Reader<string> => {
  const form = new RegExp(pattern);
  return (stored) => {
    const text = asText(stored);
    return text !== undefined && form.test(text) ? text : undefined;
  };
};

/** Later times have no date of ten characters, and the farm's clock fails. */
const MAX_DATE_MS = Date.UTC(9_999, 0);

export const readPlanTime = matching(PLAN_TIME);
const readTime = matching(LOCAL_TIME);
const COMMON = {
  kind: oneOf(PLAN_KINDS),
  freshMinutes: integerWithin(FRESH_MINUTES),
};
const COMMON_OPTIONAL = {
  days: matching(PLAN_DAYS),
  source: asText,
  value: integerWithin(LEVEL),
  ...fields(within({ min: 0, max: MAX_DATE_MS }), "pausedUntil", "at"),
};
const TIMES = { forSeconds: integerWithin(FOR_SECONDS) };
const TIMES_OPTIONAL = {
  cycles: integerWithin(CYCLES),
  pauseSeconds: integerWithin(PAUSE_SECONDS),
};
const HOLD_OPTIONAL = {
  minOnSeconds: integerWithin(MIN_ON_SECONDS),
  minOffSeconds: integerWithin(MIN_OFF_SECONDS),
  between: (stored: unknown): DayWindow | undefined =>
    parseRecord(stored, fields(readTime, "from", "until")),
};
const readQuantity = oneOf(PLAN_QUANTITIES);

/** The readers of the fields that are valid or not by themselves. They say which field of a plan is at fault. */
export const PLAN_READERS = {
  ...COMMON,
  ...COMMON_OPTIONAL,
  ...TIMES,
  ...TIMES_OPTIONAL,
  ...HOLD_OPTIONAL,
  quantity: readQuantity,
};

/**
 * Reads a plan. A field that is present but invalid makes the whole plan invalid. Otherwise a plan with a damaged window or
 * condition would switch at any time.
 * @param stored `outputPlans/<farmId>/<uid>/<output>`
 */
export function parsePlan(stored: unknown): Plan | undefined {
  const common = parseStrictly(stored, COMMON, COMMON_OPTIONAL);
  const condition = parseCondition(stored);
  if (common === undefined || condition === "invalid") return undefined;
  const shared = {
    days: EVERY_DAY,
    source: undefined,
    value: undefined,
    pausedUntil: undefined,
    at: undefined,
    ...common,
    isOn: fieldOf(stored, "isOn") === true,
  };
  if (common.kind === "times") {
    const times = timesIn(stored);
    const cycling = parseStrictly(stored, TIMES, TIMES_OPTIONAL);
    if (times.length === 0 || cycling === undefined || condition?.quantity === "dli") {
      return undefined;
    }
    const { cycles = 1, pauseSeconds = 0, forSeconds } = cycling;
    if (cycles > 1 && pauseSeconds === 0) return undefined;
    return { ...shared, kind: "times", times, forSeconds, cycles, pauseSeconds, condition };
  }
  const holding = parseStrictly(stored, {}, HOLD_OPTIONAL);
  if (holding === undefined || condition === undefined) return undefined;
  const backAt = parseBackAt(stored, condition);
  if (backAt === undefined) return undefined;
  const { minOnSeconds = 0, minOffSeconds = 0, between } = holding;
  return { ...shared, kind: "hold", condition, backAt, minOnSeconds, minOffSeconds, between };
}

/** Like `parseRecord`, but an optional field that is present must be valid, too. */
const parseStrictly: typeof parseRecord = (stored, required, optional) => {
  const record = parseRecord(stored, required, optional);
  const isValid = Object.keys(optional ?? {}).every(
    (name) =>
      (fieldOf(stored, name) ?? undefined) === undefined || Object.hasOwn(record ?? {}, name),
  );
  return isValid ? record : undefined;
};

function timesIn(stored: unknown): readonly string[] {
  const times = entriesOf(fieldOf(stored, "times")).flatMap(([, time]) => readPlanTime(time) ?? []);
  return [...new Set(times)].sort().slice(0, MAX_TIMES);
}

const SIDES = ["below", "above"] as const;

function parseCondition(stored: unknown): PlanCondition | undefined | "invalid" {
  const isPresent = (name: string): boolean => (fieldOf(stored, name) ?? undefined) !== undefined;
  const sides = SIDES.filter(isPresent);
  if (!isPresent("quantity") && sides.length === 0) return undefined;
  const [side, other] = sides;
  const quantity = readQuantity(fieldOf(stored, "quantity"));
  if (quantity === undefined || side === undefined || other !== undefined) return "invalid";
  const bound = readBound(quantity, fieldOf(stored, side));
  return bound === undefined ? "invalid" : { quantity, side, bound };
}

function readBound(quantity: PlanQuantity, stored: unknown): number | undefined {
  return within(boundRange(quantity))(stored);
}

/** Without `backAt`, the plan switches off at its bound. */
function parseBackAt(stored: unknown, condition: PlanCondition): number | undefined {
  const { quantity, side, bound } = condition;
  const backAt = readBound(quantity, fieldOf(stored, "backAt") ?? bound);
  if (backAt === undefined) return undefined;
  const isOnOtherSide = side === "below" ? backAt >= bound : backAt <= bound;
  return isOnOtherSide ? backAt : undefined;
}

/** Returns a plan as the database stores it. `parsePlan` is the inverse. */
export function storedPlan(plan: Plan): Readonly<Record<string, unknown>> {
  const { condition, ...rest } = plan;
  const times = plan.kind === "times" && {
    times: Object.fromEntries(plan.times.entries()),
    ...(plan.cycles === 1 && { pauseSeconds: undefined }),
  };
  return definedFields({
    ...rest,
    ...times,
    ...(condition && { quantity: condition.quantity, [condition.side]: condition.bound }),
  });
}

const RUN = {
  action: oneOf(PLAN_ACTIONS),
  reason: oneOf(PLAN_REASONS),
  at: asTime,
};
const RUN_OPTIONAL = {
  ...fields(asTime, "planned", "measuredAt", "until", "endsAt", "heard"),
  ...fields(asNumber, "value", "bound", "version"),
  wetter: asNumber,
  quantity: readQuantity,
  by: asText,
  forSeconds: integerWithin(FOR_SECONDS),
  cycles: integerWithin(CYCLES),
  cycle: integerUpTo(CYCLES.max),
  ended: oneOf(PLAN_REASONS),
};

/** Reads the runs of an output, the newest first. @param stored `outputPlanRuns/<farmId>/<uid>/<output>`, or a part */
export function parsePlanRuns(stored: unknown): readonly PlanRun[] {
  const runs = parseChildren(stored, (child, id): PlanRun | undefined => {
    const run = parseRecord(child, RUN, RUN_OPTIONAL);
    return run && { id, ...run };
  });
  return runs.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
}
