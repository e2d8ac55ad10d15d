/** The findings of a plan: it has no fresh value, or its runs do not make the soil wetter. */

import { HOUR_MS } from "../time.ts";
import type { PlanFindingKind } from "./findings.ts";
import type { DefinedOutput, OutputId } from "./model.ts";
import { EFFECT_MS } from "./plans/decide-times.ts";
import type { Plan, PlanRun, PlanValue } from "./plans/model.ts";
import { stoppedBecause } from "./plans/situation.ts";
import { maxAgeMs } from "./plans/value.ts";

export interface PlanFinding {
  readonly kind: PlanFindingKind;
  readonly output: string;
  readonly outputName: string;
  /** Unix milliseconds; undefined if unknown. */
  readonly since: number | undefined;
}

export interface PlanToCheck {
  readonly id: Pick<OutputId, "output">;
  readonly output: Pick<DefinedOutput, "defined">;
  readonly plan: Plan;
  /** See `planValue`. */
  readonly value: PlanValue | undefined;
  /** The newest runs first. */
  readonly runs: readonly PlanRun[];
}

const BLIND_AFTER_MS = HOUR_MS;
const BLIND_RUNS = 2;
const INEFFECTIVE_RUNS = 3;

/** Returns the findings of a plan; none while it is off or paused. @param nowMs Unix milliseconds */
export function planFindingsOf(checked: PlanToCheck, nowMs: number): readonly PlanFinding[] {
  const { id, output, plan } = checked;
  if (stoppedBecause(plan, nowMs) !== undefined) return [];
  const found = [
    { kind: "blind" as const, since: blindSince(checked, nowMs) },
    { kind: "ineffective" as const, since: ineffectiveSince(checked, nowMs) },
  ];
  return found.flatMap(({ kind, since }) =>
    since === undefined
      ? []
      : [{ kind, output: id.output, outputName: output.defined.name, since: since.at }],
  );
}

interface Since {
  readonly at: number | undefined;
}

function blindSince({ plan, value, runs }: PlanToCheck, nowMs: number): Since | undefined {
  if (plan.condition === undefined || value?.kind === "fresh") return undefined;
  const known = value?.at === undefined ? lastUse(plan, runs) : value.at;
  const lastUsable = value?.at === undefined ? known : value.at + maxAgeMs(plan);
  if (nowMs - (lastUsable ?? 0) > BLIND_AFTER_MS) return { at: known };
  const last = runs
    .filter(({ action }) => action === "ran" || action === "skipped")
    .slice(0, BLIND_RUNS);
  const isSkipped = last.every(({ reason }) => reason === "noValue");
  return isSkipped && last.length === BLIND_RUNS ? { at: last.at(-1)?.at } : undefined;
}

/**
 * Returns when the plan is known to have used a value. An impossible value replaces the last good value, so that nobody
 * knows how old the good value is.
 */
function lastUse({ at }: Plan, runs: readonly PlanRun[]): number | undefined {
  const used = runs.find(
    ({ action, reason, value }) =>
      value !== undefined || (action === "off" && reason === "noValue"),
  );
  return used === undefined ? at : Math.max(used.at, at ?? 0);
}

function ineffectiveSince({ plan, runs }: PlanToCheck, nowMs: number): Since | undefined {
  if (plan.condition?.quantity !== "soilMoisture" || plan.condition.side !== "below") {
    return undefined;
  }
  // Runs that ended early, or that the board did not confirm, say nothing. Runs before the last change were of another plan.
  const last = runs
    .filter(
      ({ action, reason, ended, heard, at }) =>
        action === "ran" &&
        reason === "below" &&
        ended === undefined &&
        heard !== undefined &&
        at > (plan.at ?? 0) &&
        nowMs - at >= EFFECT_MS,
    )
    .slice(0, INEFFECTIVE_RUNS);
  const isIneffective =
    last.length === INEFFECTIVE_RUNS && last.every(({ wetter }) => wetter === undefined);
  return isIneffective ? { at: last.at(-1)?.at } : undefined;
}
