/** People hear that a plan is blind, or that its water has no effect, if that is so, and not otherwise. */

import type { OutputId } from "@greenhouse/domain/outputs/model";
import type { Plan } from "@greenhouse/domain/outputs/plans/model";
import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { decisionsOf, type Recorded } from "../plans/decisions";
import { factsOf, nameOf, oldestOf, type PlanFacts } from "../plans/facts";
import { hasFreshValue, valueRange } from "../plans/value-check";
import type { Auditor } from "../simulation";
import { canJudge, ExpectedAlert, MIN_CHECKS, SETTLES_MS } from "./expected-alert";

const BLIND_AFTER_MS = HOUR_MS;
const EFFECT_MS = 2 * HOUR_MS;
/** By so much the soil must get wetter, in percent. */
const EFFECT = 2;
/** Effects that no check may have seen, or that are too small to tell. */
const SEEN_MS = 12 * MINUTE_MS;

/** So many of the newest records a check reads at least. */
const READ_RUNS = 10;

const KINDS = ["blind", "ineffective"] as const;
type Kind = (typeof KINDS)[number];

interface Run {
  readonly id: string;
  /** Counts all planned times that were decided. */
  readonly number: number;
  readonly atMs: number;
  readonly value: number;
  reason: string;
  isEnded: boolean;
  /** When the soil was first wetter in each reading. */
  wetterMs: number | undefined;
  /** Whether any sensor may have shown that the soil is wetter. */
  mayBeWetter: boolean;
}

/** Knows which alerts about a plan must be open, and which may be. */
class Watched {
  usableMs: number | undefined;
  /** The last two planned times, and whether they were skipped for want of a value. */
  readonly decided: { readonly id: string; readonly isBlind: boolean }[] = [];
  readonly runs: Run[] = [];
  #count = 0;
  readonly alerts: Readonly<Record<Kind, ExpectedAlert>>;

  /** @param sinceMs an alert about the output before it was removed may go on for a while */
  constructor(sinceMs?: number) {
    this.alerts = { blind: new ExpectedAlert(sinceMs), ineffective: new ExpectedAlert(sinceMs) };
  }

  learn(run: Recorded): void {
    const { id, action, reason, at, value, ended, isNew } = run;
    if (action !== "ran" && action !== "skipped") return;
    if (isNew) {
      this.#count += 1;
      this.decided.push({ id, isBlind: reason === "noValue" });
      if (action === "ran")
        this.runs.push({
          id,
          number: this.#count,
          atMs: at,
          value: value ?? NaN,
          reason,
          isEnded: false,
          wetterMs: undefined,
          mayBeWetter: false,
        });
    }
    const known = this.runs.find((other) => other.id === id);
    if (known !== undefined) known.isEnded ||= ended !== undefined;
    this.decided.splice(0, this.decided.length - 2);
    this.runs.splice(0, this.runs.length - 40);
  }

  look(facts: PlanFacts, id: OutputId, plan: Plan | undefined, nowMs: number): void {
    const check = { id, fromMs: nowMs, atMs: nowMs };
    const isActive = plan?.isOn === true && (plan.pausedUntil ?? 0) <= nowMs;
    const fresh = plan === undefined ? "no" : hasFreshValue(facts, plan, check);
    if (plan !== undefined && fresh !== "no") this.usableMs = nowMs;
    const isConditional = isActive && plan.condition !== undefined;
    const sinceMs = Math.max(this.usableMs ?? 0, plan?.at ?? 0);
    const hasSkipped = this.decided.length === 2 && this.decided.every(({ isBlind }) => isBlind);
    // An impossible value hides when the last good value came.
    const isFaulty = plan !== undefined && hasImpossibleValue(facts, plan, id, nowMs);
    const isOld = nowMs - (this.usableMs ?? 0) > BLIND_AFTER_MS - 2 * MINUTE_MS;
    const isBlind = isConditional && fresh === "no";
    const isLong = nowMs - sinceMs > BLIND_AFTER_MS + 2 * MINUTE_MS;
    this.alerts.blind.learn(
      nowMs,
      isBlind && (isLong || hasSkipped),
      isBlind && (isOld || hasSkipped || isFaulty),
    );

    if (plan !== undefined) this.#lookForEffect(facts, plan, check);
    const isOfSoil = isConditional && plan.condition.quantity === "soilMoisture";
    const old = this.runs.filter(
      ({ reason, isEnded, atMs }) =>
        reason === "below" && !isEnded && atMs > (plan?.at ?? 0) && nowMs - atMs >= EFFECT_MS,
    );
    const last = old.slice(-3);
    const isThree = isOfSoil && last.length === 3;
    const isSure = ({ wetterMs, atMs }: Run): boolean =>
      wetterMs !== undefined && Math.min(nowMs, atMs + EFFECT_MS) - wetterMs > SEEN_MS;
    this.alerts.ineffective.learn(
      nowMs,
      isThree &&
        last.every(({ mayBeWetter }) => !mayBeWetter) &&
        this.#count - (last[0]?.number ?? 0) < READ_RUNS,
      isThree &&
        !last.some((run) => isSure(run) && facts.completedSince(run.wetterMs ?? 0) >= MIN_CHECKS),
    );
  }

  #lookForEffect(
    facts: PlanFacts,
    plan: Plan,
    check: { id: OutputId; fromMs: number; atMs: number },
  ): void {
    if (plan.condition?.quantity !== "soilMoisture") return;
    const open = this.runs.filter(({ atMs }) => check.atMs - atMs < EFFECT_MS + MINUTE_MS);
    if (open.length === 0) return;
    const [lowest] = valueRange(facts, plan, check) ?? [-Infinity];
    const shown = facts.sources(plan, check.id, check.fromMs, check.atMs).flat();
    for (const run of open) {
      const wet = run.value + EFFECT;
      if (shown.some(({ value = 0 }) => value >= wet - 0.05)) run.mayBeWetter = true;
      if (lowest >= wet && check.atMs > run.atMs + 2 * oldestOf(plan)) run.wetterMs ??= check.atMs;
      else if (lowest < wet && check.atMs - (run.wetterMs ?? Infinity) < SEEN_MS)
        run.wetterMs = undefined;
    }
  }
}

function hasImpossibleValue(facts: PlanFacts, plan: Plan, id: OutputId, nowMs: number): boolean {
  const shown = facts.sources(plan, id, nowMs - SETTLES_MS, nowMs).flat();
  return shown.some(({ value, atMs }) => value === undefined && atMs !== undefined);
}

const DEFINED = /^outputs\/([^/]+\/[^/]+\/[^/]+)$/;
const OPEN = /^alerts\/([^/]+)\/open\/(blind|ineffective),([^,]+),([^/]+)$/;

export const planAlerts: Auditor = {
  name: "plan alerts",
  watch: (simulation, violate) => {
    const { world, server } = simulation;
    const facts = factsOf(simulation);
    const all = new Map(
      facts.outputs.map((id): [string, { id: OutputId; watched: Watched }] => [
        nameOf(id),
        { id, watched: new Watched() },
      ]),
    );
    const open = new Set<string>();
    decisionsOf(simulation).onDecision(({ name, runs }) => {
      // The newest run is the first.
      for (const run of runs.toReversed()) all.get(name)?.watched.learn(run);
    });
    server.onWrite(DEFINED, ([, name = ""], value) => {
      const removed = value === null ? all.get(name) : undefined;
      if (removed !== undefined) removed.watched = new Watched(world.now());
    });
    server.onWrite(OPEN, ([, farmId = "", kind = "", output = "", uid = ""], value) => {
      const key = `${kind},${output},${uid}`;
      const isNew = value !== null && !open.has(key);
      if (value === null) open.delete(key);
      else open.add(key);
      const alert = all.get(nameOf({ farmId, uid, output }))?.watched.alerts[kind as Kind];
      if (isNew && alert?.mayBeOpen(world.now()) !== true)
        violate(`${key} is opened without a reason`);
    });
    return {
      everyMinute: (nowMs) => {
        const isSure = canJudge(facts, nowMs);
        for (const { id, watched } of all.values()) {
          watched.look(facts, id, facts.plan(id), nowMs);
          if (!isSure) continue;
          for (const kind of KINDS) {
            const key = `${kind},${id.output},${id.uid}`;
            const problem = watched.alerts[kind].problem(nowMs, open.has(key));
            if (problem !== undefined) violate(`${key} ${problem}`);
          }
        }
      },
    };
  },
};
