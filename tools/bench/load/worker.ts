/** Sends load from a process of its own, one job at a time. */

import autocannon from "autocannon";
import { sendAtRate } from "./fixed-rate.ts";
import type { Outcome } from "./fixed-rate.ts";
import { messageOf } from "./readings.ts";
import type { Message, Variant } from "./readings.ts";

export interface Job {
  /** `http://host:port` */
  readonly origin: string;
  readonly variant: Variant;
  /** Number of readings per request; 0 if it is not a batch. */
  readonly batch: number;
  /** The sensors 0 to below this number send in turns. */
  readonly sensors: number;
  readonly seconds: number;
  /** A constant number of requests in flight, or a fixed rate. */
  readonly pressure: { readonly connections: number } | { readonly perSecond: number };
}

/** Goes on from job to job, so that a short job begins where the last one ended. */
let turn = 0;

async function run({ origin, variant, batch, sensors, seconds, pressure }: Job): Promise<Outcome> {
  const next = (): Message => messageOf(variant, turn++ % sensors, Date.now(), batch);
  if ("perSecond" in pressure) return sendAtRate({ origin, seconds, next, ...pressure });

  const latencies: number[] = [];
  const failed: number[] = [];
  const startedMs = performance.now();
  let endedMs = startedMs;
  const { errors } = await new Promise<autocannon.Result>((resolve, reject) => {
    const options: autocannon.Options = {
      url: origin,
      ...pressure,
      duration: seconds,
      requests: [{ setupRequest: (request) => ({ ...request, method: "POST", ...next() }) }],
    };
    const load = autocannon(options, (error: Error | null, result) => {
      if (error === null) resolve(result);
      else reject(error);
    });
    load.on("response", (_client, status, _bytes, milliseconds) => {
      endedMs = performance.now();
      if (status === 200) latencies.push(milliseconds);
      else failed.push(status);
    });
  });
  return {
    perSecond: latencies.length / ((endedMs - startedMs) / 1000),
    latencies: latencies.sort((a, b) => a - b),
    failures: failed.length + errors,
    ...(failed[0] !== undefined && { failure: `status ${failed[0]}` }),
  };
}

process.on("message", (job: Job) => {
  void run(job).then((outcome) => process.send?.(outcome));
});
process.on("disconnect", () => process.exit());
