#!/usr/bin/env node
/**
 * Sends the temperature of a DS18B20 every minute (README.md shows the wiring):
 *
 *   GREENHOUSE_URL=https://… GREENHOUSE_UID=… GREENHOUSE_KEY_FILE=key.txt \
 *     greenhouse-sensor /sys/bus/w1/devices/28-0123456789ab/temperature
 *
 * Readings wait in GREENHOUSE_STORE (~/.local/state/greenhouse) until they are stored. The argument is the sensor's
 * file, with thousandths of a degree. `--once` ends after one reading. `--sign-of-life` sends a reading without values
 * if the sensor gives no number. GREENHOUSE_INTERVAL_BOUNDS=10-3600 lets the sensor's owners change the interval between these
 * seconds. README.md lists the exit codes.
 */

import { error as report, log } from "node:console";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { SensorClient, VERSION } from "./greenhouse.mjs";

const INTERVAL_SECONDS = 60;
/** How long `--once` tries. */
const RETRY_SECONDS = 40;
const NOT_STORED = 1;
const BAD_SETTING = 64;
const NO_NUMBER = 65;
const NO_KEY = 66;
const WAITING = 75;

const {
  positionals: [path = ""],
  values: options,
} = parseArgs({
  allowPositionals: true,
  options: {
    once: { type: "boolean", default: false },
    "sign-of-life": { type: "boolean", default: false },
    version: { type: "boolean", default: false },
  },
});

/** @param {string} reason @param {number} code @returns {never} */
function fail(reason, code) {
  report(`greenhouse: ${reason}`);
  process.exit(code);
}

function makeClient() {
  const [url = "", uid = "", keyFile = ""] = ["URL", "UID", "KEY_FILE"].map(
    (name) =>
      process.env[`GREENHOUSE_${name}`] || fail(`GREENHOUSE_${name} is not set`, BAD_SETTING),
  );
  let apiKey = "";
  try {
    apiKey = readFileSync(keyFile, "utf8").trim();
  } catch (error) {
    fail(`the key's file cannot be read: ${String(error)}`, NO_KEY);
  }
  try {
    // systemd sets STATE_DIRECTORY for StateDirectory=.
    const { GREENHOUSE_STORE, STATE_DIRECTORY } = process.env;
    const store = GREENHOUSE_STORE || STATE_DIRECTORY || join(homedir(), ".local/state/greenhouse");
    const interval = options.once ? undefined : readInterval();
    return new SensorClient({ url, uid, apiKey, store, ...(interval && { interval }) });
  } catch (error) {
    return fail(error instanceof TypeError ? error.message : String(error), BAD_SETTING);
  }
}

/** Returns the interval and its bounds; undefined if the owners must not change it. */
function readInterval() {
  const text = process.env["GREENHOUSE_INTERVAL_BOUNDS"] || undefined;
  if (text === undefined) return undefined;
  const [, min, max] = /^(\d{1,6})-(\d{1,6})$/.exec(text) ?? [];
  if (Number(min) >= 1 && Number(min) <= Number(max))
    return { seconds: INTERVAL_SECONDS, min: Number(min), max: Number(max) };
  return fail("GREENHOUSE_INTERVAL_BOUNDS must be seconds such as 10-3600", BAD_SETTING);
}

/** Returns degrees Celsius. @throws {Error} if the sensor does not answer with a number */
function readTemperature() {
  const text = readFileSync(path, "utf8").trim();
  if (!/^-?\d+$/.test(text)) throw new Error(`${path} does not contain a number`);
  return Number(text) / 1000;
}

/** Adds a reading. Returns whether there is one; if not, prints the reason. */
function takeReading() {
  try {
    client.add({ temperature: readTemperature() });
    return true;
  } catch (error) {
    log(`no temperature: ${String(error)}`);
  }
  if (options["sign-of-life"]) client.add({}, { signOfLife: true });
  return options["sign-of-life"];
}

function summarize() {
  const { stored, refused, overflowed } = client.counts;
  return `stored ${stored}, refused ${refused}, overflowed ${overflowed}, waiting ${client.waiting}`;
}

async function sendOnce() {
  if (!takeReading()) return NO_NUMBER;
  const retrySeconds = process.env["GREENHOUSE_RETRY_SECONDS"] || RETRY_SECONDS;
  await client.flush({ withinMs: Number(retrySeconds) * 1000 });
  log(summarize());
  if (client.waiting > 0) return client.isOnDisk ? WAITING : NOT_STORED;
  return client.counts.refused + client.counts.overflowed > 0 ? NOT_STORED : 0;
}

/** @returns {Promise<never>} */
async function sendRegularly() {
  let takenAt = -Infinity;
  // An answer may change the interval.
  const isDueIn = () =>
    Math.max(0, takenAt + (client.intervalSeconds ?? INTERVAL_SECONDS) * 1000 - performance.now());
  for (;;) {
    if (isDueIn() === 0) {
      takenAt = performance.now();
      takeReading();
    }
    const wait = await client.poll();
    if (wait === undefined) log(summarize());
    const untilReading = isDueIn();
    await setTimeout(Math.min(wait ?? untilReading, untilReading));
  }
}

if (options.version) {
  log(`greenhouse-sensor ${VERSION}`);
  process.exit();
}
if (path === "") {
  fail("name the sensor's file: /sys/bus/w1/devices/28-…/temperature", BAD_SETTING);
}
const client = makeClient();
for (const signal of ["SIGTERM", "SIGINT"]) {
  process.once(signal, () => {
    report(`stopped: ${client.counts.stored} stored, ${client.waiting} waiting`);
    process.exit(options.once ? WAITING : 0);
  });
}
process.exitCode = options.once ? await sendOnce() : await sendRegularly();
