/** Sends load from a process of its own: one job at a time, told and answered over the channel to its parent. */

import autocannon from "autocannon";
import { sendAtRate } from "./open-loop.ts";
import { requestOf } from "./readings.ts";
import type { RequestKind } from "./readings.ts";

export interface Job {
  /** `http://host:port` */
  readonly origin: string;
  readonly kind: RequestKind;
  /** Who sends: the sensors from 0 to below this, in turns. */
  readonly sensors: number;
  readonly seconds: number;
  /** So many requests in flight all the time, or so many a second whatever is in flight. */
  readonly pressure: { readonly connections: number } | { readonly perSecond: number };
}

export interface Outcome {
  /** Requests answered with 200 or 204, a second. */
  readonly perSecond: number;
  /** Milliseconds from each request to its answer, ascending. */
  readonly latencies: readonly number[];
  /** Requests that failed or were answered otherwise, with an example. */
  readonly failures: number;
  readonly failure?: string;
}

/** Goes on through the jobs, so that a short job begins where the last one ended. */
let turn = 0;

async function carryOut({ origin, kind, sensors, seconds, pressure }: Job): Promise<Outcome> {
  const next = (): ReturnType<typeof requestOf> => requestOf(kind, turn++ % sensors, Date.now());
  if ("perSecond" in pressure) return sendAtRate({ origin, seconds, next, ...pressure });

  const latencies: number[] = [];
  const headers = { "content-type": "application/json" };
  const started = performance.now();
  let ended = started;
  const failed: number[] = [];
  const { errors } = await new Promise<autocannon.Result>((resolve, reject) => {
    const options: autocannon.Options = {
      url: origin,
      ...pressure,
      duration: seconds,
      requests: [{ setupRequest: (request) => ({ ...request, headers, ...next() }) }],
    };
    const run = autocannon(options, (error: Error | null, result) => {
      if (error === null) resolve(result);
      else reject(error);
    });
    run.on("response", (_client, status, _bytes, milliseconds) => {
      ended = performance.now();
      if (status === 200 || status === 204) latencies.push(milliseconds);
      else failed.push(status);
    });
  });
  return {
    perSecond: latencies.length / ((ended - started) / 1000),
    latencies: latencies.sort((a, b) => a - b),
    failures: failed.length + errors,
    ...(failed[0] !== undefined && { failure: `status ${failed[0]}` }),
  };
}

process.on("message", (job: Job) => {
  void carryOut(job).then((outcome) => process.send?.(outcome));
});
process.on("disconnect", () => process.exit());
