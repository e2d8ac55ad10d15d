/** Explains a plan before it is saved: what it does, its daily maximum, and its next runs. */

import type { KnownOutput } from "@greenhouse/domain/outputs/model";
import type { Plan, PlanRun } from "@greenhouse/domain/outputs/plans/model";
import { runsToRead } from "@greenhouse/domain/outputs/plans/limits";
import { nextRuns } from "@greenhouse/domain/outputs/plans/next-runs";
import type { VNode } from "preact";
import { valueOf } from "../data/watches/watch";
import { useNow } from "../shared/hooks/hooks";
import { usePlanTexts } from "../text/plans";
import { usePlanInput, usePlanRuns, usePlanSetting } from "./plan-situation";
import { PlanZone } from "./plan-zone";
import { usePlanQuantities, usePlanTeller } from "./plan-teller";

export interface PlanExplanationProps {
  readonly output: KnownOutput;
  /** Undefined while fields are invalid. */
  readonly plan: Plan | undefined;
  /** Whether faults are shown at their fields. */
  readonly isMarked: boolean;
}

const NEXT_RUNS = 3;
const NO_RUNS: readonly PlanRun[] = [];

export function PlanExplanation({ output, plan, isMarked }: PlanExplanationProps): VNode {
  const texts = usePlanTexts();
  const now = useNow();
  const teller = usePlanTeller(now);
  const newest = plan === undefined ? 1 : runsToRead({ ...plan, isOn: true });
  const runs = valueOf(usePlanRuns(output, newest)) ?? NO_RUNS;
  const input = usePlanInput(output, plan && { ...plan, isOn: true }, runs, now);
  const next = input === undefined ? [] : nextRuns(input, NEXT_RUNS).next;
  return (
    <section class="plan-explanation" aria-label={texts.preview}>
      <div role="status">
        {plan === undefined ? (
          <p class="quiet">{isMarked ? texts.incomplete : texts.unfinished}</p>
        ) : (
          <p>{teller.plan(plan, output.defined)}</p>
        )}
      </div>
      {input && next.length === 0 && <p>{texts.nothingNext}</p>}
      {next.length > 0 && (
        <>
          <h3>{texts.nextRuns}</h3>
          <ol>
            {next.map((run) => (
              <li key={`${run.kind} ${run.at}`}>{teller.next(run)}</li>
            ))}
          </ol>
        </>
      )}
      {plan && <Hints output={output} plan={plan} />}
    </section>
  );
}

function Hints({ output, plan }: { readonly output: KnownOutput; readonly plan: Plan }): VNode {
  const texts = usePlanTexts();
  const { sourcesOf } = usePlanSetting(output);
  const quantities = usePlanQuantities();
  const { condition, source } = plan;
  const quantity = condition?.quantity;
  return (
    <>
      {quantity !== undefined && source === undefined && sourcesOf(quantity).length === 0 && (
        <p class="attention warn">{texts.noSensor(quantities[quantity])}</p>
      )}
      <PlanZone plan={plan} />
    </>
  );
}
