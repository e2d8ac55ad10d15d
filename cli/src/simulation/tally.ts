/** The results of the readings that a simulation sent. Pure. */

import type { Sending } from "../reading";
import { count } from "../text";

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
}

export function createTally(): Tally {
  return { sent: 0, accepted: 0, refused: new Map(), unconfirmed: new Map(), skipped: 0 };
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

/** All accepted readings must be stored, and at most the unconfirmed ones beside them. */
export function isConsistent(tally: Tally, stored: number): boolean {
  return stored >= tally.accepted && stored <= tally.accepted + sum(tally.unconfirmed);
}

export function tallyJson(tally: Tally): {
  readonly [key: string]: number | Readonly<Record<string, number>>;
} {
  return {
    sent: tally.sent,
    accepted: tally.accepted,
    refused: Object.fromEntries(tally.refused),
    unconfirmed: Object.fromEntries(tally.unconfirmed),
    skipped: tally.skipped,
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
  ].join("\n");
}

/** One line, for the progress bar. */
export function briefly(tally: Tally): string {
  const others = sum(tally.refused) + sum(tally.unconfirmed);
  return `${count(tally.sent, "reading")} sent, ${tally.accepted} accepted, ${others} not`;
}

export function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, each) => total + each, 0);
}

function describeReasons(name: string, counts: ReadonlyMap<string, number>): string[] {
  if (counts.size === 0) return [];
  const reasons = [...counts].map(([reason, number]) => `${number} × ${reason}`).join("; ");
  return [`${name.padEnd(11)}  ${sum(counts)} (${reasons})`];
}

function increase(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
