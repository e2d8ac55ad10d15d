/**
 * Whether a demo board sends at its turn. What a developer has changed is theirs: a board stays silent once it is
 * removed, unlinked or given to another farm, or once the farm has another key, and it waits a while after a reading
 * that somebody else sent in its name. Pure.
 */

import { listKeys } from "../../domain/src/farm-key.ts";
import type { Measurement, Measurements as Values } from "../../domain/src/measurements.ts";
import { MINUTE } from "./demo-climate.ts";
import { FARM_ID, FARM_KEY, GREENHOUSES } from "./demo-data.ts";

/** What the database says of a sensor at the moment. */
export interface Standing {
  readonly registration: { readonly farmId?: string; readonly greenhouse?: string } | null;
  /** The farm's key, or two with a comma between them. */
  readonly farmKey: string | null;
  /** The sensor's newest values. */
  readonly newest: Values | null;
}

/** What a board remembers from turn to turn. */
export interface Memory {
  /** What it sent last. */
  readonly sent?: Values;
  /** Until when it leaves its sensor to others, Unix milliseconds. */
  readonly silentUntilMs?: number;
}

export type Turn =
  | { readonly kind: "send"; readonly greenhouse: string }
  /** Not this time, and nothing is to be remembered. */
  | { readonly kind: "skip" }
  | { readonly kind: "wait"; readonly untilMs: number };

/** So long somebody else's reading stays the newest: until the page would call it old. */
export const COURTESY_MS = 5 * MINUTE;

export function judgeTurn(standing: Standing, memory: Memory, nowMs: number): Turn {
  const { registration, farmKey, newest } = standing;
  const greenhouse = registration?.greenhouse ?? "";
  const isAtHome = registration?.farmId === FARM_ID && greenhouse in GREENHOUSES;
  if (!isAtHome || !listKeys(farmKey ?? "").includes(FARM_KEY)) return { kind: "skip" };
  if (nowMs < (memory.silentUntilMs ?? 0)) return { kind: "skip" };
  return isSentByOthers(newest, memory)
    ? { kind: "wait", untilMs: nowMs + COURTESY_MS }
    : { kind: "send", greenhouse };
}

/** After its wait a board has sent nothing that could be compared. */
function isSentByOthers(newest: Values | null, { sent }: Memory): boolean {
  if (sent === undefined) return false;
  return Object.entries(sent).some(([name, value]) => newest?.[name as Measurement] !== value);
}
