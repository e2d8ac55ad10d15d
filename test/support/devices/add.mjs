/** Adds readings, whose arguments are lines on standard input, and says what became of each. */

import { ok } from "node:assert/strict";
import { log } from "node:console";
import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";
import { SensorClient } from "../../../devices/node/greenhouse.mjs";

for (const line of readFileSync(0, "utf8").trimEnd().split("\n")) {
  const settings = { url: "http://127.0.0.1:9/sensorData", uid: "uid", apiKey: "key" };
  const client = new SensorClient(settings);
  /** @type {unknown} */
  const add = runInThisContext(`(client) => client.add(${line})`);
  try {
    /** @type {(client: SensorClient) => void} */ (add)(client);
    log("taken");
  } catch (error) {
    ok(error instanceof Error);
    ok(client.waiting === 0, "it is taken in spite of the error");
    log(`${error.name}: ${error.message}`);
  }
}
