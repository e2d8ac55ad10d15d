/** Describes plans, their runs and what they do next. */

import { dailyMaximum } from "../outputs/plans/day-limit.ts";
import type { FarmClock } from "../outputs/plans/clock.ts";
import { MAX_VALUE } from "../outputs/limits.ts";
import type { Output } from "../outputs/model.ts";
import type { HoldPlan, Plan, PlanReason, PlanRun, TimesPlan } from "../outputs/plans/model.ts";
import type { NextRun, PlanPreview } from "../outputs/plans/next-runs.ts";
import { sunEventOf } from "../outputs/plans/planned-times.ts";
import { maxAgeMs } from "../outputs/plans/value.ts";
import { withUnit } from "../quantities/measurements.ts";
import { MINUTE_MS, SECOND_MS } from "../time.ts";
import { createPlanFormat, withColon } from "./plan-format.ts";
import type { PlanFormat } from "./plan-format.ts";
import type { PlanWords } from "./plan-words.ts";

export interface PlanTelling {
  readonly words: PlanWords;
  readonly clock: FarmClock;
  readonly nowMs: number;
  /** Returns the name of a sensor. */
  readonly sensorName: (uid: string) => string;
  /** Returns the name of a person. */
  readonly personName: (uid: string) => string;
  /** Formats figures in a person's own units; by default in the stored units. */
  readonly figures?: Partial<Pick<PlanFormat, "value" | "bound">>;
}

export interface PlanTeller {
  /** Says what a plan does, before it is saved: one sentence, and then its limits. */
  readonly plan: (plan: Plan, output: Output) => string;
  /** Says what a plan does in one sentence, without its limits. */
  readonly summary: (plan: Plan, output: Output) => string;
  /** Says what a check decided, for example "06:15 watered 5 min: soil 27 %, below 30 %". */
  readonly run: (run: PlanRun) => string;
  /** Says what comes next, for example "tomorrow 06:15, if soil below 30 %, now 34 %". */
  readonly next: (next: NextRun) => string;
  /** Says why the plan waits: it is paused, or for a person's order; "" if it does not wait. */
  readonly waiting: (preview: PlanPreview) => string;
}

export function createPlanTeller(telling: PlanTelling): PlanTeller {
  const { words, clock, nowMs, sensorName, personName } = telling;
  const format = { ...createPlanFormat(words, clock, nowMs), ...telling.figures };
  const cyclesOf = (cycles: number, forSeconds: number, pauseSeconds = 0): string =>
    words.cycles(
      cycles,
      format.span(forSeconds * SECOND_MS),
      pauseSeconds === 0 ? "" : format.span(pauseSeconds * SECOND_MS),
    );
  const clauseOf = ({ condition, source }: Pick<Plan, "condition" | "source">): string =>
    condition === undefined
      ? ""
      : words.clause(
          condition,
          source === undefined ? "" : sensorName(source),
          format.bound(condition.bound, condition.quantity),
        );
  const minimum = (seconds: number): string =>
    seconds === 0 ? "" : format.span(seconds * SECOND_MS);

  const timesPlan = (plan: TimesPlan, level: string): string =>
    words.timesPlan({
      isWater: isWater(plan.condition) && level === "",
      level,
      duration: cyclesOf(plan.cycles, plan.forSeconds, plan.pauseSeconds),
      times: format.times(plan.times),
      days: format.days(plan.days),
      clause: clauseOf(plan),
    });
  const holdPlan = (plan: HoldPlan, level: string): readonly string[] => {
    const { condition, backAt, between, minOnSeconds, minOffSeconds } = plan;
    const isWholeDay = between === undefined || between.from === between.until;
    const sentence = words.holdPlan({
      level,
      clause: clauseOf(plan),
      backAt: backAt === condition.bound ? "" : format.bound(backAt, condition.quantity),
      from: isWholeDay ? "" : withColon(between.from),
      until: isWholeDay ? "" : withColon(between.until),
      days: format.days(plan.days),
    });
    const [on, off] = [minimum(minOnSeconds), minimum(minOffSeconds)];
    return [
      sentence,
      ...(on === "" && off === "" ? [] : [words.minimumTimes(on, off)]),
      words.offWithoutValue(format.span(maxAgeMs(plan))),
    ];
  };

  /** @param isEnd whether the reason is of the run's end. The stored value is of its start. */
  const reasonOf = (run: PlanRun, reason: PlanReason, isEnd = false): string => {
    const { quantity = "soilMoisture", value, bound, measuredAt, by, until } = run;
    return words.reasons[reason]({
      quantity: words.quantities[quantity],
      value: format.value(value, quantity, bound),
      bound: format.bound(bound, quantity),
      age: measuredAt === undefined || isEnd ? "" : format.age(run.at - measuredAt),
      person: by === undefined ? "" : personName(by),
      until: until === undefined ? "" : format.past(until),
      sun: sunEventOf(run.id) ?? "sunrise",
    });
  };
  /** @param planned the time to say if the run is in time, or hardly late */
  const timeOf = (at: number, planned: number, say: (at: number) => string): string =>
    at - planned < MIN_LATE_MS
      ? say(planned)
      : words.late(say(at), format.span(Math.floor((at - planned) / MINUTE_MS) * MINUTE_MS));
  const madeRun = (run: PlanRun): string => {
    const { cycles = 1, cycle = 1, forSeconds = 0, ended, heard, endsAt = 0 } = run;
    const { at, planned = at } = run;
    const made = words.ran({
      time: timeOf(at, planned, format.past),
      duration: cyclesOf(cycles, forSeconds),
      confirmed: heard !== undefined ? "yes" : endsAt > nowMs ? "notYet" : "late",
      isWater: isWater(run),
      reason: reasonOf(run, run.reason),
    });
    if (ended === undefined) return made;
    return (
      made +
      words.ended(reasonOf(run, ended, true), cycles === 1 ? "" : words.ofCycles(cycle, cycles))
    );
  };

  const presentOf = ({
    condition,
    value,
  }: Pick<NextRun & { kind: "run" }, "condition" | "value">) => {
    if (condition === undefined || value === undefined) return "";
    const { quantity, bound } = condition;
    if (value.kind === "fresh") {
      return words.presentValue(format.value(value.value, quantity, bound));
    }
    return words.noPresentValue(value.at === undefined ? "" : format.age(nowMs - value.at));
  };
  const conditionOf = ({ condition }: Pick<Plan, "condition">): string =>
    condition === undefined
      ? ""
      : words.condition(
          words.quantities[condition.quantity],
          condition.side,
          format.bound(condition.bound, condition.quantity),
        );

  const sentencesOf = (plan: Plan, output: Output): readonly string[] => {
    const { value = MAX_VALUE.level } = plan;
    const level = output.kind === "level" ? withUnit(String(value), "%") : "";
    return plan.kind === "times" ? [timesPlan(plan, level)] : holdPlan(plan, level);
  };

  return {
    plan: (plan, output) => {
      const { planMs, limitMs } = dailyMaximum(plan, output);
      const daily = words.dailyMaximum(format.span(planMs), format.span(limitMs), planMs > limitMs);
      return [...sentencesOf(plan, output), daily].join(" ");
    },
    summary: (plan, output) => sentencesOf(plan, output)[0] ?? "",
    run: (run) => {
      const time = format.past(run.planned ?? run.at);
      const reason = reasonOf(run, run.reason);
      switch (run.action) {
        case "ran":
          return madeRun(run);
        case "skipped":
          return words.skipped(time, reason);
        case "on":
        case "off":
          return words.switched(time, run.action === "on", reason);
      }
    },
    next: (next) => {
      const time = format.future(next.at);
      switch (next.kind) {
        case "run":
          return words.nextRun(
            timeOf(next.at, next.planned, format.future),
            conditionOf(next),
            presentOf(next),
            next.isCut,
          );
        case "cycle":
          return words.nextCycle(time, words.ofCycles(next.cycle, next.cycles));
        case "missing": {
          const sun = sunEventOf(next.id) ?? "sunrise";
          return words.nextMissing(time, words.reasons[next.reason]({ ...NO_FACTS, sun }));
        }
        case "hold":
          return sayHold(next, time);
      }
    },
    waiting: ({ held, pausedUntil }) => {
      if (pausedUntil !== undefined) return words.paused(format.future(pausedUntil));
      if (held === undefined) return "";
      const person = held.by === undefined ? "" : personName(held.by);
      return words.resumes(format.future(held.until), person);
    },
  };

  function sayHold(next: NextRun & { readonly kind: "hold" }, time: string): string {
    const { condition, isOn, backAt, at } = next;
    if (isOn && condition !== undefined) {
      const { quantity } = condition;
      const back = format.bound(backAt, quantity);
      return words.isOnUntil(words.quantities[quantity], back, presentOf(next));
    }
    return words.nextHold(at > nowMs ? time : "", conditionOf(next), presentOf(next));
  }
}

/** The farms are checked once a minute, so a run often begins a minute after its time. */
const MIN_LATE_MS = 2 * MINUTE_MS;

const NO_FACTS = { quantity: "", value: "", bound: "", age: "", person: "", until: "" };

/** Whether people speak of watering: the soil decides. Only of plans of the kind "times". */
export function isWater(about: { readonly quantity?: string } | undefined): boolean {
  return about?.quantity === "soilMoisture";
}
