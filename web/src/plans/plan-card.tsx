/** The plan of an output: what it does, what comes next, and what it did. Owners change, pause and switch it off here. */

import type { KnownOutput } from "@greenhouse/domain/outputs/model";
import type { Plan, PlanRun } from "@greenhouse/domain/outputs/plans/model";
import { nextRuns } from "@greenhouse/domain/outputs/plans/next-runs";
import { parsePlan } from "@greenhouse/domain/outputs/plans/records";
import type { VNode } from "preact";
import { valueOf } from "../data/watches/watch";
import { Button } from "../shared/controls/controls";
import { useKnownUntil } from "../shared/hooks/hooks";
import { useOutputTexts } from "../text/outputs";
import { usePlanTexts } from "../text/plans";
import { PlanButtons } from "./plan-buttons";
import { PlanLog } from "./plan-log";
import { usePlanInput, usePlanRuns } from "./plan-situation";
import { PlanZone } from "./plan-zone";
import { usePlanTeller } from "./plan-teller";
import "./plans.css";

export interface PlanCardProps {
  readonly output: KnownOutput;
  /** `outputPlans/<farmId>/<uid>/<output>`. */
  readonly stored: unknown;
  /** Opens the form; undefined for viewers. */
  readonly onEdit: (() => void) | undefined;
}

/** Enough for the cycles of a run that is under way, and for the last run. */
const NEWEST_RUNS = 8;

export function PlanCard({ output, stored, onEdit }: PlanCardProps): VNode {
  const { addPlan } = useOutputTexts();
  const texts = usePlanTexts();
  const plan = parsePlan(stored);
  const { name } = output.defined;
  return (
    <section class="plan" aria-label={texts.dialog(name)}>
      {plan === undefined ? (
        <p class="out">{texts.unreadable}</p>
      ) : (
        <Sentences output={output} plan={plan} />
      )}
      {plan !== undefined && onEdit && <PlanButtons {...{ output, plan, onEdit }} />}
      {plan === undefined && onEdit && (
        <Button kind="quiet" label={`${addPlan}: ${name}`} onClick={onEdit}>
          {addPlan}
        </Button>
      )}
      <PlanLog {...output} />
    </section>
  );
}

interface SentencesProps {
  readonly output: KnownOutput;
  readonly plan: Plan;
}

const NO_RUNS: readonly PlanRun[] = [];

function Sentences({ output, plan }: SentencesProps): VNode {
  const texts = usePlanTexts();
  const now = useKnownUntil();
  const teller = usePlanTeller(now);
  const runs = valueOf(usePlanRuns(output, NEWEST_RUNS)) ?? NO_RUNS;
  const input = usePlanInput(output, plan, runs, now);
  const preview = input && nextRuns(input, 1);
  const waiting = preview && teller.waiting(preview);
  const [next] = preview?.next ?? [];
  const [last] = runs;
  const sayNext = (): string => {
    if (next === undefined) return texts.nothingNext;
    const text = teller.next(next);
    return next.kind === "hold" ? texts.sentence(text) : texts.next(text);
  };
  return (
    <>
      <p>
        <span class="plan-word">{texts.plan}</span> {teller.summary(plan, output.defined)}
      </p>
      <div role="status">
        {!plan.isOn && <p class="plan-waits">{texts.isOff}</p>}
        {plan.isOn && waiting && <p class="plan-waits">{waiting}</p>}
        {plan.isOn && preview && <p class="plan-next">{sayNext()}</p>}
      </div>
      {last && <p class="quiet">{texts.last(teller.run(last))}</p>}
      <PlanZone plan={plan} />
    </>
  );
}
