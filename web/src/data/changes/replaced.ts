/** What a replacement of a sensor reads, and why the database refuses one. */

import { fieldOf } from "@greenhouse/domain/stored";
import { problemOf } from "../connection/problem";
import { readValue } from "./writes";

/** What the database has of a sensor and its farm. */
export interface Replaced {
  readonly registration: unknown;
  readonly plans: unknown;
  readonly defined: unknown;
  readonly orders: unknown;
  readonly states: unknown;
}

/** Reads what a replacement needs: the sensor's registration, and the plans and outputs of its farm. */
export async function readReplaced(farmId: string, uid: string): Promise<Replaced> {
  const [registration, plans, defined, orders, states] = await Promise.all([
    readValue(`registeredSensors/${uid}`),
    ...["outputPlans", "outputs", "outputOrders", "outputStates"].map((root) =>
      readValue(`${root}/${farmId}`),
    ),
  ]);
  return { registration, plans, defined, orders, states };
}

/** Returns what the rules compare when a sensor is replaced. */
function textIn({ registration, plans, orders }: Replaced, uid: string): string {
  return JSON.stringify([registration, plans, fieldOf(orders, uid)]);
}

/** Whether somebody else of the farm has registered the device, or has let it take another place. */
async function isTaken({ kind, uid }: TakenDevice): Promise<boolean> {
  // The rules let nobody read a registration of another farm.
  const registration = await readValue(`registeredSensors/${uid}`).catch((error: unknown) => {
    if (problemOf(error) !== "refused") throw error;
    return null;
  });
  return kind === "new" ? registration !== null : fieldOf(registration, "continues") !== undefined;
}

interface TakenDevice {
  readonly kind: "new" | "registered";
  readonly uid: string;
}

interface Attempted {
  readonly farmId: string;
  readonly replaced: string;
  readonly device: TakenDevice;
}

/**
 * Whether the rules refused a replacement because somebody has changed the sensor, its outputs or the device meanwhile.
 * @param before what was read before the replacement
 */
export async function isRefusedForChange(
  error: unknown,
  before: Replaced,
  { farmId, replaced, device }: Attempted,
): Promise<boolean> {
  if (problemOf(error) !== "refused") return false;
  const now = await readReplaced(farmId, replaced);
  return textIn(now, replaced) !== textIn(before, replaced) || (await isTaken(device));
}
