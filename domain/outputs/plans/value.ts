/** The value that a plan uses: of one sensor, the median of the greenhouse, or the light of the day so far. */

import { conditionOf, quantitiesOf } from "../../alerts/condition.ts";
import type { Condition, NewestValues } from "../../alerts/condition.ts";
import { counts } from "../../alerts/findings.ts";
import type { LastSeen } from "../../history/last-seen.ts";
import type { SensorRole } from "../../identity/sensor-records.ts";
import { countedValue, partsOf, QUANTITY } from "../../quantities/measurements.ts";
import type { Measurement, Shown } from "../../quantities/measurements.ts";
import { medianOf } from "../../quantities/median.ts";
import { dailyLight } from "../../rollups/daily.ts";
import type { HourMean } from "../../rollups/daily.ts";
import { HOUR_MS, MINUTE_MS } from "../../time.ts";
import type { FarmClock } from "./clock.ts";
import type { Plan, PlanCondition, PlanValue } from "./model.ts";

export interface PlanSensor {
  readonly uid: string;
  /** The greenhouse's id. */
  readonly greenhouse: string;
  readonly role: SensorRole;
  /** The newest values of its greenhouse. */
  readonly newest: NewestValues;
  readonly seen: LastSeen;
}

export interface PlanSources {
  /** The greenhouse of the output's board. */
  readonly greenhouse: string;
  /** The sensors of the farm, or at least of this greenhouse and the plan's source. */
  readonly sensors: readonly PlanSensor[];
  /**
   * Hours of yesterday and today of the greenhouse or the source, in µmol m⁻² s⁻¹ (`plantLight`). Only plans with "dli"
   * need them.
   */
  readonly light: readonly HourMean[];
}

/** An hour is folded up to 25 minutes after its end, so the newest folded hour may have ended 85 minutes ago. */
const MIN_LIGHT_FRESH_MS = 2 * HOUR_MS;

/** Returns the value that a plan uses now; undefined if the plan has no condition. @param nowMs Unix milliseconds */
export function planValue(
  plan: Pick<Plan, "condition" | "source" | "freshMinutes">,
  sources: PlanSources,
  clock: FarmClock,
  nowMs: number,
): PlanValue | undefined {
  const { condition, source } = plan;
  if (condition === undefined) return undefined;
  const { quantity } = condition;
  const freshMs = maxAgeMs(plan);
  if (quantity === "dli") return lightValue(sources.light, clock, freshMs, nowMs);
  const used = sources.sensors.filter(({ uid, greenhouse, role }) =>
    source === undefined
      ? greenhouse === sources.greenhouse && counts(quantity, role)
      : uid === source,
  );
  return medianValue(used, quantity, freshMs, nowMs);
}

/** Returns the age above which the plan does not use a value. */
export function maxAgeMs({
  condition,
  freshMinutes,
}: Pick<Plan, "condition" | "freshMinutes">): number {
  const freshMs = freshMinutes * MINUTE_MS;
  return condition?.quantity === "dli" ? Math.max(freshMs, MIN_LIGHT_FRESH_MS) : freshMs;
}

function medianValue(
  sensors: readonly PlanSensor[],
  quantity: Shown,
  freshMs: number,
  nowMs: number,
): PlanValue {
  const measured = sensors.flatMap(({ uid, newest, seen }) => {
    const parts = partsOf(quantity);
    const at = Math.min(...parts.map((part) => seen.measured[part] ?? NaN));
    const condition = conditionOf(uid, newest, seen, freshMs, nowMs);
    const value = quantitiesOf(condition)[quantity];
    const isFault = parts.some((part) => isFaultIn(condition, part));
    return Number.isNaN(at) ? [] : [{ at, value, isFault }];
  });
  const fresh = measured.flatMap(({ value, at }) => (value === undefined ? [] : [{ value, at }]));
  const median = medianOf(fresh.map(({ value }) => value));
  // The pH of two tanks has no common value.
  const isOneValue = fresh.length === 1 || QUANTITY[quantity].summary === "median";
  if (median !== undefined && isOneValue) {
    return { kind: "fresh", value: median, at: Math.min(...fresh.map(({ at }) => at)) };
  }
  // When the last good value came before a fault is not stored.
  const old = measured.flatMap(({ at, isFault }) => (isFault || nowMs - at <= freshMs ? [] : [at]));
  return { kind: "old", at: old.length === 0 ? undefined : Math.max(...old) };
}

function isFaultIn({ values }: Condition, part: Measurement): boolean {
  const measured = values[part];
  return measured !== undefined && countedValue(part, measured.value) === undefined;
}

/** Returns the light of the local day so far. */
function lightValue(
  hours: readonly HourMean[],
  clock: FarmClock,
  freshMs: number,
  nowMs: number,
): PlanValue {
  if (hours.length === 0) return { kind: "old", at: undefined };
  const at = Math.max(...hours.map(({ startMs }) => startMs)) + HOUR_MS;
  if (nowMs - at > freshMs) return { kind: "old", at };
  const today = clock.date(nowMs);
  const value = dailyLight(hours.filter(({ startMs }) => clock.date(startMs) === today));
  return { kind: "fresh", value, at };
}

/** Whether a value is beyond the bound of the plan's condition. */
export function isBeyondBound({ side, bound }: PlanCondition, value: number): boolean {
  return side === "below" ? value < bound : value > bound;
}
