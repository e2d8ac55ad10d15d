/** Invariants of plans: whatever people, sensors, boards and late checks do. */

import { fc, timesUsual } from "rtdb-emulator/testing/properties";
import { decidePlan } from "@greenhouse/domain/outputs/plans/decide";
import { nextRuns } from "@greenhouse/domain/outputs/plans/next-runs";
import type { NextRun } from "@greenhouse/domain/outputs/plans/next-runs";
import { isInWindow, plannedTimes } from "@greenhouse/domain/outputs/plans/planned-times";
import type { HoldPlan, PlanRun, TimesPlan } from "@greenhouse/domain/outputs/plans/model";
import { isOverAt } from "@greenhouse/domain/outputs/condition";
import type { Order, OutputState } from "@greenhouse/domain/outputs/model";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@greenhouse/domain/time";
import { BERLIN_CLOCK, HOLD, OUTPUT, situation, storedOrder, storedRuns, TIMES } from "./fixtures";

/** What happens before a check. */
interface Event {
  /** Minutes since the check before. */
  readonly after: number;
  readonly value: number;
  /** Age of the value in minutes. */
  readonly age: number;
  readonly person: "nothing" | "on" | "off";
  readonly board: "order" | "local" | "limit";
  readonly isPaused: boolean;
  readonly isOn: boolean;
}

const rarely = (usual: number) => ({ arbitrary: fc.boolean().map(() => true), weight: usual });
const EVENT = fc.record<Event>({
  after: fc.oneof({ arbitrary: fc.constant(1), weight: 30 }, fc.integer({ min: 2, max: 200 })),
  value: fc.integer({ min: 0, max: 50 }),
  age: fc.oneof({ arbitrary: fc.constant(1), weight: 5 }, fc.integer({ min: 2, max: 300 })),
  person: fc.oneof(
    { arbitrary: fc.constant("nothing" as const), weight: 60 },
    fc.constantFrom("on" as const, "off" as const),
  ),
  board: fc.oneof(
    { arbitrary: fc.constant("order" as const), weight: 60 },
    fc.constantFrom("local" as const, "limit" as const),
  ),
  isPaused: fc.oneof(rarely(1), { arbitrary: fc.constant(false), weight: 60 }),
  isOn: fc.oneof(rarely(60), fc.constant(false)),
});
/** From an hour before a day of a clock change, so that the runs are planned around it. */
const STARTS = ["2026-03-28", "2026-10-24", "2026-06-10"].map((date) =>
  BERLIN_CLOCK.momentOf(date, "2300"),
);
const SUN_AND_CLOCK = ["2330", "0000", "0030", "0110", "0230", "0330", "sunrise+30", "sunset-15"];
const TIMES_PLAN = fc
  .record({
    times: fc.uniqueArray(fc.constantFrom(...SUN_AND_CLOCK), { minLength: 3 }),
    cycles: fc.integer({ min: 1, max: 4 }),
    forSeconds: fc.integer({ min: 60, max: 300 }),
    isConditional: fc.boolean(),
  })
  .map(({ isConditional, ...plan }): TimesPlan => ({
    ...TIMES,
    ...plan,
    ...(!isConditional && { condition: undefined }),
  }));
const HOLD_PLAN = fc
  .record({
    from: fc.constantFrom("0000", "0230", "0600", "2200"),
    until: fc.constantFrom("0000", "0500", "2000"),
    minOnSeconds: fc.constantFrom(0, 300),
    minOffSeconds: fc.constantFrom(0, 600),
  })
  .map(({ from, until, ...plan }): HoldPlan => ({ ...HOLD, ...plan, between: { from, until } }));

interface Check {
  readonly nowMs: number;
  readonly event: Event;
  readonly plan: TimesPlan | HoldPlan;
  /** Before the decision. */
  readonly before: Order | undefined;
  readonly state: OutputState | undefined;
  readonly order: Order | undefined;
  readonly ordered: boolean;
  readonly decided: readonly PlanRun[];
  readonly runs: readonly PlanRun[];
}

/** Runs the checks, and calls `inspect` after each. */
function simulate(
  basic: TimesPlan | HoldPlan,
  startMs: number,
  events: readonly Event[],
  inspect: (check: Check) => void,
): void {
  let [nowMs, order, runs] = [startMs, undefined as Order | undefined, [] as readonly PlanRun[]];
  for (const event of events) {
    nowMs += event.after * MINUTE_MS;
    const plan = {
      ...basic,
      isOn: event.isOn,
      pausedUntil: event.isPaused ? nowMs + 10 * MINUTE_MS : undefined,
    };
    if (event.person !== "nothing") {
      const [value, until] = event.person === "on" ? [1, nowMs + 20 * MINUTE_MS] : [0, undefined];
      order = { value, until, by: "olga", version: (order?.version ?? 99) + 1, at: nowMs };
    }
    const { board: reason, age, value } = event;
    const report = { value: 0, version: 1, reason, at: nowMs, heard: nowMs, since: nowMs };
    const state = reason === "order" ? undefined : report;
    const before = order;
    const input = situation(plan, nowMs, {
      value,
      measuredAt: nowMs - age * MINUTE_MS,
      order,
      runs,
      ...(state !== undefined && { state }),
    });
    const decision = decidePlan(input);
    order = storedOrder(decision, order, nowMs);
    runs = storedRuns(decision, runs).slice(0, 64);
    const ordered = decision.order !== undefined;
    inspect({ nowMs, event, plan, before, state, order, ordered, decided: decision.runs, runs });
  }
}

/** The order that the check placed, if it switches on. */
function placedOn({ ordered, order }: Check): Order | undefined {
  return ordered && order !== undefined && order.value > 0 ? order : undefined;
}

function checkBoth(check: Check): void {
  const { nowMs, event, before, state, plan, ordered } = check;
  const placed = placedOn(check);
  const isPersons = before !== undefined && before.by !== "plan";
  // A person's order is never replaced while it holds, and "off" stays off for an hour.
  if (isPersons && !isOverAt(before, nowMs)) expect(ordered).toBe(false);
  if (isPersons && before.value === 0 && nowMs < before.at + HOUR_MS) expect(ordered).toBe(false);
  if (state?.reason === "local") expect(ordered).toBe(false);
  if (placed === undefined) return;
  expect({ isOn: event.isOn, isPaused: event.isPaused }).toEqual({ isOn: true, isPaused: false });
  expect(placed.by).toBe("plan");
  if (plan.condition !== undefined) expect(event.age).toBeLessThanOrEqual(plan.freshMinutes);
  const seconds = plan.kind === "times" ? plan.forSeconds : OUTPUT.leaseSeconds;
  expect(placed.until! - nowMs).toBe(seconds * SECOND_MS);
}

const EVENTS = fc.array(EVENT, { minLength: 60, maxLength: 120 });

test("a plan by the clock keeps its promises", () => {
  fc.assert(
    fc.property(TIMES_PLAN, fc.constantFrom(...STARTS), EVENTS, (plan, start, events) => {
      const cyclesOf = new Map<string, number>();
      const ended = new Set<string>();
      simulate(plan, start, events, (check) => {
        checkBoth(check);
        const placed = placedOn(check);
        const made = check.decided.filter(
          ({ action, ended: reason, version }) =>
            action === "ran" && reason === undefined && version === placed?.version,
        );
        // Each order to switch on is one cycle of one run.
        expect(made).toHaveLength(placed === undefined ? 0 : 1);
        for (const { id, cycle = 0, planned = 0, at } of made) {
          expect(cycle).toBe((cyclesOf.get(id) ?? 0) + 1);
          expect(cycle).toBeLessThanOrEqual(plan.cycles);
          expect(ended.has(id)).toBe(false);
          expect(at - planned).toBeLessThanOrEqual(30 * MINUTE_MS);
          cyclesOf.set(id, cycle);
        }
        for (const { id, ended: reason } of check.decided) if (reason !== undefined) ended.add(id);
        // While a person's order is the newest, no run goes on.
        if (check.order !== undefined && check.order.by !== "plan") {
          const { nowMs, runs } = check;
          const going = runs.filter(
            ({ action, ended: reason, endsAt = 0 }) =>
              action === "ran" && reason === undefined && endsAt > nowMs,
          );
          expect(going).toEqual([]);
        }
      });
    }),
    timesUsual(0.3),
  );
});

test("a plan by the clock decides each planned time once while it is checked", () => {
  fc.assert(
    fc.property(TIMES_PLAN, fc.constantFrom(...STARTS), EVENTS, (plan, start, events) => {
      const always = events.map((event) => ({ ...event, isOn: true }));
      const decidedAt = new Map<string, number>();
      let last = start;
      simulate({ ...plan, at: start }, start, always, ({ nowMs, decided }) => {
        last = nowMs;
        for (const { id, at } of decided) {
          expect(decidedAt.get(id) ?? at).toBe(at);
          decidedAt.set(id, at);
        }
      });
      const settled = last - 30 * MINUTE_MS;
      const from = Math.max(start, settled - DAY_MS);
      const planned = plannedTimes(plan, BERLIN_CLOCK, from, settled).map(({ id }) => id);
      expect(planned.filter((id) => !decidedAt.has(id))).toEqual([]);
    }),
    timesUsual(0.3),
  );
});

/** What the preview names. It leaves out what a person, a pause or a late check keeps from running. */
const SAID = ["noSun", "noPlace", "overlap", "limit"];

test("the preview says what a plan by the clock decides next, also while a person's order holds", () => {
  fc.assert(
    fc.property(TIMES_PLAN, fc.constantFrom(...STARTS), EVENTS, (basic, start, events) => {
      let said: readonly NextRun[] = [];
      let stateBefore: OutputState | undefined;
      const fresh = events.map((event) => ({
        ...event,
        age: 1,
        value: 0,
        isOn: true,
        isPaused: false,
      }));
      let runsBefore: readonly PlanRun[] = [];
      simulate({ ...basic, at: start }, start, fresh, (check) => {
        const { nowMs, event, plan, order, runs, state, decided } = check;
        // Somebody may order, or the jobs may be late, between two checks.
        const isDisturbed = event.person !== "nothing" || event.after > 1 || state !== stateBefore;
        if (!isDisturbed) {
          const before = new Map(runsBefore.map((run) => [run.id, run]));
          const happened = decided.flatMap(({ id, action, reason, cycle, ended }) => {
            const known = before.get(id);
            if (known !== undefined) {
              const isNext = ended === undefined && cycle !== known.cycle;
              return isNext ? [`cycle ${cycle}`] : [];
            }
            if (action === "ran") return [`run ${id}`];
            return SAID.includes(reason) ? [`missing ${id}`] : [];
          });
          const due = said.filter((next) => next.at <= nowMs);
          const texts = due.map((next) =>
            next.kind === "cycle"
              ? `cycle ${next.cycle}`
              : "id" in next
                ? `${next.kind} ${next.id}`
                : "",
          );
          expect(texts.sort()).toEqual(happened.sort());
        }
        [stateBefore, runsBefore] = [state, runs];
        const input = situation(plan, nowMs, { value: 0, order, runs, ...(state && { state }) });
        said = nextRuns(input, 4).next;
      });
    }),
    timesUsual(0.15),
  );
});

test("a plan that holds a value keeps its promises", () => {
  fc.assert(
    fc.property(HOLD_PLAN, fc.constantFrom(...STARTS), EVENTS, (plan, start, events) => {
      const ids = new Set<string>();
      let isOn = false;
      simulate(plan, start, events, (check) => {
        checkBoth(check);
        const { nowMs, event, order, state, decided } = check;
        for (const { id, action } of decided) {
          expect(ids.has(id)).toBe(false);
          ids.add(id);
          // The records switch by turns.
          expect(action).toBe(isOn ? "off" : "on");
          isOn = action === "on";
        }
        const isHolding = order?.by === "plan" && order.value > 0 && !isOverAt(order, nowMs);
        if (!isHolding || state?.reason === "local") return;
        // Within its window, and with a fresh value.
        expect(isInWindow(plan, BERLIN_CLOCK, nowMs)).toBe(true);
        expect(event.age).toBeLessThanOrEqual(plan.freshMinutes);
        expect(event.board).toBe("order");
      });
    }),
    timesUsual(0.3),
  );
});
