/** Decides what a plan orders now, and why. Pure: the jobs store the decision in one update. */

import { decideHold } from "./decide-hold.ts";
import { decideTimes } from "./decide-times.ts";
import type { PlanDecision, PlanInput } from "./situation.ts";

/**
 * Decides about a plan once, for example once a minute. Two decisions about the same input are equal, so two checks at once
 * store the same run, and the rules refuse the second.
 */
export function decidePlan(input: PlanInput): PlanDecision {
  const { plan } = input;
  return plan.kind === "times" ? decideTimes({ ...input, plan }) : decideHold({ ...input, plan });
}
