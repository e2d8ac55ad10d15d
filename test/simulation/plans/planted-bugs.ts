/** Bugs of plans that the scene `garden` must find. */

import type { PlantedBug } from "../planted-bugs.ts";

const DECIDE_TIMES = "domain/outputs/plans/decide-times.ts";
const DECIDE_HOLD = "domain/outputs/plans/decide-hold.ts";
const SITUATION = "domain/outputs/plans/situation.ts";
const PLANNED_TIMES = "domain/outputs/plans/planned-times.ts";
const FINDINGS = "domain/outputs/plan-findings.ts";
const PUSH = `planned.push(...times.map((time) => plannedOn(date, time, clock)));`;

const BUGS: readonly Omit<PlantedBug, "scene">[] = [
  {
    name: "the age of a value is ignored",
    auditor: "plans",
    file: "domain/outputs/plans/value.ts",
    code: `const freshMs = maxAgeMs(plan);`,
    bug: `const freshMs = 10 * maxAgeMs(plan);`,
  },
  {
    name: "a run is made up to 45 minutes late",
    auditor: "plans",
    file: DECIDE_TIMES,
    code: `if (nowMs > lastStart) return skip("late");`,
    bug: `if (nowMs > lastStart + 900_000) return skip("late");`,
  },
  {
    name: "the id of a run depends on its check",
    auditor: "plans",
    file: DECIDE_TIMES,
    code: `const decided = { id: planned.id, at: nowMs,`,
    bug: `const minute = new Date(nowMs).toISOString().slice(14, 16);
  const decided = { id: planned.id.slice(0, 11) + (planned.id.includes("sun") ? planned.id.slice(11) : minute), at: nowMs,`,
  },
  {
    name: "cycles go on after a person's order",
    auditor: "plans",
    file: DECIDE_TIMES,
    code: `  if (output.order?.version !== run.version) {
    const by = personOf(output.order);
    return end("person", { ...(by !== undefined && { by }) });
  }
  if (personHold(output, nowMs) !== undefined) return end("person");
`,
    bug: `  if (personHold(output, nowMs) !== undefined) return BUSY;
`,
  },
  {
    name: "a run of a pause is made after the pause",
    auditor: "plans",
    file: DECIDE_TIMES,
    code: `  const stopped = stoppedBecause(plan, planned.at) ?? stoppedBecause(plan, nowMs);
  if (stopped !== undefined) return skip(stopped, until(plan.pausedUntil));
`,
    bug: `  if (stoppedBecause(plan, nowMs) !== undefined) return IDLE;
`,
  },
  {
    name: "a paused plan orders",
    auditor: "plans",
    file: SITUATION,
    code: `return pausedUntil > atMs ? "paused" : undefined;`,
    bug: `return undefined;`,
  },
  {
    name: "a person's order to switch off is ignored",
    auditor: "denials",
    file: SITUATION,
    code: `return value === 0 ? at + OFF_HOLDS_MS : until;`,
    bug: `return value === 0 ? at : until;`,
  },
  {
    name: "a plan holds on without a value",
    auditor: "plans",
    file: DECIDE_HOLD,
    code: `return value?.kind === "fresh" ? undefined : "noValue";`,
    bug: `return undefined;`,
  },
  {
    name: "the minimum time off is ignored",
    auditor: "plans",
    file: DECIDE_HOLD,
    code: `nowMs - offSince < plan.minOffSeconds * SECOND_MS;`,
    bug: `nowMs < offSince;`,
  },
  {
    name: "a plan acts after its window",
    auditor: "plans",
    file: PLANNED_TIMES,
    code: `if (from < until) return time >= from && time < until && isOnDay(days, date);`,
    bug: `if (from < until) return time >= from && isOnDay(days, date);`,
  },
  {
    name: "a doubled local time runs twice",
    auditor: "plans",
    file: PLANNED_TIMES,
    code: PUSH,
    bug: `for (const time of times) {
      const first = plannedOn(date, time, clock);
      planned.push(first);
      const again = first.at + 3_600_000;
      const id = first.id.slice(0, -1) + ((Number(first.id.at(-1)) + 1) % 10);
      if (clock.time(again) === time) planned.push({ ...first, id, at: again });
    }`,
  },
  {
    name: "a skipped local time never runs",
    auditor: "planned times",
    file: PLANNED_TIMES,
    code: PUSH,
    bug: `const all = times.map((time) => plannedOn(date, time, clock));
    planned.push(...all.filter(({ id, at }) => id.includes("sun") || id.endsWith(clock.time(at))));`,
  },
  {
    name: "nobody hears that a board misses the orders that a plan renews",
    auditor: "output alerts",
    file: "domain/outputs/findings.ts",
    code: `return Math.max(first, missingSince(ordered));`,
    bug: `return order.at;`,
  },
  {
    name: "nobody hears that a plan is blind",
    auditor: "plan alerts",
    file: FINDINGS,
    code: `if (plan.condition === undefined || value?.kind === "fresh") return undefined;`,
    bug: `if (plan.condition !== undefined || value?.kind === "fresh") return undefined;`,
  },
  {
    name: "a plan is called blind after ten minutes",
    auditor: "plan alerts",
    file: FINDINGS,
    code: `const BLIND_AFTER_MS = HOUR_MS;`,
    bug: `const BLIND_AFTER_MS = HOUR_MS / 6;`,
  },
];

export const BUGS_OF_PLANS: readonly PlantedBug[] = BUGS.map((bug) => ({
  ...bug,
  scene: "garden",
}));
