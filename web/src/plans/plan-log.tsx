/** The log of a plan: its decisions and their reasons. The history beside it lists the orders of people and of the plan. */

import type { OutputId } from "@greenhouse/domain/outputs/model";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "../shared/controls/controls";
import { useNow } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { useLastKnown } from "../shared/hooks/stable";
import { usePlanTexts } from "../text/plans";
import { usePlanRuns } from "./plan-situation";
import { usePlanTeller } from "./plan-teller";

/** The numbers of runs that are read at first, and after each press. Records are kept for at most 30 days. */
const SHOWN = [12, 60, 300, 1500] as const;

/** Reads the runs when somebody opens the log. */
export function PlanLog(id: OutputId): VNode {
  const texts = usePlanTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{texts.log}</summary>
      {isOpen && <Runs {...id} />}
    </details>
  );
}

function Runs(id: OutputId): VNode {
  const texts = usePlanTexts();
  const { texts: common } = usePage();
  const teller = usePlanTeller(useNow());
  const [step, setStep] = useState(0);
  const shown = SHOWN[step] ?? SHOWN[0];
  const watched = useLastKnown(usePlanRuns(id, shown));
  if (watched.status === "loading") return <p class="quiet">{common.loading}</p>;
  if (watched.status === "failed") return <p>{common.problems[watched.problem]}</p>;
  const runs = watched.value;
  if (runs.length === 0) return <p class="quiet">{texts.nothingYet}</p>;
  return (
    <>
      <ol class="output-log">
        {runs.map((run) => (
          <li key={run.id}>{teller.run(run)}</li>
        ))}
      </ol>
      {runs.length >= shown && step < SHOWN.length - 1 && (
        <Button kind="quiet" onClick={() => setStep(step + 1)}>
          {texts.more}
        </Button>
      )}
    </>
  );
}
