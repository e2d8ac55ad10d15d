/**
 * Shuffles and repeats events, as the hosted service may. The result depends on the seed, the function and the number
 * of the event in its namespace. Time only decides whether events share a block.
 *
 * Source of repeats: https://firebase.google.com/docs/functions/retries ("at-least-once execution").
 * Source of the order: https://github.com/davideast/pyric recorded the order 2, 1, 3 on 2026-07-14
 * (observations/functions-rtdb/functions-rtdb-onvaluecreated-wildcard-batches.json).
 */

import { hash } from "node:crypto";
import { getOrInsert } from "../tree/get-or-insert";
import type { TriggerEvent } from "./event-body";
import type { Lane } from "./lane";

export const MAX_SEED = 2 ** 32 - 1;

/** Describes a valid seed in error messages. */
export const SEED = `a whole number from 0 to ${MAX_SEED}`;

export function isSeed(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= MAX_SEED;
}

/** Describes a valid share of the events in error messages. */
export const SHARE = "a number from 0 to 1, such as 0.1 for one event in ten";

export function isShare(value: number): boolean {
  return Number.isFinite(value) && value >= 0 && value <= 1;
}

/** Returns whether the next event of a function is sent twice. @param share of the events that are, from 0 to 1 */
export function isRepeated(share: number, seed: number, lane: Lane, namespace: string): boolean {
  return share > 0 && chance("repeat", seed, lane, namespace) < share;
}

/** Number of events that change places with each other. */
const BLOCK_SIZE = 3;

/** A block that is not full is sent after this time without another event. */
const MAX_PAUSE_MS = 200;

interface Block {
  readonly events: { readonly event: TriggerEvent; readonly rank: number }[];
  timer: NodeJS.Timeout | undefined;
}

/** Holds the events of each function back in blocks, and shuffles each block. */
export class Shuffle {
  /** By namespace. */
  private readonly blocks = new Map<Lane, Map<string, Block>>();

  /** @param release called with each event when its block is full or MAX_PAUSE_MS are over */
  constructor(
    private readonly seed: number,
    private readonly release: (lane: Lane, event: TriggerEvent) => void,
  ) {}

  /** Takes an event that its lane has not counted yet. */
  add(lane: Lane, event: TriggerEvent): void {
    const { namespace } = event;
    const blocks = getOrInsert(this.blocks, lane, () => new Map<string, Block>());
    const block = getOrInsert(blocks, namespace, () => ({ events: [], timer: undefined }));
    block.events.push({ event, rank: chance("shuffle", this.seed, lane, namespace) });
    clearTimeout(block.timer);
    const finish = (): void => {
      blocks.delete(namespace);
      for (const shuffled of block.events.sort((a, b) => a.rank - b.rank)) {
        this.release(lane, shuffled.event);
      }
    };
    if (block.events.length === BLOCK_SIZE) finish();
    else block.timer = setTimeout(finish, MAX_PAUSE_MS).unref();
  }

  /** Forgets and returns the events of a lane. */
  drop(lane: Lane): readonly TriggerEvent[] {
    const blocks = [...(this.blocks.get(lane)?.values() ?? [])];
    this.blocks.delete(lane);
    for (const { timer } of blocks) clearTimeout(timer);
    return blocks.flatMap(({ events }) => events.map(({ event }) => event));
  }
}

/** 48 bits, which a double represents exactly. */
const HEX_DIGITS = 12;

/** Returns a number from 0 to below 1 for the next event of a function. It is the same in each run. */
function chance(purpose: string, seed: number, lane: Lane, namespace: string): number {
  const text = [purpose, seed, lane.trigger.functionId, lane.eventsIn(namespace)].join(" ");
  return parseInt(hash("sha256", text).slice(0, HEX_DIGITS), 16) / 16 ** HEX_DIGITS;
}
