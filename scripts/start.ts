/** `npm start`: builds, starts the whole backend on this machine, and keeps it running until Ctrl-C. */

import { buildAll } from "./build.ts";
import { startDatabase } from "./stack/database.ts";
import type { RunningDatabase } from "./stack/database.ts";
import { addPeople, demoSecret, loadDemoData } from "./stack/demo.ts";
import { startFirebase } from "./stack/firebase.ts";
import { configuredPorts } from "./stack/ports.ts";
import type { Ports } from "./stack/ports.ts";
import { untilAskedToStop } from "./stack/processes.ts";
import type { Running } from "./stack/processes.ts";
import { fromRoot, runCommand, StackError } from "./stack/project.ts";
import { welcomeText } from "./stack/welcome.ts";

const LOG_FILE = fromRoot(".data/firebase.log");

/** A database that dies more often than this within a minute is not started again. */
const RESTARTS_A_MINUTE = 5;

await runCommand(start);

async function start(): Promise<number> {
  const started = Date.now();
  const stopping = untilAskedToStop();
  const ports = await configuredPorts();
  say("Building …");
  await buildAll();
  const secret = demoSecret();
  say("Starting the database …");
  const database = await superviseDatabase(ports);
  try {
    if (await loadDemoData(database.address, Date.now())) say("Loaded the demo farm.");
    say("Starting the functions, auth and hosting emulators …");
    const starting = startFirebase({
      ports,
      databaseAddress: database.address,
      logFile: LOG_FILE,
    });
    const firebase = await Promise.race([starting, stopping]);
    if (!firebase) return await stop("Stopping …", [await starting]);
    await addPeople(ports);
    console.log(welcomeText({ ports, secret, platform: process.platform }));
    say(`Started in ${((Date.now() - started) / 1000).toFixed(1)} s.\n`);
    firebase.onLine((line) => console.log(line));
    const isAsked = await Promise.race([
      stopping.then(() => true),
      firebase.ended.then(() => false),
      database.failed.then(() => false),
    ]);
    if (isAsked) return await stop("Stopping …", [firebase]);
    await firebase.stop();
    throw new StackError(`The emulators ended by themselves: ${LOG_FILE} says why.`);
  } finally {
    await database.stop();
  }
}

function say(text: string): void {
  console.log(text);
}

async function stop(text: string, processes: readonly Running[]): Promise<number> {
  say(text);
  await Promise.all(processes.map((running) => running.stop()));
  return 0;
}

interface SupervisedDatabase {
  readonly address: string;
  /** Resolves when the database cannot be kept running. */
  readonly failed: Promise<void>;
  stop(): Promise<void>;
}

/** Starts the database again whenever it dies: its folder holds all that it acknowledged. */
async function superviseDatabase(ports: Ports): Promise<SupervisedDatabase> {
  const settings = {
    port: ports.database,
    dataFolder: fromRoot(".data/database"),
    onLine: (line: string) => console.log(line),
  };
  let current: RunningDatabase = await startDatabase(settings);
  let isStopping = false;
  const watch = async (): Promise<void> => {
    const restarts: number[] = [];
    for (;;) {
      await current.process.ended;
      if (isStopping) return;
      const now = Date.now();
      restarts.push(now);
      if (restarts.filter((at) => now - at < 60_000).length > RESTARTS_A_MINUTE) {
        console.error(`The database keeps dying:\n${current.process.output().trim()}`);
        return;
      }
      console.error("The database has died; starting it again …");
      current = await startDatabase(settings);
      console.error("The database is back.");
    }
  };
  const watching = watch();
  return {
    address: current.address,
    failed: watching,
    stop: async () => {
      isStopping = true;
      await current.process.stop();
      await watching;
    },
  };
}
