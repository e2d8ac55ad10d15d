/**
 * Sends the temperature of a DS18B20 every minute (README.md shows the wiring):
 *
 *   GREENHOUSE_URL=https://… GREENHOUSE_UID=… GREENHOUSE_KEY_FILE=key.txt node example.mjs
 *
 * An argument names another file with millidegrees than that of the first DS18B20.
 */

import { log } from "node:console";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { SensorClient } from "./greenhouse.mjs";

const INTERVAL_MS = 60_000;
const W1_FOLDER = "/sys/bus/w1/devices";

/** Degrees Celsius; NaN when the sensor does not answer. */
function readTemperature() {
  try {
    const file =
      process.argv[2] ??
      `${W1_FOLDER}/${readdirSync(W1_FOLDER).find((name) => name.startsWith("28-")) ?? "28-?"}/temperature`;
    return Number.parseInt(readFileSync(file, "utf8"), 10) / 1000;
  } catch (error) {
    log(`no temperature: ${String(error)}`);
    return Number.NaN;
  }
}

const client = new SensorClient({
  url: process.env["GREENHOUSE_URL"] ?? "",
  uid: process.env["GREENHOUSE_UID"] ?? "",
  apiKey: readFileSync(process.env["GREENHOUSE_KEY_FILE"] ?? "key.txt", "utf8").trim(),
});

let nextReading = performance.now();
for (;;) {
  if (performance.now() >= nextReading) {
    nextReading += INTERVAL_MS;
    client.add({ temperature: readTemperature() });
  }
  const wait = await client.poll();
  if (wait === undefined) log(client.counts);
  const untilReading = Math.max(0, nextReading - performance.now());
  await setTimeout(Math.min(wait ?? untilReading, untilReading));
}
