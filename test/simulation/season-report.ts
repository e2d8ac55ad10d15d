/** Counts what plans did in a season, and shows it as a table. */

import { JOBS_UID } from "@greenhouse/domain/identity/keys";
import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { textOf } from "@greenhouse/domain/stored";
import { decisionsOf } from "./plans/decisions";
import type { Simulation } from "./simulation";

/** A valve of this flow is assumed. */
const LITRES_A_MINUTE = 4;
const ALERT = /^alerts\/[^/]+\/open\/(blind|ineffective),([^,]+),[^/]+$/;
const ORDER = /^outputOrders\/[^/]+\/[^/]+\/([^/]+)$/;

/** How often something happened, by the output and what it was. */
class Counts {
  readonly #counts = new Map<string, Map<string, number>>();

  add(output: string, what: string): void {
    const ofOutput = this.of(output);
    ofOutput.set(what, (ofOutput.get(what) ?? 0) + 1);
  }

  of(output: string): Map<string, number> {
    const ofOutput = this.#counts.get(output) ?? new Map<string, number>();
    this.#counts.set(output, ofOutput);
    return ofOutput;
  }
}

export class SeasonReport {
  readonly #events = new Counts();
  readonly #skips = new Counts();

  constructor(private readonly simulation: Simulation) {
    const { server } = simulation;
    const events = this.#events;
    decisionsOf(simulation).onDecision(({ id: { output }, runs }) => {
      for (const { isOrdered, isNew, action, reason } of runs) {
        if (isOrdered) events.add(output, "cycles");
        if (!isNew) continue;
        // Plans with times make runs. Plans that hold a value switch on.
        if (action === "ran" || action === "on") events.add(output, "runs");
        else if (action === "skipped") this.#skips.add(output, reason);
      }
    });
    server.onWrite(ORDER, ([, output = ""], value, { account }) => {
      if (value !== null && account !== JOBS_UID) events.add(output, "persons' orders");
    });
    const open = new Set<string>();
    server.onWrite(ALERT, ([path = "", kind = "", output = ""], value) => {
      if (value === null) open.delete(path);
      else if (!open.has(path) && textOf(value, "kind") !== undefined) {
        open.add(path);
        events.add(output, kind);
      }
    });
  }

  /** Returns a row for each output. */
  table(): readonly object[] {
    return this.simulation.pins.map(({ name, onMs, longestOnMs }) => {
      const count = (what: string): number => this.#events.of(name).get(what) ?? 0;
      const isValve = name === "line" || name.startsWith("bed");
      return {
        output: name,
        runs: count("runs"),
        ...(isValve && { cycles: count("cycles") }),
        "hours on": Number((onMs / HOUR_MS).toFixed(1)),
        ...(isValve && { litres: Math.round((onMs / MINUTE_MS) * LITRES_A_MINUTE) }),
        "longest minutes on": Number((longestOnMs / MINUTE_MS).toFixed(1)),
        "persons' orders": count("persons' orders"),
        blind: count("blind"),
        ineffective: count("ineffective"),
        skips: [...this.#skips.of(name)].map((skip) => skip.join(" ")).join(", "),
      };
    });
  }
}
