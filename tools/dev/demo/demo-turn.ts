/**
 * Decides whether a demo board sends at its turn. It respects a developer's changes. A board does
 * not send if its sensor was removed, unlinked or moved to another farm, or if the farm's key was
 * changed. It waits after a reading that somebody else sent with its uid. Pure.
 */

import { isDeepStrictEqual } from "node:util";
import { MINUTE_MS } from "@greenhouse/domain/time";
import { listKeys } from "@greenhouse/domain/identity/farm-key";
import type {
  Measurement,
  Measurements as Values,
} from "@greenhouse/domain/quantities/measurements";
import { FARM_ID, FARM_KEY, GREENHOUSES } from "./demo-farm.ts";

/** The stored data of a sensor. */
export interface StoredSensor {
  readonly registration: { readonly farmId?: string; readonly greenhouse?: string } | null;
  /** The farm's key, or two keys with a comma between them. */
  readonly farmKey: string | null;
  readonly newest: Values | null;
  /** The sensor's stored record of the other variant. The board itself never writes it. */
  readonly ofOtherVariant: unknown;
}

/** The values that a board keeps from turn to turn. */
export interface Memory {
  /** Its last values. */
  readonly sent?: Values;
  /** The stored record of the other variant before the board sent them. */
  readonly ofOtherVariant?: unknown;
  /** It does not send before this time, in Unix milliseconds. */
  readonly waitUntilMs?: number;
}

export type Turn =
  | { readonly kind: "send"; readonly greenhouse: string }
  | { readonly kind: "skip" }
  | { readonly kind: "wait"; readonly untilMs: number };

/** How long a board waits after somebody else's reading: later, the page would show that reading as old. */
export const WAIT_MS = 5 * MINUTE_MS;

export function decideTurn(stored: StoredSensor, memory: Memory, nowMs: number): Turn {
  const { registration, farmKey, newest, ofOtherVariant } = stored;
  const greenhouse = registration?.greenhouse ?? "";
  const isInDemo = registration?.farmId === FARM_ID && greenhouse in GREENHOUSES;
  if (!isInDemo || !listKeys(farmKey ?? "").includes(FARM_KEY)) return { kind: "skip" };
  if (nowMs < (memory.waitUntilMs ?? 0)) return { kind: "skip" };
  const isReplaced = Object.entries(memory.sent ?? {}).some(
    ([name, value]) => newest?.[name as Measurement] !== value,
  );
  const isByOthers =
    isReplaced ||
    (memory.sent !== undefined && !isDeepStrictEqual(ofOtherVariant, memory.ofOtherVariant));
  return isByOthers ? { kind: "wait", untilMs: nowMs + WAIT_MS } : { kind: "send", greenhouse };
}
