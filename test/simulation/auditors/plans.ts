/**
 * The orders of plans. Each run is made once and in time, with a fresh value, at most for a cycle or a lease. The plan is on
 * and not paused, and nobody's order holds. The auditor `outputs` checks that pins obey these orders.
 */

import { OFF_HOLDS_MS } from "@greenhouse/domain/outputs/limits";
import type { PlanReason } from "@greenhouse/domain/outputs/plans/model";
import { oldestOf } from "../plans/facts";
import { actsOn, isFirstMinuteOf, wallOf } from "../plans/wall";
import { hasFreshValue, valueRange } from "../plans/value-check";
import { decisionsOf, type Decision, type Recorded } from "../plans/decisions";
import { MINUTE_MS, SECOND_MS } from "@greenhouse/domain/time";
import type { Auditor } from "../simulation";

const MAX_DELAY_MS = 30 * MINUTE_MS;
/** Later, a run is skipped for another reason. */
const DECIDED_IN_TIME: readonly PlanReason[] = [
  "clock",
  "below",
  "above",
  "notBelow",
  "notAbove",
  "noValue",
  "limit",
];
/** Of medians. */
const ROUNDING = 1e-9;

/** Each returns what is wrong with a decision; undefined if nothing is. */
const OF_ORDERS: readonly ((decision: Decision) => string | undefined | false)[] = [
  ({ order, before }) =>
    order?.value === 0 && before?.by !== "plan" && "switches off what a person ordered",
  ({ order, before, nowMs }) => {
    if (order === undefined || order.value === 0 || before === undefined) return false;
    if (before.by === "plan") return false;
    const untilMs = before.value === 0 ? before.at + OFF_HOLDS_MS : (before.until ?? 0);
    return untilMs > nowMs && "orders over a person";
  },
  ({ order, plan, nowMs }) =>
    isOn(order) &&
    (plan?.isOn !== true || (plan.pausedUntil ?? 0) > nowMs) &&
    "orders while it is off or paused",
  ({ order, plan, kind }) =>
    isOn(order) &&
    order?.value !== (kind === "level" ? (plan?.value ?? 100) : 1) &&
    "orders another value",
  ({ order, plan, leaseSeconds, atMs }) => {
    const seconds = plan?.kind === "times" ? plan.forSeconds : leaseSeconds;
    return (
      isOn(order) &&
      (order?.until ?? 0) > atMs + seconds * SECOND_MS &&
      `orders for longer than ${seconds} s`
    );
  },
  ({ order, runs, plan, possible, zones, atMs }) =>
    isOn(order) &&
    plan?.kind === "hold" &&
    !runs.some(({ action }) => action === "ran") &&
    !possible.some((version) =>
      zones.some((zone) => version.kind === "hold" && isInWindow(version, wallOf(zone, atMs))),
    ) &&
    "orders outside its window",
  (decision) => {
    const { order, possible, facts } = decision;
    if (!isOn(order)) return false;
    const isBlind = possible.every(
      (plan) => plan.condition !== undefined && hasFreshValue(facts, plan, decision) === "no",
    );
    return isBlind && "orders without a fresh value";
  },
  ({ order, runs, plan }) =>
    isOn(order) &&
    plan?.kind === "times" &&
    runs.filter(({ action, version }) => action === "ran" && version === order?.version).length !==
      1 &&
    "orders without the record of one run",
  ({ order, before, runs, possible, atMs }) => {
    const switchesOn = isOn(order) && runs.some(({ action }) => action === "on");
    if (!switchesOn || before === undefined) return false;
    const offMs = atMs - (before.until ?? before.at);
    const isTooSoon = possible.every(
      (plan) => plan.kind === "hold" && offMs < plan.minOffSeconds * SECOND_MS - SECOND_MS,
    );
    return isTooSoon && before.value === 0 && "switches on again too soon";
  },
];

const OF_RUNS: readonly ((run: Recorded, decision: Decision) => string | undefined | false)[] = [
  ({ id, isNew, planned }, { zones }) =>
    isNew &&
    planned !== undefined &&
    !id.includes("sun") &&
    !zones.some((zone) => isFirstMinuteOf(localOf(id), zone, planned)) &&
    "is not at its planned time",
  ({ id, isNew, planned }, { possible }) =>
    isNew &&
    planned !== undefined &&
    !possible.some(
      (plan) =>
        plan.kind === "times" &&
        plan.times.includes(id.slice(9)) &&
        actsOn(plan.days, localOf(id)) &&
        (plan.at ?? 0) < planned,
    ) &&
    "is of no time of the plan",
  ({ isNew, reason, planned = Infinity, at }) =>
    isNew &&
    DECIDED_IN_TIME.includes(reason) &&
    at - planned > MAX_DELAY_MS &&
    `is decided ${Math.round((at - planned) / MINUTE_MS)} min late`,
  ({ isNew, action, planned = 0 }, { possible }) =>
    isNew &&
    action === "ran" &&
    possible.every(({ pausedUntil = 0 }) => pausedUntil > planned) &&
    "was planned in a pause",
  ({ isNew, before }) => isNew && before !== undefined && "is decided twice",
  ({ isOrdered, cycle, before }) =>
    isOrdered &&
    before !== undefined &&
    cycle !== (before.cycle ?? 0) + 1 &&
    "orders a cycle twice",
  ({ isOrdered, before }) => isOrdered && before?.ended !== undefined && "goes on after its end",
  ({ isOrdered, before }, { before: last }) =>
    isOrdered &&
    before !== undefined &&
    last?.version !== before.version &&
    "goes on after somebody else's order",
  ({ isOrdered, before }, { possible, atMs }) =>
    isOrdered &&
    before?.endsAt !== undefined &&
    possible.every(
      (plan) =>
        plan.kind === "times" && atMs < (before.endsAt ?? 0) + plan.pauseSeconds * SECOND_MS,
    ) &&
    "does not pause between two cycles",
  ({ isNew, action, reason, planned = 0, at }) =>
    isNew &&
    action === "skipped" &&
    reason === "late" &&
    at - planned <= MAX_DELAY_MS &&
    "is skipped as late too soon",
  ({ isNew, reason, action }, decision) =>
    isNew &&
    action === "skipped" &&
    reason === "noValue" &&
    decision.possible.every((plan) => hasFreshValue(decision.facts, plan, decision) === "yes") &&
    "is skipped without a value, but there was one",
  ({ reason, value, measuredAt, isNew, quantity }, decision) => {
    if (!isNew || value === undefined || quantity === "dli") return false;
    const isExplained = decision.possible.some((plan) => {
      const [lowest, highest] = valueRange(decision.facts, plan, decision) ?? [Infinity, -Infinity];
      const isFresh = decision.atMs - (measuredAt ?? 0) <= oldestOf(plan);
      const isRight = value >= lowest - ROUNDING && value <= highest + ROUNDING;
      const bound = plan.condition?.bound ?? NaN;
      const isBeyond: Partial<Record<PlanReason, boolean>> = {
        below: value < bound,
        above: value > bound,
        notBelow: value >= bound,
        notAbove: value <= bound,
      };
      return isFresh && isRight && (isBeyond[reason] ?? true);
    });
    return !isExplained && `has the value ${value}, which no stored reading explains`;
  },
];

export const plans: Auditor = {
  name: "plans",
  watch: (simulation, violate) => {
    let made = 0;
    decisionsOf(simulation).onDecision((decision) => {
      for (const check of OF_ORDERS) {
        const problem = check(decision);
        if (typeof problem === "string") violate(`a plan ${problem}: ${decision.name}`);
      }
      for (const run of decision.runs) {
        made += run.isOrdered ? 1 : 0;
        for (const check of OF_RUNS) {
          const problem = check(run, decision);
          if (typeof problem === "string") violate(`a run ${problem}: ${decision.name} ${run.id}`);
        }
      }
    });
    return { atEnd: () => simulation.world.note("plans", `${made} cycles`) };
  },
};

const isOn = (order: Decision["order"]): boolean => (order?.value ?? 0) > 0;

/** Returns for example "2026-03-29T0230" of the id of a run. */
const localOf = (id: string): string => `${id.slice(0, 4)}-${id.slice(4, 6)}-${id.slice(6)}`;

function isInWindow(
  {
    between,
    days,
  }: Pick<Extract<Decision["possible"][number], { kind: "hold" }>, "between" | "days">,
  local: string,
): boolean {
  const [time, yesterday] = [
    local.slice(11),
    new Date(Date.parse(local.slice(0, 10)) - 1).toISOString(),
  ];
  if (between === undefined || between.from === between.until) return actsOn(days, local);
  const { from, until } = between;
  if (from < until) return time >= from && time < until && actsOn(days, local);
  return time >= from ? actsOn(days, local) : time < until && actsOn(days, yesterday);
}
