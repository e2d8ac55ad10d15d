/** Describes a violation for a person: the seed, the faults that it needs, and the events that lead to it. */

import { faultsIn, type FaultName } from "./faults/faults";
import { simulate, type Options, type Outcome, type Violation } from "./run";
import { SCENES, type SceneName } from "./scenes/scenes";

const MAX_LINES = 30;
/** Names of sensors, greenhouses, readings and alerts. */
const NAME = /\b[a-z]+-[a-z0-9]+|reading \d+|\b(?:above|below|silent)[,\w-]*/g;

export const nameOf = (seed: number): string => `0x${seed.toString(16)}`;

/** Repeats a seed with fewer faults, as long as the same auditor still reports. */
export async function withFewestFaults(
  { seed, faults, violations }: Outcome,
  scene: SceneName,
  options: Options,
): Promise<{ readonly outcome: Outcome | undefined; readonly needed: readonly FaultName[] }> {
  const auditor = violations[0]?.auditor;
  let needed = faultsIn(faults);
  let smallest: Outcome | undefined;
  for (const fault of needed) {
    const without = faultsIn(faults).filter((name) => name === fault || !needed.includes(name));
    const outcome = await simulate(SCENES[scene], seed, { ...options, without });
    if (outcome.violations[0]?.auditor !== auditor) continue;
    needed = needed.filter((name) => name !== fault);
    smallest = outcome;
  }
  return { outcome: smallest, needed };
}

/** Returns the lines of the trace with the rarest name of the violation, the last one last. */
export function linesOf({ what, trace }: Violation): readonly string[] {
  const concerned = (what.match(NAME) ?? [])
    .map((name) => trace.filter((line) => line.includes(name)))
    .filter((lines) => lines.length > 1)
    .sort((one, other) => one.length - other.length);
  return (concerned[0] ?? trace).slice(-MAX_LINES);
}

/** @param needed without these faults, the seed keeps its promises */
export function describe(
  scene: SceneName,
  outcome: Outcome,
  needed: readonly FaultName[] = faultsIn(outcome.faults),
): string {
  const [violation] = outcome.violations;
  if (violation === undefined) return "";
  const faults = needed.length === 0 ? "no fault at all" : needed.join(", ");
  return [
    `Seed ${nameOf(outcome.seed)} breaks a promise (${violation.auditor}):`,
    `  ${violation.what}`,
    `It needs ${faults}. The events that lead to it:`,
    ...linesOf(violation).map((line) => `  ${line}`),
    `Repeat it with: npm run simulate -- --scene ${scene} --seed ${nameOf(outcome.seed)}`,
  ].join("\n");
}
