/** Plans to start from, for `farm output plan example`. Pure. */

import { EVERY_DAY } from "@greenhouse/domain/outputs/plans/limits";
import type {
  HoldPlan,
  Plan,
  PlanCondition,
  TimesPlan,
} from "@greenhouse/domain/outputs/plans/model";

const COMMON = {
  isOn: true,
  pausedUntil: undefined,
  at: undefined,
  days: EVERY_DAY,
  source: undefined,
  value: undefined,
} as const;

const WATER: TimesPlan = {
  ...COMMON,
  kind: "times",
  times: ["0615", "1830"],
  forSeconds: 240,
  cycles: 3,
  pauseSeconds: 600,
  condition: undefined,
  freshMinutes: 60,
};

function hold(condition: PlanCondition, backAt: number): HoldPlan {
  return {
    ...COMMON,
    kind: "hold",
    condition,
    backAt,
    freshMinutes: 30,
    minOnSeconds: 300,
    minOffSeconds: 300,
    between: undefined,
  };
}

export const PLAN_EXAMPLES = {
  water: WATER,
  dry: { ...WATER, condition: { quantity: "soilMoisture", side: "below", bound: 30 } },
  vent: hold({ quantity: "temperature", side: "above", bound: 28 }, 25),
  heat: hold({ quantity: "temperature", side: "below", bound: 5 }, 7),
  lamp: {
    ...hold({ quantity: "dli", side: "below", bound: 14 }, 14),
    freshMinutes: 120,
    between: { from: "0500", until: "2100" },
  },
} as const satisfies Readonly<Record<string, Plan>>;
