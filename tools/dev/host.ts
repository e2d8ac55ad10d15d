/**
 * npm run host [-- <options>] serves the built functions in one process, as
 * Cloud Run does, with the database of the running `npm start`.
 *
 *   --data <folder>   The data folder of that `npm start`, if not .data/.
 *                     GREENHOUSE_DATA=<folder> does the same.
 *   --no-build        Use the last build.
 *
 * PORT chooses a port other than 5010, and
 * FIREBASE_DATABASE_EMULATOR_HOST=host:port another database.
 */

import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { findRunning } from "../cli/src/core/running-stack.ts";
import { bundle } from "./bundle.ts";
import { demoSecret } from "./demo/demo.ts";
import { hostEnvironment, startHost } from "./stack/host.ts";
import { networkAddresses } from "./processes/network.ts";
import { HOST, isListening } from "./processes/ports.ts";
import { readOptions, runCommand } from "./processes/command.ts";
import { usualFolder } from "./processes/running.ts";
import { StackError } from "./processes/stack-error.ts";

const POLL_MS = 1_000;

await runCommand(async () => {
  const { values } = readOptions("host", {
    data: { type: "string" },
    "no-build": { type: "boolean" },
  });
  const databaseAddress =
    (process.env["FIREBASE_DATABASE_EMULATOR_HOST"] || undefined) ??
    findRunning(path.resolve(values.data ?? usualFolder()))?.databaseAddress ??
    `${HOST}:9000`;
  const [, database, databasePort] = /^\[?(.+?)\]?:(\d+)$/.exec(databaseAddress) ?? [];
  if (database === undefined) {
    throw new StackError(
      `FIREBASE_DATABASE_EMULATOR_HOST=${databaseAddress} is not an address: use host:port.`,
    );
  }
  const port = readPort(process.env["PORT"] ?? "5010");
  if (values["no-build"] !== true) await bundle("functions");
  const host = await startHost({
    port,
    env: { SENSOR_API_KEY: demoSecret(), ...process.env, ...hostEnvironment(databaseAddress) },
    onLine: (line) => console.log(line),
  });
  console.log(`Process ${host.process.child.pid ?? "?"} serves the functions.`);
  console.log(`Ready\n\n  ${host.url}/sensorData\n  ${host.url}/reportIp\n`);
  // The framework always listens on all addresses.
  const others = networkAddresses().map((address) => `http://${address}:${port}`);
  if (others.length > 0)
    console.log(`Other machines in the network reach it at ${others.join(", ")}.`);
  await reportDatabase(databaseAddress, () => isListening(Number(databasePort), database));
  console.log("Press Ctrl-C to stop.");
  await host.process.ended;
  throw new StackError("The host ended by itself (output above).");
});

/** Prints whether the database can be reached. If it cannot, prints another line when it can. */
async function reportDatabase(address: string, isThere: () => Promise<boolean>): Promise<void> {
  if (await isThere()) {
    console.log(`The database is at ${address}.`);
    return;
  }
  console.log(
    `No database answers at ${address}: every reading gets a 503 until a database does.\n` +
      "Start one with `npm start`, or set FIREBASE_DATABASE_EMULATOR_HOST=host:port.",
  );
  void (async () => {
    do await setTimeout(POLL_MS, undefined, { ref: false });
    while (!(await isThere()));
    console.log(`The database at ${address} answers now.`);
  })();
}

function readPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port <= 65_535) return port;
  throw new StackError(`PORT=${text} is not a port: use a whole number from 1 to 65535.`);
}
