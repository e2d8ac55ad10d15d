/** Counts what plans did in a season, and shows it as a table. */

import { JOBS_UID } from "@greenhouse/domain/identity/keys";
import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { textOf } from "@greenhouse/domain/stored";
import { PlanMemory } from "./plans/decisions";
import type { Simulation } from "./simulation";

/** A valve of this flow is assumed. */
const LITRES_A_MINUTE = 4;

interface Row {
  /** Runs of plans with times, or switches of plans that hold a value. */
  runs: number;
  cycles: number;
  readonly skips: Map<string, number>;
  onMs: number;
  longestMs: number;
  persons: number;
  blind: number;
  ineffective: number;
}

const ALERT = /^alerts\/[^/]+\/open\/(blind|ineffective),([^,]+),/;
const ORDER = /^outputOrders\/[^/]+\/[^/]+\/([^/]+)$/;

export class SeasonReport {
  readonly #rows = new Map<string, Row>();
  readonly #sinceMs = new Map<string, number>();

  constructor(private readonly simulation: Simulation) {
    const { server, world } = simulation;
    const memory = new PlanMemory(simulation);
    const open = new Set<string>();
    server.onCommit((commit) => {
      const { account, update, denial } = commit;
      if (denial !== undefined) return;
      const decision = memory.decisionOf(commit);
      for (const run of decision?.runs ?? []) {
        const row = this.#row(decision?.id.output ?? "");
        if (run.isOrdered) row.cycles += 1;
        if (!run.isNew) continue;
        if (run.action === "ran" || run.action === "on") row.runs += 1;
        else if (run.action === "skipped")
          row.skips.set(run.reason, (row.skips.get(run.reason) ?? 0) + 1);
      }
      if (decision !== undefined) memory.keep(decision);
      for (const [path, value] of Object.entries(update)) {
        const [, output] = ORDER.exec(path) ?? [];
        if (output !== undefined && value !== null && account !== JOBS_UID)
          this.#row(output).persons += 1;
        const [alert, kind, ofOutput = ""] = ALERT.exec(path) ?? [];
        if (alert === undefined) continue;
        const key = `${kind} ${ofOutput}`;
        if (value === null) open.delete(key);
        else if (!open.has(key) && textOf(value, "kind") !== undefined) {
          open.add(key);
          this.#row(ofOutput)[kind as "blind" | "ineffective"] += 1;
        }
      }
    });
    world.every(
      () => MINUTE_MS / 4,
      () => this.#look(),
    );
  }

  /** Notices which pins have changed. */
  #look(): void {
    const { pins, world } = this.simulation;
    for (const { name, isOn, changedMs } of pins) {
      const sinceMs = this.#sinceMs.get(name);
      if (isOn && sinceMs === undefined) this.#sinceMs.set(name, changedMs);
      if (isOn || sinceMs === undefined) continue;
      this.#sinceMs.delete(name);
      const row = this.#row(name);
      const forMs = Math.min(changedMs, world.now()) - sinceMs;
      row.onMs += forMs;
      row.longestMs = Math.max(row.longestMs, forMs);
    }
  }

  #row(output: string): Row {
    const row = this.#rows.get(output) ?? {
      runs: 0,
      cycles: 0,
      skips: new Map<string, number>(),
      onMs: 0,
      longestMs: 0,
      persons: 0,
      blind: 0,
      ineffective: 0,
    };
    this.#rows.set(output, row);
    return row;
  }

  /** @param violations the number of promises that were broken */
  table(violations: number): string {
    const head = [
      "output",
      "runs",
      "cycles",
      "hours on",
      "litres",
      "longest on",
      "persons' orders",
    ];
    const rows = this.simulation.pins.map(({ name }) => {
      const { runs, cycles, onMs, longestMs, persons, blind, ineffective, skips } = this.#row(name);
      const isValve = name === "line" || name.startsWith("bed");
      return [
        name,
        `${runs}`,
        isValve ? `${cycles}` : "",
        (onMs / HOUR_MS).toFixed(1),
        isValve ? `${Math.round((onMs / MINUTE_MS) * LITRES_A_MINUTE)}` : "",
        `${(longestMs / MINUTE_MS).toFixed(1)} min`,
        `${persons}`,
        `${blind}`,
        `${ineffective}`,
        [...skips]
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([reason, count]) => `${reason} ${count}`)
          .join(", "),
      ];
    });
    const all = [[...head, "blind", "ineffective", "skips"], ...rows];
    const widths =
      all[0]?.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0))) ?? [];
    const lines = all.map((row) =>
      row
        .map((text, at) => text.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    );
    return [...lines, `Violations: ${violations}`].join("\n");
  }
}
