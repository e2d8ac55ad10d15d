/**
 * Calls the built function within this process, for one reading each of so many sensors, and prints a JSON line of what
 * it keeps after each step: `node --expose-gc watch.ts <folder> <sensors> <steps>`. HTTP is left out; it keeps nothing
 * of a request, and takes most of the time.
 */

import { EventEmitter } from "node:events";
import { createRequire } from "node:module";
import { SENSOR_KEY } from "../load/readings.ts";

type Deployed = (request: object, response: object) => unknown;

/** What the function sees of a response. */
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

const IN_FLIGHT = 100;
const [folder = "", sensors = "0", steps = "1"] = process.argv.slice(2);
const { sensorData } = createRequire(import.meta.url)(folder) as { sensorData: Deployed };

async function send(sensor: number): Promise<void> {
  const body = JSON.stringify({ uid: `sensor-${sensor}`, apiKey: SENSOR_KEY, temperature: 20 });
  const headers = { "content-type": "application/json" };
  const request = { method: "POST", url: "/", headers, rawBody: Buffer.from(body) };
  const response = new Response();
  await new Promise<void>((resolve) => {
    response.on("finish", resolve);
    sensorData(Object.assign(new EventEmitter(), request), response);
  });
  if (response.status !== 200) throw new Error(`sensor ${sensor}: ${response.status}`);
}

let next = 0;
async function sendUntil(end: number): Promise<void> {
  while (next < end) await send(next++);
}

for (let step = 1; step <= Number(steps); step += 1) {
  const end = Math.round((Number(sensors) * step) / Number(steps));
  await Promise.all(Array.from({ length: IN_FLIGHT }, () => sendUntil(end)));
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  process.stdout.write(`${JSON.stringify({ sensors: end, heapUsed, rss })}\n`);
}
process.exit();
