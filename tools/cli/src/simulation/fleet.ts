/**
 * Creates the simulated devices: registers them for the run and removes them after it. Their
 * readings stay.
 */

import type { Json } from "../core/database";
import { NO_CORRECTIONS } from "@greenhouse/domain/quantities/corrections";
import { ownerOf } from "../farm/stored-farms";
import type { Farm } from "../farm/stored-farms";
import { findSources, readPages } from "../readings/history-pages";
import type { Period } from "@greenhouse/domain/identity/key-range";
import { sensorRegistration } from "@greenhouse/domain/identity/sensor-updates";
import { logged } from "@greenhouse/domain/identity/sensor-log";
import { outputDefinition } from "@greenhouse/domain/outputs/updates";
import type { Output } from "@greenhouse/domain/outputs/model";
import type { Variant } from "../readings/reading";
import { readSensorRemoval } from "../farm/removal";
import { sign, updateAs } from "../core/session";
import type { OpenSession } from "../core/session";
import { createClimate } from "./curve";
import type { Climate } from "./curve";

/** Maximum time on in a day: the maximum duration of a simulation. */
const MAX_ON_SECONDS = 3_600;

export interface Device {
  readonly uid: string;
  readonly sensorName: string;
  readonly greenhouse: string;
  readonly variant: Variant;
  readonly climate: Climate;
}

export interface FleetPlan {
  readonly farm: Farm;
  readonly devices: number;
  readonly greenhouses: readonly string[];
  readonly variants: readonly Variant[];
}

/** Plans devices with new uids, taking the greenhouses and variants in turn. */
export function planFleet(
  { devices, greenhouses, variants }: FleetPlan,
  run: string,
  random: () => number,
): readonly Device[] {
  const climates = greenhouses.map(() => createClimate(random));
  return Array.from({ length: devices }, (_, index) => {
    const number = String(index + 1).padStart(String(devices).length, "0");
    const house = index % greenhouses.length;
    return {
      uid: `sim-${run}-${number}`,
      sensorName: `Simulated ${number}`,
      greenhouse: greenhouses[house] ?? "",
      // Each greenhouse gets all variants.
      variant: variants[Math.floor(index / greenhouses.length) % variants.length] ?? "signed",
      climate: climates[house] ?? createClimate(random),
    };
  });
}

/** Registers all devices in one update, as the farm's owner. */
export async function registerFleet(
  session: OpenSession,
  farm: Farm,
  fleet: readonly Device[],
): Promise<void> {
  const { farmId } = farm;
  const owner = ownerOf(farm);
  const registrations = fleet.map(({ uid, sensorName: name, greenhouse }) => {
    const described = { name, type: "simulated", role: "air", greenhouse } as const;
    return sensorRegistration({ farmId, uid }, described, sign(session, owner));
  });
  await updateAs(session, owner, Object.assign({}, ...registrations) as Record<string, Json>);
}

/** Returns the names of each device's outputs. */
export function outputNames(outputs: number): readonly string[] {
  return Array.from({ length: outputs }, (_, index) => `valve-${index + 1}`);
}

/**
 * Defines this number of outputs for each device in one update, as the farm's owner. The devices
 * must be registered.
 */
export async function defineOutputs(
  session: OpenSession,
  farm: Farm,
  fleet: readonly Device[],
  { outputs, leaseSeconds }: { readonly outputs: number; readonly leaseSeconds: number },
): Promise<void> {
  if (outputs === 0) return;
  const { farmId } = farm;
  const values: Record<string, Json> = {};
  for (const { uid } of fleet) {
    const defined: Record<string, unknown> = {};
    for (const [index, output] of outputNames(outputs).entries()) {
      const definition: Output = {
        name: `Simulated valve ${index + 1}`,
        kind: "switch",
        leaseSeconds,
        maxOnSeconds: MAX_ON_SECONDS,
        viewersMay: false,
      };
      Object.assign(values, outputDefinition({ farmId, uid, output }, definition, defined));
      defined[output] = values[`outputs/${farmId}/${uid}/${output}`];
    }
  }
  await updateAs(session, ownerOf(farm), values);
}

/**
 * Removes all devices in one update, as the farm's owner, with their outputs and with keys that
 * somebody gave them meanwhile.
 */
export async function removeFleet(
  session: OpenSession,
  farm: Farm,
  fleet: readonly Device[],
): Promise<void> {
  const { farmId } = farm;
  const owner = ownerOf(farm);
  const removals = await Promise.all(
    fleet.map(async ({ uid }) => ({
      ...(await readSensorRemoval(session.database, { uid, farmId })),
      ...logged({ farmId, uid }, sign(session, owner), "removed"),
    })),
  );
  await updateAs(session, owner, Object.assign({}, ...removals) as Record<string, Json>);
}

/** Counts the readings of these devices in the history. */
export async function countStored(
  { database }: OpenSession,
  fleet: readonly Device[],
  period: Period,
): Promise<number> {
  const uids = new Set(fleet.map(({ uid }) => uid));
  const greenhouses = new Set(fleet.map(({ greenhouse }) => greenhouse));
  let stored = 0;
  for (const greenhouse of greenhouses) {
    for (const source of await findSources(database, greenhouse, period)) {
      if (source.uid !== undefined && !uids.has(source.uid)) continue;
      for await (const page of readPages(database, source, period, NO_CORRECTIONS)) {
        stored += page.filter(({ uid }) => uids.has(uid)).length;
      }
    }
  }
  return stored;
}
