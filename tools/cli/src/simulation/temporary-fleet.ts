/** Registers simulated devices while some work runs. */

import { MIN_REQUESTS_PER_LEASE, LEASE_SECONDS } from "@greenhouse/domain/outputs/limits";
import { farmCommand } from "../core/hint";
import type { OpenSession } from "../core/session";
import type { Farm } from "../farm/stored-farms";
import { defineOutputs, registerFleet, removeFleet } from "./fleet";
import type { Device } from "./fleet";

interface FleetSettings {
  /** Whether the devices stay registered. */
  readonly keep?: true;
  /** How many outputs each device has. */
  readonly outputs: number;
  /** Seconds between two readings of a device. */
  readonly every: number;
}

/** Removes the devices after the work, even if it fails, or reports which devices are left. */
export async function withFleet(
  session: OpenSession,
  farm: Farm,
  fleet: readonly Device[],
  { keep, outputs, every }: FleetSettings,
  work: () => Promise<void>,
): Promise<void> {
  await changeFleet("may be registered", () => registerFleet(session, farm, fleet));
  try {
    const minSeconds = Math.max(LEASE_SECONDS.min, MIN_REQUESTS_PER_LEASE * every);
    const leaseSeconds = Math.min(LEASE_SECONDS.max, minSeconds);
    await defineOutputs(session, farm, fleet, { outputs, leaseSeconds });
    await work();
  } finally {
    if (keep !== true) {
      await changeFleet("are still registered", () => removeFleet(session, farm, fleet));
    }
  }

  async function changeFleet(state: string, change: () => Promise<void>): Promise<void> {
    try {
      await change();
    } catch (error) {
      const leftText = `Simulated sensors ${state}: their uids begin with ${uidStart(fleet)}`;
      session.out.note(`${leftText}. ${farmCommand("sensor list", [farm.farmId])} shows them.`);
      throw error;
    }
  }
}

/** Returns the prefix of the uids of a run. */
export function uidStart(fleet: readonly Device[]): string {
  const uid = fleet[0]?.uid ?? "";
  return uid.slice(0, uid.lastIndexOf("-") + 1);
}
