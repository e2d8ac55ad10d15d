/** A simulated farm: its world, the parts that run in it, and the auditors that watch. */

import type { Pin } from "./actors/board";
import type { Backend } from "./backend";
import type { Climate } from "./climate/climate";
import type { DatabaseServer } from "./database-server";
import type { FarmPlan } from "./farm";
import type { Faults } from "./faults/faults";
import type { ScheduledJobs } from "./jobs";
import type { Ledger } from "./ledger";
import type { Receivers } from "./receivers";
import type { Registry } from "./registry";
import type { World } from "./world";

export interface Simulation {
  readonly world: World;
  readonly server: DatabaseServer;
  readonly backend: Backend;
  readonly jobs: ScheduledJobs;
  readonly receivers: Receivers;
  readonly ledger: Ledger;
  readonly registry: Registry;
  readonly farms: readonly FarmPlan[];
  /** The key of a sensor by its uid, and of a farm by its id, as its devices know it. */
  readonly keyOf: Map<string, string>;
  readonly sensorKey: string;
  /** The faults of this moment: none in the calm hour at the end. */
  readonly faults: () => Faults;
  /** The faults before the calm hour. */
  readonly chosen: Faults;
  readonly isCalm: () => boolean;
  readonly climate: Climate;
  /** The pins of all boards. */
  readonly pins: Pin[];
  /** The answers to the keys that people pressed in calls. */
  readonly answered: { readonly isForged: boolean; readonly status: number }[];
  /** Log entries of functions and jobs. */
  readonly logged: readonly Readonly<Record<string, unknown>>[];
}

/** Returns a function that creates something once for each simulation, for all its auditors. */
export function shared<T>(create: (simulation: Simulation) => T): (simulation: Simulation) => T {
  const created = new WeakMap<Simulation, T>();
  return (simulation) => {
    const known = created.get(simulation) ?? create(simulation);
    created.set(simulation, known);
    return known;
  };
}

/** Somebody who acts. Adds its first event to the world. */
export type Actor = (simulation: Simulation) => void;

export interface Auditor {
  readonly name: string;
  /** Called once before the first event. `violate` reports what must not be. */
  readonly watch: (simulation: Simulation, violate: (what: string) => void) => Checks;
}

export interface Checks {
  readonly afterEvent?: () => void;
  readonly everyMinute?: (nowMs: number) => void;
  /** Called after the calm hour. */
  readonly atEnd?: () => void;
}
