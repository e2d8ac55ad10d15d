/**
 * Whether a demo board sends at its turn. A developer's changes win: a board does not send when its sensor is removed,
 * unlinked or given to another farm, or when the farm has another key. It waits after a reading that somebody else sent
 * in its name. Pure.
 */

import { listKeys } from "../../domain/src/farm-key.ts";
import type { Measurement, Measurements as Values } from "../../domain/src/measurements.ts";
import { FARM_ID, FARM_KEY, GREENHOUSES, MINUTE } from "./demo-data.ts";

/** What the database holds of a sensor. */
export interface StoredSensor {
  readonly registration: { readonly farmId?: string; readonly greenhouse?: string } | null;
  /** The farm's key, or two keys with a comma between them. */
  readonly farmKey: string | null;
  readonly newest: Values | null;
}

/** What a board remembers from turn to turn. */
export interface Memory {
  /** Its last values. */
  readonly sent?: Values;
  /** Until then it does not send, Unix milliseconds. */
  readonly waitUntilMs?: number;
}

export type Turn =
  | { readonly kind: "send"; readonly greenhouse: string }
  | { readonly kind: "skip" }
  | { readonly kind: "wait"; readonly untilMs: number };

/** How long somebody else's reading stays the newest: after that the page would call it old. */
export const WAIT_MS = 5 * MINUTE;

export function decideTurn(stored: StoredSensor, memory: Memory, nowMs: number): Turn {
  const { registration, farmKey, newest } = stored;
  const greenhouse = registration?.greenhouse ?? "";
  const isInDemo = registration?.farmId === FARM_ID && greenhouse in GREENHOUSES;
  if (!isInDemo || !listKeys(farmKey ?? "").includes(FARM_KEY)) return { kind: "skip" };
  if (nowMs < (memory.waitUntilMs ?? 0)) return { kind: "skip" };
  const isByOthers = Object.entries(memory.sent ?? {}).some(
    ([name, value]) => newest?.[name as Measurement] !== value,
  );
  return isByOthers ? { kind: "wait", untilMs: nowMs + WAIT_MS } : { kind: "send", greenhouse };
}
