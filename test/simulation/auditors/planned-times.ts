/**
 * Each planned time has a record: a run or a skip. An outage of the jobs or a clock change does not hide a time. The auditor goes from minute to minute and watches the farm's clock and its sun.
 */

import { parsePlanRuns } from "@greenhouse/domain/outputs/plans/records";
import { planRunsPath } from "@greenhouse/domain/outputs/plans/updates";
import { isNight, type Place } from "@greenhouse/domain/sun";
import { MINUTE_MS } from "@greenhouse/domain/time";
import { factsOf, nameOf, type PlanFacts } from "../plans/facts";
import { actsOn, wallOf } from "../plans/wall";
import type { Auditor } from "../simulation";

/** A run may begin up to 30 minutes late. Then it is skipped, and recorded by one of the next checks. */
const DECIDED_MS = 32 * MINUTE_MS;
const MIN_CHECKS = 5;
/** Sunrise and sunset are as exact as this. */
const SUN_MS = 3 * MINUTE_MS;

export const plannedTimes: Auditor = {
  name: "planned times",
  watch: (simulation, violate) => {
    const { world, server, farms } = simulation;
    const facts = factsOf(simulation);
    const clocks = new Map(farms.map(({ id }) => [id, new Clock()]));
    /** By output: its plan and place, and the times that wait for a record. */
    const waiting = new Map<string, { readonly of: string; readonly due: Map<string, number> }>();

    const pass = (minuteMs: number): void => {
      for (const [farmId, clock] of clocks) {
        const place = facts.place(farmId);
        const passed = clock.pass(minuteMs, place);
        for (const id of facts.outputs.filter((output) => output.farmId === farmId)) {
          const plan = facts.plan(id);
          const of = JSON.stringify([plan && { ...plan, pausedUntil: 0 }, place]);
          const known = waiting.get(nameOf(id));
          const due = known?.of === of ? known.due : new Map<string, number>();
          waiting.set(nameOf(id), { of, due });
          if (plan?.kind !== "times" || !plan.isOn) continue;
          for (const { local, atMs } of dueTimes(plan, passed, minuteMs))
            if (atMs > (plan.at ?? 0) + (local.includes("sun") ? SUN_MS : 0)) due.set(local, atMs);
        }
      }
    };
    const demand = (): void => {
      for (const id of facts.outputs) {
        const due = waiting.get(nameOf(id))?.due ?? new Map<string, number>();
        const ripe = [...due].filter(([, atMs]) => isDecided(facts, atMs, world.now()));
        for (const [local, atMs] of ripe) {
          due.delete(local);
          const run = local.replaceAll("-", "").slice(0, 9) + local.slice(11);
          const stored = server.read(`${planRunsPath(id)}/${run}`);
          if (parsePlanRuns({ [run]: stored }).length === 0)
            violate(
              `nothing is recorded of the planned time ${run} of ${nameOf(id)}, which was at ${new Date(atMs).toISOString()}`,
            );
        }
      }
    };
    return {
      everyMinute: (nowMs) => {
        pass(nowMs);
        if (nowMs % (5 * MINUTE_MS) === 0) demand();
      },
      atEnd: demand,
    };
  },
};

function isDecided(facts: PlanFacts, atMs: number, nowMs: number): boolean {
  const sinceMs = atMs + DECIDED_MS;
  return nowMs > sinceMs && facts.completedSince(sinceMs) >= MIN_CHECKS;
}

interface Passed {
  /** The local times after the first and up to the second have just passed. */
  readonly after: string;
  readonly upTo: string;
  readonly sun: "sunrise" | "sunset" | undefined;
}

class Clock {
  #zone: string | undefined;
  #latest = "";
  #wasNight: boolean | undefined;

  pass(minuteMs: number, place: Place | undefined): Passed {
    const zone = place?.timeZone ?? "UTC";
    const local = wallOf(zone, minuteMs);
    const isNew = JSON.stringify(place) !== this.#zone;
    // A time that is doubled has passed before, also if the farm has just moved there.
    const after = isNew ? latestOf(zone, minuteMs) : this.#latest;
    const isNow = place && isNight(minuteMs, place);
    const isFlipped = !isNew && isNow !== undefined && isNow !== this.#wasNight;
    this.#zone = JSON.stringify(place);
    this.#wasNight = isNow;
    this.#latest = after > local ? after : local;
    return { after, upTo: local, sun: isFlipped ? (isNow ? "sunset" : "sunrise") : undefined };
  }
}

/** Returns the latest local time of the last hour. */
function latestOf(zone: string, minuteMs: number): string {
  const minutes = Array.from({ length: 61 }, (_, index) => minuteMs - index * MINUTE_MS);
  return minutes.map((ms) => wallOf(zone, ms)).reduce((a, b) => (a > b ? a : b));
}

/** Returns the plan's times that have just passed, with their date, such as "2026-03-29T0230" or "2026-03-29Tsunset-15". */
function dueTimes(
  { times, days }: { readonly times: readonly string[]; readonly days: string },
  { after, upTo, sun }: Passed,
  minuteMs: number,
): readonly { readonly local: string; readonly atMs: number }[] {
  const date = upTo.slice(0, 10);
  const dates = [...new Set([after.slice(0, 10), date])];
  const clock = times
    .filter((time) => !time.startsWith("sun"))
    .flatMap((time) => dates.map((day) => `${day}T${time}`))
    .filter((local) => local > after && local <= upTo)
    .map((local) => ({ local, atMs: minuteMs }));
  const ofSun = times
    .filter((time) => sun !== undefined && time.startsWith(sun))
    .map((time) => ({
      local: `${date}T${time}`,
      // Times before sunset are known only at sunset. Then they are long decided.
      atMs: minuteMs + Math.max(0, Number(/[+-]\d+$/.exec(time)?.[0] ?? 0)) * MINUTE_MS,
    }));
  return [...clock, ...ofSun].filter(({ local }) => actsOn(days, local));
}
