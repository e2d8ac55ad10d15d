/** Templates of plans, filled with values that suit the greenhouse, so that few of them must be changed. */

import { counts } from "@greenhouse/domain/alerts/findings";
import type { Output } from "@greenhouse/domain/outputs/model";
import { boundRange, EVERY_DAY, FOR_SECONDS } from "@greenhouse/domain/outputs/plans/limits";
import type {
  HoldPlan,
  Plan,
  PlanCondition,
  PlanQuantity,
  TimesPlan,
} from "@greenhouse/domain/outputs/plans/model";
import type { SensorRole } from "@greenhouse/domain/identity/sensor-records";
import { partsOf } from "@greenhouse/domain/quantities/measurements";
import type { Thresholds } from "@greenhouse/domain/quantities/measurements";
import type { Senders } from "../values/newest";

export const PLAN_TEMPLATES = ["dry", "clock", "hot", "cold", "lamp"] as const;
export type PlanTemplate = (typeof PLAN_TEMPLATES)[number];

/** A sensor whose values a plan may use. */
export interface PlanSource {
  readonly uid: string;
  readonly role: SensorRole;
}

/** Where the plan will act. */
export interface PlanSetting {
  readonly output: Pick<Output, "maxOnSeconds">;
  /** The uid of the output's board. */
  readonly board: string;
  readonly thresholds: Thresholds;
  /** Returns the sensors of the greenhouse that measure a quantity. */
  readonly sourcesOf: (quantity: PlanQuantity) => readonly PlanSource[];
}

const COMMON = {
  isOn: true,
  pausedUntil: undefined,
  at: undefined,
  days: EVERY_DAY,
  source: undefined,
  value: undefined,
} as const;
const TIMES = ["0615", "1830"];
const USUAL_SECONDS = 300;
const MOTOR_SECONDS = 300;

/** Returns the plan of a template. */
export function planOf(template: PlanTemplate, setting: PlanSetting): Plan {
  const { temperature = {}, soilMoisture = {} } = setting.thresholds;
  // A plan acts before an alert does.
  switch (template) {
    case "clock":
      return watering(setting, undefined);
    case "dry":
      return watering(setting, ["soilMoisture", "below", (soilMoisture.min ?? 25) + 5]);
    case "hot": {
      const bound = (temperature.max ?? 30) - 2;
      return holding(setting, ["temperature", "above", bound], bound - 3);
    }
    case "cold": {
      const bound = (temperature.min ?? 3) + 2;
      return holding(setting, ["temperature", "below", bound], bound + 2);
    }
    case "lamp":
      return {
        ...holding(setting, ["dli", "below", 14], 14),
        between: { from: "0500", until: "2100" },
        freshMinutes: 120,
        minOnSeconds: 0,
        minOffSeconds: 0,
      };
  }
}

type Condition = readonly [quantity: PlanQuantity, side: PlanCondition["side"], bound: number];

/** Both runs together stay within the output's daily limit, if a minute each does. */
function watering(setting: PlanSetting, condition: Condition | undefined): TimesPlan {
  const wholeMinutes = Math.floor(setting.output.maxOnSeconds / TIMES.length / 60);
  const forSeconds = Math.max(FOR_SECONDS.min, Math.min(USUAL_SECONDS, wholeMinutes * 60));
  const shared = { ...COMMON, kind: "times", times: TIMES, forSeconds } as const;
  return {
    ...shared,
    cycles: 1,
    pauseSeconds: 0,
    freshMinutes: 60,
    condition: condition && conditionOf(condition),
    source: condition && sourceFor(condition[0], setting),
  };
}

function holding(setting: PlanSetting, condition: Condition, backAt: number): HoldPlan {
  const [quantity] = condition;
  return {
    ...COMMON,
    kind: "hold",
    condition: conditionOf(condition),
    backAt: within(backAt, quantity),
    source: sourceFor(quantity, setting),
    freshMinutes: 30,
    minOnSeconds: MOTOR_SECONDS,
    minOffSeconds: MOTOR_SECONDS,
    between: undefined,
  };
}

function conditionOf([quantity, side, bound]: Condition): PlanCondition {
  return { quantity, side, bound: within(bound, quantity) };
}

function within(bound: number, quantity: PlanQuantity): number {
  const { min, max } = boundRange(quantity);
  return Math.min(max, Math.max(min, bound));
}

/**
 * Returns the output's own board if it measures the quantity, or else the only sensor that does. With several others, the
 * plan uses their median.
 */
function sourceFor(quantity: PlanQuantity, { board, sourcesOf }: PlanSetting): string | undefined {
  if (quantity === "dli") return undefined;
  const sources = sourcesOf(quantity).filter(({ role }) => counts(quantity, role));
  const own = sources.find(({ uid }) => uid === board);
  return (own ?? (sources.length === 1 ? sources[0] : undefined))?.uid;
}

/** Returns the uids that sent a quantity to a greenhouse. */
export function sendersOf(
  quantity: PlanQuantity,
  { byMeasurement }: Pick<Senders, "byMeasurement">,
): ReadonlySet<string> {
  const sent = (name: string): readonly string[] =>
    byMeasurement[name as keyof typeof byMeasurement] ?? [];
  if (quantity === "dli") return new Set([...sent("light"), ...sent("ppfd")]);
  const [first = [], ...others] = partsOf(quantity).map(sent);
  return new Set(first.filter((uid) => others.every((list) => list.includes(uid))));
}
