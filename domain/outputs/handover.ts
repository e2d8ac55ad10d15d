/**
 * What another board takes over when it replaces a board: definitions and plans of outputs, and the plans that follow the
 * replaced board's sensor. It starts without orders, so its outputs are off. Pure.
 */

import type { Signature } from "../identity/sensor-log.ts";
import { entriesOf, fieldOf, SERVER_TIME } from "../stored.ts";
import { isOverAt, longestOnMs } from "./condition.ts";
import type { KnownOutput, OutputId } from "./model.ts";
import { orderUpdate } from "./ordering.ts";
import type { Plan } from "./plans/model.ts";
import { parsePlan } from "./plans/records.ts";
import { planPath, planRemoval, planUpdate } from "./plans/updates.ts";
import { outputDefinition } from "./updates.ts";

type Update = Readonly<Record<string, unknown>>;

export interface Handover {
  readonly farmId: string;
  /** The uid of the replaced board. */
  readonly from: string;
  /** The uid of the board that takes its place. It has no outputs. */
  readonly to: string;
}

/** What the replaced board has. */
export interface HandedOver {
  readonly outputs: readonly KnownOutput[];
  /** `outputPlans/<farmId>`. */
  readonly plans: unknown;
}

/** An output that the replaced board has on, or may still switch on. */
export interface EndingOutput {
  readonly name: string;
  /**
   * When the replaced board has it off by itself, in Unix milliseconds. Undefined: it is off, and only its order ends.
   * Infinity: the board's own program has it on.
   */
  readonly offAtMs: number | undefined;
}

/** Returns the outputs that are on, or are ordered to be on. */
export function endingOutputs(
  outputs: readonly KnownOutput[],
  nowMs: number,
): readonly EndingOutput[] {
  return outputs.flatMap((output) => {
    const offAtMs = mayBeOnUntilMs(output, nowMs);
    const isEnding = offAtMs !== undefined || !isOverAt(output.order, nowMs);
    return isEnding ? [{ name: output.defined.name, offAtMs }] : [];
  });
}

/**
 * Returns until when a board may have an output on if it hears of no order from now on, in Unix milliseconds. Infinity: by
 * its fallback. Undefined: the output is off.
 */
function mayBeOnUntilMs(
  { defined, order, state }: Pick<KnownOutput, "defined" | "order" | "state">,
  nowMs: number,
): number | undefined {
  const isReportedOn = state !== undefined && state.value > 0;
  // The board may have heard an order since its last report.
  const longestMs = isReportedOn
    ? longestOnMs(state, defined.leaseSeconds)
    : defined.leaseSeconds * 1_000;
  if (!isReportedOn && isOverAt(order, nowMs)) return undefined;
  const isPossible = (state?.heard ?? nowMs) + longestMs >= nowMs;
  // The board may be sending a request at this moment.
  return isPossible ? nowMs + longestMs : undefined;
}

/**
 * Returns the part of the replacement's update about outputs and plans. It has at most 6 paths for each of a board's 8
 * outputs, and 2 for each plan that follows the sensor. Every output of the replaced board gets an order to switch off: the
 * rules refuse the whole update if somebody has ordered since, or has removed a plan. A plan or a definition that somebody
 * has changed since is handed over as it was read. Definitions and logs of the replaced board stay.
 */
export function handoverUpdate(
  { farmId, from, to }: Handover,
  { outputs, plans }: HandedOver,
  { key, by }: Pick<Signature, "key" | "by">,
  nowMs: number,
): Update {
  const off = { value: 0, until: undefined, by };
  const placed: Record<string, unknown> = {};
  const moved = outputs.map(({ output, defined, order, state }): Update => {
    const [old, successor] = [from, to].map((uid): OutputId => ({ farmId, uid, output })) as [
      OutputId,
      OutputId,
    ];
    const definition = outputDefinition(successor, defined, placed) ?? {};
    placed[output] = definition[`outputs/${farmId}/${to}/${output}`];
    const plan = parsePlan(fieldOf(fieldOf(plans, from), output));
    const waitUntil = mayBeOnUntilMs({ defined, order, state }, nowMs);
    return {
      ...orderUpdate(old, off, order, { key, nowMs }),
      ...definition,
      ...(plan && {
        ...planRemoval(old),
        ...planUpdate(successor, handedPlan(plan, { from, to }, waitUntil, nowMs)),
      }),
    };
  });
  return Object.assign(followed({ farmId, from, to }, plans), ...moved) as Update;
}

/** Returns the plan of the new board. It waits until the replaced board has the output off. */
function handedPlan(
  plan: Plan,
  { from, to }: Pick<Handover, "from" | "to">,
  waitUntil = 0,
  nowMs: number,
): Plan {
  // A fallback of the replaced board may last forever.
  const waitMs = Number.isFinite(waitUntil) ? waitUntil : 0;
  const pausedUntil = Math.max(plan.pausedUntil ?? 0, waitMs);
  return {
    ...plan,
    source: plan.source === from ? to : plan.source,
    // The rules refuse a pause that is over.
    pausedUntil: pausedUntil > nowMs ? pausedUntil : undefined,
  };
}

/** Returns the update after which the plans of other boards follow the new board's sensor. */
function followed({ farmId, from, to }: Handover, plans: unknown): Record<string, unknown> {
  const update: Record<string, unknown> = {};
  for (const [uid, ofBoard] of entriesOf(plans)) {
    for (const [output, plan] of entriesOf(ofBoard)) {
      if (uid === from || fieldOf(plan, "source") !== from) continue;
      const path = planPath({ farmId, uid, output });
      update[`${path}/source`] = to;
      update[`${path}/at`] = SERVER_TIME;
    }
  }
  return update;
}
