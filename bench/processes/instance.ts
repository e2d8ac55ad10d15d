/**
 * An instance of the functions in a process of its own, called without HTTP, with clocks that can be advanced:
 * `node instance.ts <folder of the bundle>`.
 */

import { EventEmitter } from "node:events";
import { createRequire } from "node:module";
import { messageOf } from "../load/readings.ts";
import type { Variant } from "../load/readings.ts";

/** Advances the clocks, then sends one reading of each sensor from the first number to below the second. */
export interface InstanceJob {
  readonly advanceMs: number;
  readonly variant: Variant;
  /** Readings of each request; without it, one that is no batch. */
  readonly batch?: number;
  readonly sensors: readonly [from: number, to: number];
  readonly inFlight: number;
}

export interface InstanceAnswer {
  /** Milliseconds of each reading. */
  readonly latencies: readonly number[];
  /** After a collection, where the process may collect. */
  readonly heapBytes: number;
  readonly residentBytes: number;
}

type Deployed = (request: object, response: object) => unknown;

/** What a function uses of a response. */
class Response extends EventEmitter {
  headersSent = false;
  status = 0;

  writeHead(status: number): this {
    this.status = status;
    return this;
  }

  end(): this {
    this.headersSent = true;
    this.emit("finish");
    return this;
  }
}

const clocks = { date: Date.now, uptime: performance.now.bind(performance) };
let advancedMs = 0;
Date.now = () => clocks.date() + advancedMs;
performance.now = () => clocks.uptime() + advancedMs;

const [folder = ""] = process.argv.slice(2);
const { sensorData } = createRequire(import.meta.url)(folder) as { sensorData: Deployed };

async function send(variant: Variant, sensor: number, batch?: number): Promise<number> {
  const { body, headers } = messageOf(variant, sensor, Date.now(), batch);
  const rawBody = Buffer.from(body);
  const request = { method: "POST", url: "/", headers, rawBody };
  const response = new Response();
  const startedMs = clocks.uptime();
  await new Promise<void>((resolve) => {
    response.on("finish", resolve);
    sensorData(Object.assign(new EventEmitter(), request), response);
  });
  if (response.status !== 200) throw new Error(`sensor ${sensor}: ${response.status}`);
  return clocks.uptime() - startedMs;
}

async function run({
  advanceMs,
  variant,
  batch,
  sensors,
  inFlight,
}: InstanceJob): Promise<InstanceAnswer> {
  advancedMs += advanceMs;
  const latencies: number[] = [];
  const [from, end] = sensors;
  let next = from;
  const sendAll = async (): Promise<void> => {
    while (next < end) latencies.push(await send(variant, next++, batch));
  };
  await Promise.all(Array.from({ length: inFlight }, sendAll));
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  return { latencies, heapBytes: heapUsed, residentBytes: rss };
}

process.on("message", (job: InstanceJob) => {
  void run(job).then((answer) => process.send?.(answer));
});
process.on("disconnect", () => process.exit());
