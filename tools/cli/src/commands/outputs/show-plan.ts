/** `farm output plan show|next|example`: says what a plan does, did and does next. */

import { nextRuns } from "@greenhouse/domain/outputs/plans/next-runs";
import type { PlanPreview } from "@greenhouse/domain/outputs/plans/next-runs";
import { storedPlan } from "@greenhouse/domain/outputs/plans/records";
import type { Plan } from "@greenhouse/domain/outputs/plans/model";
import type { Json, JsonObject } from "../../core/database";
import type { OpenSession, Session } from "../../core/session";
import { PLAN_EXAMPLES } from "../../outputs/plan-examples";
import { readSituation, requirePlan } from "../../outputs/stored-plan";
import type { PlanSituation } from "../../outputs/stored-plan";
import { requireOutput } from "../../outputs/stored-output";

/** Number of next runs that `show` and `set` print. */
export const SHOWN_NEXT = 3;

export async function showPlan(
  session: OpenSession,
  uid: string,
  output: string,
  { last }: { readonly last: number },
): Promise<void> {
  const found = await requireOutput(session, uid, output);
  const plan = await requirePlan(session, found);
  const situation = await readSituation(session, found, plan);
  const { texts, runs } = situation;
  const newest = runs.slice(0, last).map(texts.run);
  session.out.result(
    planFile(plan),
    [
      ...describePlan(situation, nextRuns(situation, SHOWN_NEXT)),
      ...(newest.length === 0 ? ["The plan has not decided anything yet."] : ["", ...newest]),
    ].join("\n"),
  );
}

export async function showNext(
  session: OpenSession,
  uid: string,
  output: string,
  { count }: { readonly count: number },
): Promise<void> {
  const found = await requireOutput(session, uid, output);
  const plan = await requirePlan(session, found);
  const situation = await readSituation(session, found, plan);
  const preview = nextRuns(situation, count);
  session.out.result(
    { ...found.id, isOn: plan.isOn, ...previewJson(situation, preview) },
    [...situation.texts.preview(plan, preview), ...situation.remarks].join("\n"),
  );
}

export function printExample({ out }: Session, kind: keyof typeof PLAN_EXAMPLES): Promise<void> {
  const file = planFile(PLAN_EXAMPLES[kind]);
  out.result(file, JSON.stringify(file, null, 2));
  return Promise.resolve();
}

/** Returns a plan as `set` reads it: its stored form, with the times as a list. */
export function planFile(plan: Plan): JsonObject {
  // People read these two fields first.
  const stored = { kind: plan.kind, isOn: plan.isOn, ...storedPlan(plan) } as JsonObject;
  return plan.kind === "times" ? { ...stored, times: plan.times } : stored;
}

/** Returns lines: the plan in words, why it waits, what it does next, and remarks. */
export function describePlan(situation: PlanSituation, preview: PlanPreview): readonly string[] {
  const { plan, output, texts, remarks } = situation;
  return [texts.plan(plan, output.defined), ...texts.preview(plan, preview), ...remarks];
}

export function previewJson(
  { plan, texts }: PlanSituation,
  { next, held, pausedUntil }: PlanPreview,
): JsonObject {
  return {
    pausedUntil: pausedUntil ?? null,
    heldUntil: held?.until ?? null,
    heldBy: held?.by ?? null,
    waiting: texts.waiting(plan, { next, held, pausedUntil }),
    next: next.map((run) => ({ ...run, text: texts.next(run) })) as unknown as Json,
  };
}
