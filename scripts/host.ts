/**
 * `npm run host`: serves the built functions in one process, as Cloud Run does, against the database of the running
 * `npm start` or the one that FIREBASE_DATABASE_EMULATOR_HOST names. `--help` shows the options.
 */

import path from "node:path";
import { parseArgs } from "node:util";
import { findRunning } from "../cli/src/running-stack.ts";
import { buildFunctions } from "./build-functions.ts";
import { demoSecret } from "./stack/demo.ts";
import { HELP } from "./stack/help.cjs";
import { hostEnvironment, startHost } from "./stack/host.ts";
import { networkAddresses } from "./stack/network.ts";
import { pause } from "./stack/pause.ts";
import { HOST, isListening } from "./stack/ports.ts";
import { stopping } from "./stack/processes.ts";
import { runCommand } from "./stack/command.ts";
import { usualFolder } from "./stack/running.ts";
import { StackError } from "./stack/stack-error.ts";

/** How often a database that is not there is looked for, in milliseconds. */
const LOOK_MS = 1_000;

await runCommand(async () => {
  const { folder, isBuilt } = readOptions();
  const databaseAddress =
    (process.env["FIREBASE_DATABASE_EMULATOR_HOST"] || undefined) ??
    findRunning(folder)?.databaseAddress ??
    `${HOST}:9000`;
  const database = readAddress(databaseAddress);
  const port = readPort(process.env["PORT"] ?? "5010");
  if (!isBuilt) await buildFunctions();
  const host = await startHost({
    port,
    env: { SENSOR_API_KEY: demoSecret(), ...process.env, ...hostEnvironment(databaseAddress) },
    onLine: (line) => console.log(line),
  });
  console.log(`Process ${host.process.child.pid ?? "?"} serves the functions.`);
  console.log(`Ready\n\n  ${host.url}/sensorData\n  ${host.url}/reportIp\n`);
  // The framework listens everywhere, as Cloud Run wants it, and offers no other way.
  const others = networkAddresses().map((address) => `http://${address}:${port}`);
  if (others.length > 0) console.log(`The network reaches it too, at ${others.join(", ")}.`);
  await tellOfDatabase(database);
  console.log("Ctrl-C stops.");
  await host.process.ended;
  throw new StackError("The host ended by itself (output above).");
});

/** @throws StackError where they cannot be read */
function readOptions(): { readonly folder: string; readonly isBuilt: boolean } {
  const options = { data: { type: "string" }, "no-build": { type: "boolean" } } as const;
  try {
    const { values } = parseArgs({ options });
    return {
      folder: path.resolve(values.data ?? usualFolder()),
      isBuilt: values["no-build"] === true,
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StackError(`${reason}\n\n${HELP.host}`, { cause: error });
  }
}

interface Address {
  readonly host: string;
  readonly port: number;
}

/** Says whether there is a database, and where there is none, when it has come. */
async function tellOfDatabase({ host, port }: Address): Promise<void> {
  if (await isListening(port, host)) {
    console.log(`The database is at ${host}:${port}.`);
    return;
  }
  console.log(
    `No database answers at ${host}:${port}: every reading gets a 503 until one does.\n` +
      "Start one with `npm start`, or let FIREBASE_DATABASE_EMULATOR_HOST=host:port name another.",
  );
  void (async () => {
    do await pause(LOOK_MS, stopping);
    while (!stopping.aborted && !(await isListening(port, host)));
    if (!stopping.aborted) console.log(`The database at ${host}:${port} is there now.`);
  })();
}

function readAddress(text: string): Address {
  const [, host, port] = /^\[?(.+?)\]?:(\d+)$/.exec(text) ?? [];
  if (host !== undefined && port !== undefined) return { host, port: Number(port) };
  throw new StackError(`FIREBASE_DATABASE_EMULATOR_HOST=${text} is no address: use host:port.`);
}

function readPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port <= 65_535) return port;
  throw new StackError(`PORT=${text} is no port: use a whole number from 1 to 65535.`);
}
