/** `farm output plan set|remove|pause|resume`: changes the plan of an output. */

import { isDatabaseKey } from "@greenhouse/domain/identity/keys";
import { MIN_HOLD_LEASE_SECONDS } from "@greenhouse/domain/outputs/limits";
import { dailyMaximum } from "@greenhouse/domain/outputs/plans/day-limit";
import { MAX_PAUSE_MS } from "@greenhouse/domain/outputs/plans/limits";
import type { Plan } from "@greenhouse/domain/outputs/plans/model";
import { nextRuns } from "@greenhouse/domain/outputs/plans/next-runs";
import { parsePlan } from "@greenhouse/domain/outputs/plans/records";
import { planPause, planRemoval, planUpdate } from "@greenhouse/domain/outputs/plans/updates";
import { DAY_MS, SECOND_MS } from "@greenhouse/domain/time";
import type { Json } from "../../core/database";
import { failed } from "../../core/failure";
import { farmCommand } from "../../core/hint";
import { readJsonFile } from "../../core/json-file";
import { serverTime, updateAs } from "../../core/session";
import type { OpenSession } from "../../core/session";
import { formatSeconds } from "../../core/time";
import { ownerOf, readSensor } from "../../farm/stored-farms";
import { faultsOfPlan } from "../../outputs/plan-faults";
import { readSituation, readStoredPlan, requirePlan } from "../../outputs/stored-plan";
import type { PlanSituation } from "../../outputs/stored-plan";
import { requireOutput } from "../../outputs/stored-output";
import type { FoundOutput } from "../../outputs/stored-output";
import { describePlan, planFile, previewJson, SHOWN_NEXT } from "./show-plan";

/** Why a plan of the kind "hold" does not suit an output, or the other way round. */
export const NEEDS_LEASE = `Plans are checked once a minute, so a plan of the kind "hold" needs an output with a lease of at least ${formatSeconds(MIN_HOLD_LEASE_SECONDS)}.`;

const EXAMPLE_HINT = "For an example: `farm output plan example dry`";

export async function setPlan(
  session: OpenSession,
  uid: string,
  output: string,
  { file }: { readonly file: string },
): Promise<void> {
  const read = await readPlanFile(session, file);
  const found = await requireOutput(session, uid, output);
  const nowMs = await serverTime(session);
  const plan = withoutPast(read.plan, nowMs);
  await refuseUnsuitable(session, found, plan, { file: read.name, nowMs });
  const situation = await readSituation(session, found, plan);
  await confirmReplacing(session, found, situation);
  await updateAs(session, ownerOf(found.farm), planUpdate(found.id, plan) as Record<string, Json>);
  const preview = nextRuns(situation, SHOWN_NEXT);
  const { planMs, limitMs } = dailyMaximum(plan, found.defined);
  const seconds = { planSeconds: planMs / SECOND_MS, limitSeconds: limitMs / SECOND_MS };
  session.out.result(
    { ...found.id, plan: planFile(plan), ...seconds, ...previewJson(situation, preview) },
    [`Set the plan of ${found.defined.name}:`, ...describePlan(situation, preview)].join("\n"),
  );
}

/** @throws CommandError (failed) with the first fault, and a hint with the others */
async function readPlanFile(
  session: OpenSession,
  file: string,
): Promise<{ readonly name: string; readonly plan: Plan }> {
  const { name, value } = await readJsonFile(session, file, EXAMPLE_HINT);
  const [first, ...others] = faultsOfPlan(value);
  const plan = parsePlan(value);
  if (first === undefined && plan !== undefined) return { name, plan: { ...plan, at: undefined } };
  const more = others.length === 0 ? EXAMPLE_HINT : `Also: ${others.join(" ")}`;
  throw failed(`${name}: ${first ?? "This is not a plan."}`, more);
}

/** The rules refuse a pause that is over, unless it is stored already. */
function withoutPast(plan: Plan, nowMs: number): Plan {
  return (plan.pausedUntil ?? 0) > nowMs ? plan : { ...plan, pausedUntil: undefined };
}

/** @throws CommandError (failed) if the plan does not suit its output or its farm */
async function refuseUnsuitable(
  session: OpenSession,
  { id, defined }: FoundOutput,
  { kind, value, source, pausedUntil }: Plan,
  { file, nowMs }: { readonly file: string; readonly nowMs: number },
): Promise<void> {
  const { farmId, uid, output } = id;
  const { leaseSeconds } = defined;
  if (value !== undefined && defined.kind === "switch") {
    throw failed(
      `${file}: value is only for outputs with a level. ${output} is a switch.`,
      "Remove it.",
    );
  }
  if (kind === "hold" && leaseSeconds < MIN_HOLD_LEASE_SECONDS) {
    const needed = formatSeconds(MIN_HOLD_LEASE_SECONDS);
    throw failed(
      `${NEEDS_LEASE} That of ${output} is ${formatSeconds(leaseSeconds)}.`,
      `Change it: ${farmCommand("output add", [uid, output, defined.name], { options: `--lease ${needed}` })}`,
    );
  }
  if (pausedUntil !== undefined && pausedUntil > nowMs + MAX_PAUSE_MS) {
    throw failed(`${file}: pausedUntil must be at most ${MAX_PAUSE_MS / DAY_MS} days ahead.`);
  }
  if (source === undefined) return;
  const stored = isDatabaseKey(source)
    ? await session.database.read(`registeredSensors/${source}`)
    : null;
  if (readSensor(source, stored)?.farmId === farmId) return;
  throw failed(
    `${file}: source must be the uid of a sensor of ${farmId}; not ${JSON.stringify(source)}.`,
    `Its sensors: ${farmCommand("sensor list", [farmId])}`,
  );
}

async function confirmReplacing(
  session: OpenSession,
  found: FoundOutput,
  { texts, plan }: PlanSituation,
): Promise<void> {
  const { stored, plan: before } = await readStoredPlan(session, found);
  const { name } = found.defined;
  if (stored === null) return;
  if (before === undefined) {
    await session.confirmation.confirm(`Replace the plan of ${name}, which cannot be read?`);
  } else if (
    JSON.stringify(planFile({ ...before, at: undefined })) !== JSON.stringify(planFile(plan))
  ) {
    const now = texts.plan(before, found.defined);
    await session.confirmation.confirm(`Replace the plan of ${name}? It is now: ${now}`);
  }
}

export async function removePlan(session: OpenSession, uid: string, output: string): Promise<void> {
  const found = await requireOutput(session, uid, output);
  const { id, farm, defined } = found;
  const { stored } = await readStoredPlan(session, found);
  if (stored === null) throw failed(`${output} of ${uid} has no plan.`);
  await session.confirmation.confirm(`Remove the plan of ${defined.name}?`);
  await updateAs(session, ownerOf(farm), planRemoval(id));
  session.out.result(
    { ...id, removed: true },
    `Removed the plan of ${defined.name}. An order that it has made runs to its end.`,
  );
}

export async function pausePlan(
  session: OpenSession,
  uid: string,
  output: string,
  { for: forSeconds }: { readonly for: number },
): Promise<void> {
  const until = (await serverTime(session)) + forSeconds * SECOND_MS;
  await changePause(session, uid, output, until);
}

export async function resumePlan(session: OpenSession, uid: string, output: string): Promise<void> {
  await changePause(session, uid, output, undefined);
}

/** @param until Unix milliseconds; undefined resumes the plan */
async function changePause(
  session: OpenSession,
  uid: string,
  output: string,
  until: number | undefined,
): Promise<void> {
  const found = await requireOutput(session, uid, output);
  const plan = await requirePlan(session, found);
  await updateAs(session, ownerOf(found.farm), planPause(found.id, until));
  const paused = { ...plan, pausedUntil: until };
  const situation = await readSituation(session, found, paused);
  const preview = nextRuns(situation, 1);
  session.out.result(
    { ...found.id, isOn: plan.isOn, ...previewJson(situation, preview) },
    [...situation.texts.preview(paused, preview), ...situation.remarks].join("\n"),
  );
}
