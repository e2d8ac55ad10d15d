/** The plan of an output: what it does, what comes next, and what it did. Owners change, pause and switch it off here. */

import { parseJobRuns } from "@greenhouse/domain/alerts/job-runs";
import type { KnownOutput } from "@greenhouse/domain/outputs/model";
import type { Plan, PlanRun } from "@greenhouse/domain/outputs/plans/model";
import { dailyMaximum } from "@greenhouse/domain/outputs/plans/day-limit";
import { runsToRead } from "@greenhouse/domain/outputs/plans/limits";
import { nextRuns } from "@greenhouse/domain/outputs/plans/next-runs";
import { parsePlan } from "@greenhouse/domain/outputs/plans/records";
import { maxAgeMs } from "@greenhouse/domain/outputs/plans/value";
import { isWater } from "@greenhouse/domain/words/plan-sentences";
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { valueOf } from "../data/watches/watch";
import { planLook, planObstacles } from "../model/findings/plan-look";
import type { PlanObstacle } from "../model/findings/plan-look";
import { spanText } from "../model/values/duration";
import { Button } from "../shared/controls/controls";
import { useKnownUntil, useWatch } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { useOutputTexts } from "../text/outputs";
import { usePlanTexts } from "../text/plans";
import { PlanButtons } from "./plan-buttons";
import { PlanLog } from "./plan-log";
import { usePlanInput, usePlanRuns } from "./plan-situation";
import { PlanZone } from "./plan-zone";
import { usePlanQuantities, usePlanTeller } from "./plan-teller";
import "./plans.css";

export interface PlanCardProps {
  readonly output: KnownOutput;
  /** `outputPlans/<farmId>/<uid>/<output>`. */
  readonly stored: unknown;
  /** Opens the form; undefined for viewers. */
  readonly onEdit: (() => void) | undefined;
  /** Set after the plan was saved. Called when the page has moved to the plan. */
  readonly onShown: (() => void) | undefined;
}

export function PlanCard({ output, stored, onEdit, onShown }: PlanCardProps): VNode {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (onShown === undefined) return;
    card.current?.scrollIntoView({ block: "nearest" });
    onShown();
  }, [onShown]);
  const { addPlan } = useOutputTexts();
  const texts = usePlanTexts();
  const plan = parsePlan(stored);
  const { name } = output.defined;
  return (
    <section ref={card} class="plan" aria-label={texts.dialog(name)}>
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
  const runs = valueOf(usePlanRuns(output, runsToRead(plan))) ?? NO_RUNS;
  const input = usePlanInput(output, plan, runs, now);
  const preview = input && nextRuns(input, 1);
  const waiting = preview && teller.waiting(preview);
  const [next] = preview?.next ?? [];
  // A new plan did not make the runs of an earlier plan.
  const last = runs.find(({ at }) => at >= (plan.at ?? 0));
  const jobs = valueOf(useWatch("alertService", (found) => ({ runs: parseJobRuns(found) })));
  const obstacles = input ? planObstacles(input, jobs) : [];
  const look = input && planLook(input, jobs);
  const sayNext = (): string => {
    if (next === undefined) return texts.nothingNext;
    const text = teller.next(next);
    return next.kind === "hold" ? texts.sentence(text) : texts.next(text);
  };
  return (
    <>
      <p>
        {look && <span class={`plan-word is-${look}`}>{texts.looks[look]}</span>}{" "}
        {teller.summary(plan, output.defined)}
      </p>
      <div role="status">
        {obstacles.map((obstacle) => (
          <Obstacle key={obstacle.kind} {...{ obstacle, plan }} />
        ))}
        {!plan.isOn && <p class="plan-waits">{texts.isOff}</p>}
        {plan.isOn && waiting && <p class="plan-waits">{waiting}</p>}
        {plan.isOn && preview && <p class="plan-next">{sayNext()}</p>}
      </div>
      {last && <p class="quiet">{texts.last(teller.run(last))}</p>}
      <PlanLimits output={output} plan={plan} />
      <PlanZone plan={plan} />
    </>
  );
}

interface ObstacleProps {
  readonly obstacle: PlanObstacle;
  readonly plan: Plan;
}

/** Says what keeps the plan from acting, and what follows. */
function Obstacle({ obstacle, plan }: ObstacleProps): VNode {
  const { obstacles } = usePlanTexts();
  const { format, locale } = usePage();
  const quantities = usePlanQuantities();
  const now = useKnownUntil();
  const textOf = (): string => {
    switch (obstacle.kind) {
      case "unchecked": {
        const { since } = obstacle;
        return obstacles.unchecked(since === undefined ? "" : spanText(now - since, locale));
      }
      case "unheard":
        return obstacles.unheard;
      case "offline":
        return obstacles.offline(format.moment(obstacle.since, now));
      case "noValue": {
        const { at } = obstacle;
        const quantity = plan.condition === undefined ? "" : quantities[plan.condition.quantity];
        const age = at === undefined ? "" : spanText(now - at, locale);
        return obstacles.noValue(quantity, age, isWatering(plan));
      }
    }
  };
  return <p class="plan-fails">{textOf()}</p>;
}

/** Says the most that the plan does in a day, and what it does without a fresh value. */
function PlanLimits({ output, plan }: SentencesProps): VNode {
  const { limits } = usePlanTexts();
  const { locale } = usePage();
  const { planMs, limitMs } = dailyMaximum(plan, output.defined);
  const most = limits.most(spanText(Math.min(planMs, limitMs), locale));
  const what = plan.kind === "hold" ? "hold" : isWatering(plan) ? "water" : "run";
  const age = spanText(maxAgeMs(plan), locale);
  return (
    <p class="quiet">
      {plan.condition === undefined ? most : `${most} ${limits.without[what](age)}`}
    </p>
  );
}

/** Whether people speak of watering. */
function isWatering({ kind, condition }: Plan): boolean {
  return kind === "times" && isWater(condition);
}
