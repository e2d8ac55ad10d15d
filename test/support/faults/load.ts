/** Devices that send one reading after another until they are stopped, and record the answers. */

import { setTimeout as pause } from "node:timers/promises";
import { exchange } from "../backend/exchange";
import type { Answer } from "../backend/exchange";
import { signedBody } from "../backend/farm";
import type { Sensor } from "../backend/farm";
import { measurementsOf } from "./ledger";
import { LENGTH } from "./length";
import type { Posting } from "./ledger";

export interface LoadSettings {
  readonly sensors: readonly Sensor[];
  /** The address before `/sensorData`; called for each attempt. */
  readonly url: () => string;
  /**
   * Whether a reading without confirmation is sent again, with an Idempotency-Key, until it is
   * confirmed.
   */
  readonly isInsistent: boolean;
}

export interface Load {
  /** The finished postings so far. */
  readonly postings: readonly Posting[];
  /** Resolves when this many more readings have been answered with 200. */
  confirmed(count: number): Promise<void>;
  /** Lets each device finish its present reading. */
  stop(): Promise<readonly Posting[]>;
}

/** Devices do not send at the same moment: each waits a random part of the pause. */
const apart = (limitMs: number): Promise<void> => pause(Math.random() * limitMs);

let lastOrdinal = 0;

/** Running loads, with functions that end them. */
const running = new Set<() => Promise<unknown>>();

/** For `afterEach`: ends the loads of a failed test, so that they do not disturb the next test. */
export async function abandonLoads(): Promise<void> {
  await Promise.all(Array.from(running, (abandon) => abandon()));
}

export function startLoad({ sensors, url, isInsistent }: LoadSettings): Load {
  const postings: Posting[] = [];
  const expectant: { readonly at: number; readonly resolve: () => void }[] = [];
  let isStopping = false;
  let isAbandoned = false;
  let confirmations = 0;

  async function deliver(sensor: Sensor): Promise<Posting> {
    const ordinal = (lastOrdinal += 1);
    const body = JSON.stringify(signedBody(sensor, measurementsOf(ordinal)));
    const mark = isInsistent ? { "Idempotency-Key": `reading ${ordinal}` } : {};
    const headers = { "Content-Type": "application/json", ...mark };
    let elapsedMs = 0;
    for (;;) {
      const answer = await answerOf(() => exchange(`${url()}/sensorData`, { headers, body }));
      const status = answer?.status;
      elapsedMs = Math.max(elapsedMs, answer?.elapsedMs ?? 0);
      const isInDoubt = status === undefined || status === 503;
      if (!isInDoubt || !isInsistent || isAbandoned) {
        return { sensor, ordinal, status, elapsedMs };
      }
      await apart(LENGTH.retryMs);
    }
  }

  async function operate(sensor: Sensor): Promise<void> {
    await apart(LENGTH.pauseMs);
    while (!isStopping) {
      const posting = await deliver(sensor);
      postings.push(posting);
      if (posting.status === 200) confirmations += 1;
      for (const { resolve } of expectant.filter(({ at }) => at <= confirmations)) resolve();
      await (posting.status === 200 ? pause(LENGTH.pauseMs) : apart(LENGTH.retryMs));
    }
  }

  const operating = Promise.all(sensors.map(operate));
  const abandon = (): Promise<unknown> => {
    isStopping = isAbandoned = true;
    return operating;
  };
  running.add(abandon);
  return {
    postings,
    confirmed: (count) =>
      count === 0
        ? Promise.resolve()
        : new Promise((resolve) => void expectant.push({ at: confirmations + count, resolve })),
    stop: async () => {
      isStopping = true;
      await operating;
      running.delete(abandon);
      return postings;
    },
  };
}

/** Returns undefined without an answer: nobody listens, or the connection breaks. */
async function answerOf(send: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await send();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ECONNREFUSED" || code === "ECONNRESET" || code === "EPIPE") return undefined;
    if (message === "aborted") return undefined;
    throw error;
  }
}
