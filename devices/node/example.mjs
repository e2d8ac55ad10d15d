/**
 * Sends the temperature of a DS18B20 every minute (README.md shows the wiring):
 *
 *   GREENHOUSE_URL=https://… GREENHOUSE_UID=… GREENHOUSE_KEY_FILE=key.txt node example.mjs
 *
 * An argument names another file with thousandths of a degree. --once ends after one reading. With --sign-of-life a
 * reading without values is sent when the sensor gives no number. README.md lists the exit codes.
 */

import { error as report, log } from "node:console";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { SensorClient } from "./greenhouse.mjs";

const INTERVAL_MS = 60_000;
const NOT_STORED = 1;
const BAD_SETTING = 64;
const NO_NUMBER = 65;
const NO_KEY = 66;
const W1_FOLDER = "/sys/bus/w1/devices";

const {
  positionals: [path],
  values: options,
} = parseArgs({
  allowPositionals: true,
  options: {
    once: { type: "boolean", default: false },
    "sign-of-life": { type: "boolean", default: false },
  },
});

/** @param {string} why @param {number} code @returns {never} */
function fail(why, code) {
  report(`example: ${why}`);
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
    return new SensorClient({ url, uid, apiKey });
  } catch (error) {
    return fail(error instanceof TypeError ? error.message : String(error), BAD_SETTING);
  }
}

/** Degrees Celsius. @throws {Error} when the sensor does not answer, or not with a number */
function readTemperature() {
  const sensor = path === undefined ? findSensor() : path;
  const text = readFileSync(sensor, "utf8").trim();
  if (!/^-?\d+$/.test(text)) throw new Error(`${sensor} has no number`);
  return Number(text) / 1000;
}

/** The file of the first DS18B20. */
function findSensor() {
  const name = readdirSync(W1_FOLDER).find((each) => each.startsWith("28-"));
  if (name === undefined) throw new Error("no DS18B20 on the 1-Wire bus");
  return `${W1_FOLDER}/${name}/temperature`;
}

/** Whether there is a reading; if not, it says why. */
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

async function sendOnce() {
  if (!takeReading()) return NO_NUMBER;
  await client.flush();
  log(client.counts);
  return client.counts.stored > 0 ? 0 : NOT_STORED;
}

/** @returns {Promise<never>} */
async function sendEachMinute() {
  let nextReading = performance.now();
  for (;;) {
    if (performance.now() >= nextReading) {
      nextReading += INTERVAL_MS;
      takeReading();
    }
    const wait = await client.poll();
    if (wait === undefined) log(client.counts);
    const untilReading = Math.max(0, nextReading - performance.now());
    await setTimeout(Math.min(wait ?? untilReading, untilReading));
  }
}

const client = makeClient();
for (const signal of ["SIGTERM", "SIGINT"]) {
  process.once(signal, () => {
    report(`stopped: ${client.counts.stored} stored, ${client.waiting} not sent`);
    process.exit(options.once ? NOT_STORED : 0);
  });
}
process.exitCode = options.once ? await sendOnce() : await sendEachMinute();
