/** A simulation that runs until it is interrupted. */

import { setTimeout as pass } from "node:timers/promises";
import type { DatabaseClient } from "../backend/database-client";
import { addFarm, addGreenhouse } from "../backend/farm";
import { readRecords } from "../backend/records";
import type { RunningFarm } from "./farm-command";
import { countSensors } from "./registered-sensors";

/** Its account in text: all accepted readings are stored. */
export const ACCOUNT = /sent +\d+\naccepted +(\d+)\nstored +\1\n/g;

export interface Simulation<R extends RunningFarm> {
  readonly running: R;
  /** Returns how many of its devices are registered. */
  readonly countDevices: () => Promise<number>;
}

/** Starts a simulation of two devices. Resolves when readings have arrived. */
export async function startSimulation<R extends RunningFarm>(
  database: DatabaseClient,
  start: (args: readonly string[]) => R,
): Promise<Simulation<R>> {
  const acres = await addFarm(database);
  const house = await addGreenhouse(database, acres);
  const args = ["simulate", acres.id, "--devices", "2", "--for", "1h", "--every", "1s"];
  const running = start([...args, "--variant", "signed"]);
  await running.printed("Press Ctrl-C to end");
  while ((await readRecords(database, house)).history.length < 2) await pass(20);
  return { running, countDevices: () => countSensors(database, acres) };
}
