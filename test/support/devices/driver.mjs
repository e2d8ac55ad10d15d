/** Drives devices/node/greenhouse.mjs by lines on standard input, which device.ts describes. */

import { log } from "node:console";
import { uptime } from "node:os";
import { createInterface } from "node:readline";
import { runInThisContext } from "node:vm";
import { SensorClient, sign } from "../../../devices/node/greenhouse.mjs";

/** @type {SensorClient} */
let client;
/** The settings of the next board. @type {Readonly<Record<string, string>>} */
let board = {};
let advanced = 0;
let clockError = 0;

/** @param {string[]} words */
function begin([url = "", uid = "", apiKey = "", capacity, timeoutMs, clockErrorMs, store, boot]) {
  advanced = 0;
  const { VERSION: version, INTERVAL: bounds } = board;
  const [seconds = 0, min = 0, max = 0] = (bounds ?? "").split(" ").map(Number);
  clockError = Number(clockErrorMs);
  client = new SensorClient({
    url,
    uid,
    apiKey,
    capacity: Number(capacity),
    timeoutMs: Number(timeoutMs),
    clock: () => Date.now() + clockError + advanced,
    uptime: () => uptime() * 1000 + advanced,
    ...(store ? { store } : {}),
    ...(boot ? { boot } : {}),
    ...(version === undefined ? {} : { version }),
    ...(bounds === undefined ? {} : { interval: { seconds, min, max } }),
    report: (line) => log(`!${line}`),
  });
}

/** @param {string} command @param {string[]} words @returns {Promise<unknown>} */
async function answer(command, words) {
  const [first = "", second = ""] = words;
  /** @type {number | undefined} */
  let wait;
  if (command === "sign") return sign(textOf(first), textOf(second));
  if (command === "board") {
    const pairs = words.map((word) => word.split("="));
    board = Object.fromEntries(pairs.map(([name = "", value = ""]) => [name, value]));
    return {};
  }
  if (command === "new") begin(words);
  if (command === "add") {
    const pairs = words.map((word) => word.split("="));
    client.add(Object.fromEntries(pairs.map(([name = "", value]) => [name, Number(value)])));
  }
  if (command === "evaluate") {
    /** @type {unknown} */
    const add = runInThisContext(`(client) => client.add(${first})`);
    /** @type {(client: SensorClient) => void} */ (add)(client);
  }
  // Rounded up, so that a pause is never too short.
  if (command === "advance") advanced += Math.floor(Number(first)) + 1;
  if (command === "clock") clockError = Number(first);
  if (command === "poll") wait = await client.poll();
  // The difference of two system times has rounding errors.
  const waitMs = wait === undefined ? null : Number(wait.toFixed(6));
  const { waiting, intervalSeconds = null } = client;
  return { ...client.counts, waiting, waitMs, intervalSeconds };
}

/** @param {string} hex */
function textOf(hex) {
  return Buffer.from(hex, "hex").toString();
}

for await (const line of createInterface({ input: process.stdin })) {
  const [command = "", ...words] = line.split("\t");
  try {
    log(JSON.stringify(await answer(command, words)));
  } catch (error) {
    log(JSON.stringify({ error: String(error) }));
  }
}
