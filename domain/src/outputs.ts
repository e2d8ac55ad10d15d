/**
 * Outputs of boards: what a person orders holds for a while, and the board believes it no longer than its own clock
 * allows (docs/outputs.md). The database holds `outputs`, `outputOrders`, `outputStates` and `outputLog`, each by
 * farm, uid and output.
 */

import { fieldOf, numberOf, textOf } from "./stored.ts";

/** A `switch` is 0 or 1, a `level` a whole number from 0 to 100; 0 is off. */
export const OUTPUT_KINDS = ["switch", "level"] as const;
export type OutputKind = (typeof OUTPUT_KINDS)[number];
export const HIGHEST: Readonly<Record<OutputKind, number>> = { switch: 1, level: 100 };

/**
 * Why an output is as it is: as ordered; off because the board heard nothing for too long, or the order's time was over
 * (`lease`), or was on for long enough that day (`limit`); as somebody set it at the board (`local`); off since the board
 * started (`start`), or because it cannot count or understand (`fault`).
 */
export const OUTPUT_REASONS = ["order", "lease", "limit", "local", "start", "fault"] as const;
export type OutputReason = (typeof OUTPUT_REASONS)[number];

/** Names are keys of the database, of JSON, and of what a board keeps. */
export const OUTPUT_NAME = "^[a-z][0-9a-z_-]{0,14}$";
/** Of one board. */
export const MAX_OUTPUTS = 8;
export const LEASE_SECONDS = { min: 60, max: 3_600 } as const;
export const DAY_MS = 86_400_000;
/** How far ahead an order may end. */
export const MAX_ORDER_MS = DAY_MS;
/** The first version is the time in Unix seconds (`nextVersion`), so a board's report is never near this. */
export const MAX_VERSION = 1e12;

/** `outputs/<farmId>/<uid>/<output>`. */
export interface Output {
  readonly name: string;
  readonly kind: OutputKind;
  /** How long the board may leave it on without hearing anything. */
  readonly leaseSeconds: number;
  /** How long it may be on in a day, from midnight to midnight UTC. */
  readonly maxOnSeconds: number;
  /** Whether viewers may order, too. */
  readonly membersMay: boolean;
}

/** `outputOrders/<farmId>/<uid>/<output>`. */
export interface Order {
  readonly value: number;
  readonly version: number;
  /** When it ends, in Unix milliseconds; undefined: it is off. */
  readonly until: number | undefined;
  readonly by: string;
  /** Unix milliseconds. */
  readonly at: number;
}

/** What a board says of an output. `version` is that of the newest order it knows, 0: none since it started. */
export interface Reported {
  readonly value: number;
  readonly version: number;
  readonly reason: OutputReason;
}

/** `outputStates/<farmId>/<uid>/<output>`; `at` in Unix milliseconds. */
export interface OutputState extends Reported {
  readonly at: number;
}

/** What a board is answered about a defined output. */
export interface OutputAnswer {
  /** As ordered; 0: off. */
  readonly value: number;
  readonly version: number;
  /** How long it holds, in milliseconds from the moment at which the board sent its request; 0: off. */
  readonly forMs: number;
  /** How long it may be on in a day, in milliseconds. */
  readonly maxOnMs: number;
  /** Which day it is: whole days since 1970, UTC. */
  readonly day: number;
}

export function isOutputName(text: string): boolean {
  return new RegExp(OUTPUT_NAME).test(text);
}

export function readOutput(stored: unknown): Output | undefined {
  const name = textOf(stored, "name");
  const kind = OUTPUT_KINDS.find((each) => each === textOf(stored, "kind"));
  const leaseSeconds = numberOf(stored, "leaseSeconds");
  const maxOnSeconds = numberOf(stored, "maxOnSeconds");
  const isWhole = name !== undefined && kind !== undefined && leaseSeconds !== undefined;
  if (!isWhole || maxOnSeconds === undefined) return undefined;
  const membersMay = fieldOf(stored, "membersMay") === true;
  return { name, kind, leaseSeconds, maxOnSeconds, membersMay };
}

export function readOrder(stored: unknown): Order | undefined {
  const [value, version] = [numberOf(stored, "value"), numberOf(stored, "version")];
  const [by, at] = [textOf(stored, "by"), numberOf(stored, "at")];
  if (value === undefined || version === undefined) return undefined;
  if (by === undefined || at === undefined) return undefined;
  return { value, version, until: numberOf(stored, "until"), by, at };
}

/** What a board says, or what is stored of it; undefined where it cannot be meant. */
export function readReported(stored: unknown): Reported | undefined {
  const [value, version] = [numberOf(stored, "value"), numberOf(stored, "version")];
  const reason = OUTPUT_REASONS.find((each) => each === textOf(stored, "reason"));
  if (value === undefined || version === undefined || reason === undefined) return undefined;
  const isMeant = isWholeUpTo(value, HIGHEST.level) && isWholeUpTo(version, MAX_VERSION);
  return isMeant ? { value, version, reason } : undefined;
}

export function readOutputState(stored: unknown): OutputState | undefined {
  const [reported, at] = [readReported(stored), numberOf(stored, "at")];
  return reported !== undefined && at !== undefined ? { ...reported, at } : undefined;
}

function isWholeUpTo(value: number, max: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= max;
}

/**
 * The version of the next order. The first is the time, so that an output that was removed and is defined again does not
 * begin below what its board has seen.
 */
export function nextVersion(order: Order | undefined, nowMs: number): number {
  return order === undefined ? Math.floor(nowMs / 1_000) : order.version + 1;
}

/** @param nowMs when the board's request arrived */
export function answerFor(output: Output, order: Order | undefined, nowMs: number): OutputAnswer {
  const leftMs = order?.until === undefined ? 0 : order.until - nowMs;
  return {
    value: order?.value ?? 0,
    version: order?.version ?? 0,
    forMs: Math.max(0, Math.min(leftMs, output.leaseSeconds * 1_000)),
    maxOnMs: output.maxOnSeconds * 1_000,
    day: Math.floor(nowMs / DAY_MS),
  };
}
