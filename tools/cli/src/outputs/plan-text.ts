/** Describes plans of outputs in the page's words, for terminals. */

import type { Output } from "@greenhouse/domain/outputs/model";
import type { Plan, PlanRun } from "@greenhouse/domain/outputs/plans/model";
import type { PlanPreview } from "@greenhouse/domain/outputs/plans/next-runs";
import type { PlanTeller } from "@greenhouse/domain/words/plan-sentences";
import { printable } from "../core/text";
import { withPlainSpaces } from "./output-text";

export interface PlanTexts {
  readonly plan: (plan: Plan, output: Output) => string;
  readonly run: (run: PlanRun) => string;
  readonly next: PlanTeller["next"];
  /** Why the plan waits, and what it does next, each in a line. */
  readonly preview: (plan: Plan, preview: PlanPreview) => readonly string[];
  /** Says why the plan waits; "" if it does not. */
  readonly waiting: (plan: Plan, preview: PlanPreview) => string;
}

/** Makes the sentences of a teller printable. */
export function createPlanTexts(teller: PlanTeller): PlanTexts {
  const clean = (text: string): string => printable(withPlainSpaces(text));
  const waiting = ({ isOn }: Plan, preview: PlanPreview): string =>
    isOn ? clean(teller.waiting(preview)) : "The plan is off.";
  return {
    plan: (plan, output) => clean(teller.plan(plan, output)),
    run: (run) => clean(teller.run(run)),
    next: (next) => clean(teller.next(next)),
    waiting,
    preview: (plan, preview) => {
      const why = waiting(plan, preview);
      const next = preview.next.map((run) => `Next: ${clean(teller.next(run))}`);
      const none = plan.isOn && next.length === 0 ? ["Nothing to do in the next week."] : [];
      return [...(why === "" ? [] : [why]), ...next, ...none];
    },
  };
}
