/** Decisions of jobs about plans, as they are stored, with what was known before. */

import { JOBS_UID } from "@greenhouse/domain/identity/keys";
import type { Order, OutputId, OutputKind } from "@greenhouse/domain/outputs/model";
import type { Plan, PlanRun } from "@greenhouse/domain/outputs/plans/model";
import { parsePlanRuns } from "@greenhouse/domain/outputs/plans/records";
import { parseOrder } from "@greenhouse/domain/outputs/records";
import { entriesOf, numberOf } from "@greenhouse/domain/stored";
import type { Commit } from "../database-server";
import { shared, type Simulation } from "../simulation";
import { factsOf, nameOf, type PlanFacts } from "./facts";
import type { Check } from "./value-check";

/** A run that a decision records. */
export interface Recorded extends PlanRun {
  /** The record of the same run before; undefined: there was none. */
  readonly before: PlanRun | undefined;
  readonly isNew: boolean;
  /** The same update orders a cycle of this run. */
  readonly isOrdered: boolean;
}

export interface Decision extends Check {
  readonly name: string;
  readonly nowMs: number;
  readonly facts: PlanFacts;
  readonly order: Order | undefined;
  /** The order that it replaces. */
  readonly before: Order | undefined;
  readonly runs: readonly Recorded[];
  /** The plan when the decision is stored. */
  readonly plan: Plan | undefined;
  /** The plans and time zones that the check may have read. */
  readonly possible: readonly Plan[];
  readonly zones: readonly string[];
  readonly kind: OutputKind;
  readonly leaseSeconds: number;
}

const ORDER = /^outputOrders\/([^/]+)\/([^/]+)\/([^/]+)$/;
const RUN = /^outputPlanRuns\/([^/]+)\/([^/]+)\/([^/]+)\/([^/]+)$/;
const REMOVED = /^outputOrders\/([^/]+\/[^/]+\/[^/]+)$/;
/** Runs that are remembered of an output: those of some days. */
const KEPT_RUNS = 300;

class Decisions {
  readonly #facts: PlanFacts;
  readonly #orders = new Map<string, Order | undefined>();
  readonly #runs = new Map<string, Map<string, PlanRun>>();
  readonly #listeners: ((decision: Decision) => void)[] = [];

  constructor(private readonly simulation: Simulation) {
    this.#facts = factsOf(simulation);
    simulation.server.onStored((commit) => {
      const decision = this.#decisionOf(commit);
      if (decision === undefined) return;
      for (const listener of this.#listeners) listener(decision);
      this.#keep(decision);
    });
  }

  /** Calls back with what a job decides about a plan, when it is stored. */
  onDecision(listener: (decision: Decision) => void): void {
    this.#listeners.push(listener);
  }

  /** Returns undefined if the update decides nothing. */
  #decisionOf({ account, update, sender }: Commit): Decision | undefined {
    const { server, jobs, farms } = this.simulation;
    const orderedAt = Object.keys(update).find((path) => ORDER.test(path));
    const stored = orderedAt === undefined ? undefined : update[orderedAt];
    const removed = REMOVED.exec(orderedAt ?? "")?.[1];
    if (removed !== undefined && stored === null) {
      this.#orders.delete(removed);
      this.#runs.delete(removed);
      return undefined;
    }
    const nowMs = server.now();
    // The database stores its own time in place of `at`.
    const order = parseOrder(Object.fromEntries([...entriesOf(stored), ["at", nowMs]]));
    if (account !== JOBS_UID) {
      if (removed !== undefined) this.#orders.set(removed, order);
      return undefined;
    }
    const runPaths = Object.keys(update).filter(
      (path) => RUN.test(path) && !path.endsWith("/version"),
    );
    const [, farmId = "", uid = "", output = ""] =
      ORDER.exec(orderedAt ?? "") ?? RUN.exec(runPaths[0] ?? "") ?? [];
    if (farmId === "") return undefined;
    const id: OutputId = { farmId, uid, output };
    const name = nameOf(id);
    const known = this.#runs.get(name);
    const recorded = runPaths.map((path) => [path.split("/").at(-1) ?? "", update[path]] as const);
    const runs = parsePlanRuns(Object.fromEntries(recorded.filter(([, run]) => run !== null)));
    const atMs =
      numberOf(stored, "asked") ?? runs.find((run) => known?.has(run.id) !== true)?.at ?? nowMs;
    const fromMs = jobs.startedMs.get(sender.name) ?? nowMs;
    const board = farms.flatMap(({ boards }) => boards).find((candidate) => candidate.uid === uid);
    const defined = board?.outputs.find((candidate) => candidate.name === output);
    return {
      id,
      name,
      nowMs,
      fromMs,
      atMs,
      facts: this.#facts,
      order,
      before: this.#orders.get(name),
      runs: runs.map((run) => {
        const before = known?.get(run.id);
        const isOrdered = order !== undefined && order.value > 0 && run.version === order.version;
        return { ...run, before, isNew: before === undefined || before.at !== run.at, isOrdered };
      }),
      plan: this.#facts.plan(id),
      possible: this.#facts.plansDuring(id, fromMs, nowMs),
      zones: this.#facts.zonesDuring(farmId, fromMs, nowMs),
      kind: defined?.kind ?? "switch",
      leaseSeconds: defined?.leaseSeconds ?? 0,
    };
  }

  #keep({ name, order, runs }: Decision): void {
    if (order !== undefined) this.#orders.set(name, order);
    const known = this.#runs.get(name) ?? new Map<string, PlanRun>();
    this.#runs.set(name, known);
    for (const run of runs) known.set(run.id, run);
    for (const id of [...known.keys()].slice(0, -KEPT_RUNS)) known.delete(id);
  }
}

export const decisionsOf = shared((simulation) => new Decisions(simulation));
