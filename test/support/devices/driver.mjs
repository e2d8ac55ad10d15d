/** Drives devices/node/greenhouse.mjs by lines on standard input (device.ts says which). */

import { createInterface } from "node:readline";
import { SensorClient, sign } from "../../../devices/node/greenhouse.mjs";

const { env } = process;
let advanced = 0;
const client = new SensorClient({
  url: env["GREENHOUSE_URL"] ?? "",
  uid: env["GREENHOUSE_UID"] ?? "",
  apiKey: env["GREENHOUSE_KEY"] ?? "",
  capacity: Number(env["CAPACITY"]),
  timeoutMs: Number(env["TIMEOUT_MS"]),
  clock: () => Date.now() + Number(env["CLOCK_ERROR_MS"]) + advanced,
  uptime: () => performance.now() + advanced,
});

/** @param {string[]} words @returns {Record<string, number>} */
function parseValues(words) {
  const pairs = words.map((word) => word.split("="));
  return Object.fromEntries(pairs.map(([name = "", value]) => [name, Number(value)]));
}

/** @type {number | undefined} */
let wait;
for await (const line of createInterface({ input: process.stdin })) {
  const [command, ...words] = line.split("\t");
  /** @type {unknown} */
  let answer;
  if (command === "sign") {
    answer = sign(words[0] ?? "", words[1] ?? "", words[2] ?? "");
  } else {
    if (command === "add") {
      client.add(parseValues(words));
    } else if (command === "advance") {
      advanced += Number(words[0]);
    } else if (command === "poll") {
      wait = await client.poll();
    }
    answer = { ...client.counts, waiting: client.waiting, waitMs: wait ?? null };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
