/** Counts the results of the readings that a simulation sent. Pure. */

import type { Json } from "../core/database";
import type { Sending } from "../readings/reading";
import { count } from "../core/text";
import type { Change } from "./board";

export interface Tally {
  sent: number;
  /** Answered with 200. */
  accepted: number;
  /** Refused, by status and text. */
  readonly refused: Map<string, number>;
  /** Not answered, or answered with a 5xx status: the reading may be stored nevertheless. */
  readonly unconfirmed: Map<string, number>;
  /** Not sent, because earlier requests were still in flight. */
  skipped: number;
  /** Undefined if the devices have no outputs. */
  readonly outputs?: OutputTally;
}

export interface OutputTally {
  /** How often an order switched an output on. */
  applied: number;
  /** How often it was switched off, by reason. */
  readonly ended: Map<Change["reason"], number>;
  readonly changes: OutputChange[];
}

export interface OutputChange {
  /** In Unix milliseconds. */
  readonly at: number;
  readonly uid: string;
  readonly output: string;
  readonly value: number;
  readonly reason: Change["reason"];
}

export function createTally(hasOutputs = false): Tally {
  const tally = { sent: 0, accepted: 0, refused: new Map(), unconfirmed: new Map(), skipped: 0 };
  return hasOutputs ? { ...tally, outputs: { applied: 0, ended: new Map(), changes: [] } } : tally;
}

export function record(tally: Tally, sending: Sending): void {
  tally.sent += 1;
  if (sending.outcome === "unanswered") {
    increase(tally.unconfirmed, sending.reason);
    return;
  }
  const { status, body } = sending.answer;
  if (status === 200) {
    tally.accepted += 1;
    return;
  }
  const text = typeof body === "object" && body !== null && "error" in body ? body.error : "";
  const name = `${status} ${typeof text === "string" ? text : ""}`.trim();
  increase(status >= 500 ? tally.unconfirmed : tally.refused, name);
}

/** @param origin the time in Unix milliseconds, and the device */
export function recordChange(
  outputs: OutputTally,
  { output, before, after, reason }: Change,
  origin: { readonly at: number; readonly uid: string },
): OutputChange {
  const isNewOrder = before.version !== after.version;
  if (before.value > 0 && (after.value === 0 || isNewOrder)) increase(outputs.ended, reason);
  if (after.value > 0 && (before.value === 0 || isNewOrder)) outputs.applied += 1;
  const change = { ...origin, output, value: after.value, reason };
  outputs.changes.push(change);
  return change;
}

const WHY: Readonly<Record<Change["reason"], string>> = {
  order: "as ordered",
  lease: "the order ended, or there was no contact",
  limit: "daily limit reached",
  local: "set at the board",
  start: "no longer defined",
  fault: "the answer could not be understood",
  fallback: "the board's own fallback",
  end: "the simulation is over",
};

export function changeText({ uid, output, value, reason }: OutputChange): string {
  return `${uid} ${output}: ${value > 0 ? "on" : "off"} (${WHY[reason]})`;
}

/** Whether all accepted readings are stored and, beside them, at most the unconfirmed ones. */
export function isConsistent(tally: Tally, stored: number): boolean {
  return stored >= tally.accepted && stored <= tally.accepted + sum(tally.unconfirmed);
}

export function tallyJson(tally: Tally): { readonly [key: string]: Json } {
  const { outputs } = tally;
  return {
    sent: tally.sent,
    accepted: tally.accepted,
    refused: Object.fromEntries(tally.refused),
    unconfirmed: Object.fromEntries(tally.unconfirmed),
    skipped: tally.skipped,
    ...(outputs && {
      outputs: {
        applied: outputs.applied,
        ended: Object.fromEntries(outputs.ended),
        changes: outputs.changes.map((change) => ({ ...change })),
      },
    }),
  };
}

export function tallyText(tally: Tally, stored: number): string {
  return [
    `sent         ${tally.sent}`,
    `accepted     ${tally.accepted}`,
    ...describeReasons("refused", tally.refused),
    ...describeReasons("unconfirmed", tally.unconfirmed),
    ...(tally.skipped === 0
      ? []
      : [`not sent     ${tally.skipped} (the server was slower than the devices)`]),
    `stored       ${stored}`,
    ...describeOutputs(tally.outputs),
  ].join("\n");
}

/** Returns one line for the progress bar. */
export function briefly(tally: Tally): string {
  const others = sum(tally.refused) + sum(tally.unconfirmed);
  return `${count(tally.sent, "reading")} sent, ${tally.accepted} accepted, ${others} not`;
}

export function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, value) => total + value, 0);
}

function describeOutputs(outputs: OutputTally | undefined): string[] {
  if (outputs === undefined) return [];
  const ended = new Map(Array.from(outputs.ended, ([reason, number]) => [WHY[reason], number]));
  return [`switched on  ${outputs.applied}`, ...describeReasons("ended", ended)];
}

function describeReasons(name: string, counts: ReadonlyMap<string, number>): string[] {
  if (counts.size === 0) return [];
  const reasons = [...counts].map(([reason, number]) => `${number} × ${reason}`).join("; ");
  return [`${name.padEnd(11)}  ${sum(counts)} (${reasons})`];
}

function increase<K>(counts: Map<K, number>, name: K): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
