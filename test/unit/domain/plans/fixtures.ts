/** A plan of each kind and its input, for the tests of plans. */

import { createFarmClock } from "@greenhouse/domain/outputs/plans/clock";
import type { HoldPlan, PlanRun, TimesPlan } from "@greenhouse/domain/outputs/plans/model";
import type { PlanDecision, PlanInput } from "@greenhouse/domain/outputs/plans/situation";
import type { Order, Output, OutputState } from "@greenhouse/domain/outputs/model";
import { orderPath } from "@greenhouse/domain/outputs/ordering";
import { planOrderUpdate } from "@greenhouse/domain/outputs/plans/updates";
import { parseOrder } from "@greenhouse/domain/outputs/records";

export const BERLIN = { latitude: 52.52, longitude: 13.405, timeZone: "Europe/Berlin" };
export const BERLIN_CLOCK = createFarmClock(BERLIN);

/** Returns the moment of a local time in Berlin on 30 November 2026, a Monday. */
export function at(time: string, date = "2026-11-30"): number {
  return BERLIN_CLOCK.momentOf(date, time.replace(":", ""));
}

export const TIMES: TimesPlan = {
  kind: "times",
  isOn: true,
  pausedUntil: undefined,
  days: "1111111",
  source: undefined,
  freshMinutes: 30,
  value: undefined,
  at: undefined,
  times: ["0615", "1830"],
  forSeconds: 240,
  cycles: 3,
  pauseSeconds: 600,
  condition: { quantity: "soilMoisture", side: "below", bound: 30 },
};

export const HOLD: HoldPlan = {
  kind: "hold",
  isOn: true,
  pausedUntil: undefined,
  days: "1111111",
  source: undefined,
  freshMinutes: 15,
  value: undefined,
  at: undefined,
  condition: { quantity: "temperature", side: "above", bound: 28 },
  backAt: 25,
  minOnSeconds: 300,
  minOffSeconds: 600,
  between: { from: "0600", until: "2000" },
};

export const OUTPUT: Output = {
  name: "Drip line",
  kind: "switch",
  leaseSeconds: 600,
  maxOnSeconds: 1_800,
  viewersMay: false,
};

/** Returns the plan's situation. The value is a minute old, unless `measuredAt` is given. */
export function situation(
  plan: TimesPlan | HoldPlan,
  nowMs: number,
  more: {
    readonly value?: number;
    readonly measuredAt?: number | undefined;
    readonly order?: Order | undefined;
    readonly state?: OutputState;
    readonly runs?: readonly PlanRun[];
    readonly defined?: Output;
  } = {},
): PlanInput {
  const measuredAt = "measuredAt" in more ? more.measuredAt : nowMs - 60_000;
  const isFresh = measuredAt !== undefined && nowMs - measuredAt <= plan.freshMinutes * 60_000;
  return {
    plan,
    output: { defined: more.defined ?? OUTPUT, order: more.order, state: more.state },
    value:
      isFresh && more.value !== undefined
        ? { kind: "fresh", value: more.value, at: measuredAt }
        : { kind: "old", at: measuredAt },
    runs: more.runs ?? [],
    clock: BERLIN_CLOCK,
    nowMs,
  };
}

/** Returns the order as it is stored after a decision. */
export function storedOrder(
  decision: PlanDecision,
  before: Order | undefined,
  nowMs: number,
): Order | undefined {
  const id = { farmId: "oak", uid: "dht-1", output: "valve" };
  const update = planOrderUpdate(id, decision, before, { key: "-K", nowMs });
  const stored = update[orderPath(id)];
  return stored === undefined ? before : parseOrder({ ...stored, at: nowMs });
}

/** Returns the runs as they are stored after a decision, the newest first. */
export function storedRuns({ runs }: PlanDecision, before: readonly PlanRun[]): readonly PlanRun[] {
  const ids = new Set(runs.map(({ id }) => id));
  return [...runs, ...before.filter(({ id }) => !ids.has(id))].sort((a, b) => b.at - a.at);
}
