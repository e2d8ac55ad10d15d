/** `npm start`: builds, starts the whole backend on this machine, and keeps it running until Ctrl-C. */

import { buildAll } from "./build.ts";
import { startDatabase } from "./stack/database.ts";
import type { DatabaseSettings, RunningDatabase } from "./stack/database.ts";
import { addPeople, demoSecret, loadDemoData } from "./stack/demo.ts";
import { startFirebase } from "./stack/firebase.ts";
import { configuredPorts } from "./stack/ports.ts";
import type { Ports } from "./stack/ports.ts";
import { refuseWhileStopping } from "./stack/processes.ts";
import { runCommand } from "./stack/command.ts";
import { fromRoot } from "./stack/project.ts";
import { StackError } from "./stack/stack-error.ts";
import { welcomeText } from "./stack/welcome.ts";

const LOG_FILE = fromRoot(".data/firebase.log");

/** What the functions emulator says of every request; the log file has it. */
const ROUTINE = /Beginning execution of|Finished "|Loaded environment variables/;

/** A database that dies more often than this within a minute is not started again. */
const RESTARTS_A_MINUTE = 5;

await runCommand(start);

async function start(): Promise<never> {
  const started = Date.now();
  const ports = await configuredPorts();
  console.log("Building …");
  await buildAll();
  const secret = demoSecret();
  console.log("Starting the database …");
  const database = await startDatabase(databaseSettings(ports));
  if (await loadDemoData(database.address, Date.now())) console.log("Loaded the demo farm.");
  console.log("Starting the functions, auth and hosting emulators …");
  const failed = keepRunning(database, ports);
  const firebase = await Promise.race([
    startFirebase({ ports, databaseAddress: database.address, logFile: LOG_FILE }),
    failed,
  ]);
  await addPeople(ports);
  console.log(welcomeText({ ports, secret, platform: process.platform }));
  console.log(`Started in ${((Date.now() - started) / 1000).toFixed(1)} s.\n`);
  firebase.onLine((line) => {
    if (!ROUTINE.test(line)) console.log(line);
  });
  const ended = firebase.ended.then(() => {
    throw new StackError(`The emulators ended by themselves: ${LOG_FILE} says why.`);
  });
  return Promise.race([ended, failed]);
}

function databaseSettings({ database: port }: Ports): DatabaseSettings {
  const dataFolder = fromRoot(".data/database");
  return { port, dataFolder, onLine: (line) => console.log(line) };
}

/**
 * Starts the database again whenever it dies: its folder holds all that it acknowledged.
 * @throws StackError when it cannot be kept running
 */
async function keepRunning(first: RunningDatabase, ports: Ports): Promise<never> {
  const restarts: number[] = [];
  for (let current = first; ; current = await startDatabase(databaseSettings(ports))) {
    await current.process.ended;
    refuseWhileStopping();
    const now = Date.now();
    restarts.push(now);
    if (restarts.filter((at) => now - at < 60_000).length > RESTARTS_A_MINUTE) {
      throw new StackError(`The database keeps dying:\n${current.process.output().trim()}`);
    }
    console.error("The database has ended; starting it again …");
  }
}
