/** `npm start`: builds, starts the whole backend on this machine, and keeps it running until Ctrl-C. */

import path from "node:path";
import { StorageError } from "../emulator/src/persistence/storage-error.ts";
import { buildAll } from "./build.ts";
import { keepAccounts, restoreAccounts, saveAccounts } from "./stack/accounts.ts";
import { runCommand } from "./stack/command.ts";
import { startDatabase } from "./stack/database.ts";
import type { DatabaseSettings, RunningDatabase } from "./stack/database.ts";
import { ROUND_MS, runBoards } from "./stack/demo-boards.ts";
import { addPeople, demoSecret, loadDemoData, sensorKeys } from "./stack/demo.ts";
import { startFirebase } from "./stack/firebase.ts";
import { newsOf } from "./stack/firebase-lines.ts";
import { networkAt } from "./stack/network.ts";
import type { Network } from "./stack/network.ts";
import { configuredPorts, freePorts } from "./stack/ports.ts";
import type { Ports } from "./stack/ports.ts";
import { beforeStopping, failCommand, refuseWhileStopping, stopping } from "./stack/processes.ts";
import { NAMESPACE } from "./stack/project.ts";
import { readyText } from "./stack/ready-text.ts";
import { announce, refuseSecondStart, usualFolder } from "./stack/running.ts";
import { StackError } from "./stack/stack-error.ts";
import { readStartOptions } from "./stack/start-options.ts";
import type { StartOptions } from "./stack/start-options.ts";
import { functionsUrl, welcomeText } from "./stack/welcome.ts";

/** A database that dies more often than this within a minute is not started again. */
const RESTARTS_A_MINUTE = 5;

/** How the database says that its disk refused a write. */
const DISK_PROBLEM = /^A write was refused: (.+)/;

interface Stack {
  readonly options: StartOptions;
  readonly network: Network;
  readonly ports: Ports;
  readonly secret: string;
  /** `host:port` of the database and of the auth emulator, from this machine. */
  readonly databaseAddress: string;
  readonly authAddress: string;
}

await runCommand(() => start(readStartOptions(process.argv.slice(2), usualFolder())));

async function start(options: StartOptions): Promise<never> {
  refuseSecondStart(options.folder);
  const network = networkAt(options.host);
  const ports = options.hasFreePorts ? await freePorts() : await configuredPorts(network.listen);
  if (!options.isBuilt) {
    console.log("Building …");
    await buildAll();
  }
  const secret = demoSecret();
  console.log("Starting the database …");
  const settings = databaseSettings(options, network, ports);
  const database = await startDatabase(settings);
  const databaseAddress = database.address;
  const authAddress = `${network.local}:${ports.auth}`;
  announce(options.folder, {
    pageUrl: `http://${network.local}:${ports.hosting}`,
    functionsUrl: functionsUrl(ports, network.local),
    databaseAddress,
    authAddress,
  });
  if (options.hasDemo && (await loadDemoData(databaseAddress, Date.now()))) {
    console.log("Loaded the demo farm.");
  }
  console.log("Starting the functions, auth and hosting emulators …");
  const failed = keepRunning(database, settings);
  const logFile = path.join(options.folder, "firebase.log");
  const firebase = await Promise.race([
    startFirebase({ ports, network, databaseAddress, logFile }),
    failed,
  ]);
  const stack = { options, network, ports, secret, databaseAddress, authAddress };
  await restorePeople(stack);
  console.log(welcomeText({ ...stack, ...options, platform: process.platform }));
  console.log(readyText(network, ports.hosting, secondsSinceStart()));
  firebase.onLine((line) => {
    const news = newsOf(line);
    if (news !== undefined) console.log(news);
  });
  if (options.hasDemo) letBoardsSend(stack);
  const ended = firebase.ended.then(() => {
    throw new StackError(`The emulators ended by themselves: ${logFile} says why.`);
  });
  return Promise.race([ended, failed]);
}

/** The demo's people and those who made an account earlier; from now on new ones are kept. */
async function restorePeople({ options, network, ports, authAddress }: Stack): Promise<void> {
  const file = path.join(options.folder, "accounts.json");
  for (const problem of await restoreAccounts(authAddress, file)) console.error(problem);
  await addPeople(ports, network.local);
  const tell = (error: unknown): void =>
    console.error(
      `Accounts are not saved to ${file}:`,
      error instanceof StorageError ? error.message : error,
    );
  beforeStopping(() => saveAccounts(authAddress, file).catch(tell));
  keepAccounts(authAddress, file, stopping).catch((error: unknown) => {
    if (error instanceof StorageError) failCommand(error);
    else tell(error);
  });
}

function letBoardsSend({ network, ports, secret, databaseAddress }: Stack): void {
  void runBoards({
    functionsUrl: functionsUrl(ports, network.local),
    databaseAddress,
    namespace: NAMESPACE,
    sensorKey: sensorKeys(secret)[0] ?? "",
    roundMs: ROUND_MS,
    stopping,
    say: (line) => console.log(line),
  });
}

/** Since the command was given, with what had to be installed first. */
function secondsSinceStart(): string {
  const givenAt = Number(process.env["COMMAND_GIVEN_AT"] ?? performance.timeOrigin);
  return ((Date.now() - givenAt) / 1000).toFixed(1);
}

function databaseSettings(
  { folder }: StartOptions,
  network: Network,
  { database: port }: Ports,
): DatabaseSettings {
  const dataFolder = path.join(folder, "database");
  return { port, network, dataFolder, onLine: showOrFail };
}

/** What the database says. Once its disk refuses a write, everything is stopped. */
function showOrFail(line: string): void {
  const [, problem] = DISK_PROBLEM.exec(line) ?? [];
  if (problem === undefined) console.log(line);
  else failCommand(new StackError(problem));
}

/**
 * Starts the database again whenever it dies: its folder holds all that it acknowledged.
 * @throws StackError when it cannot be kept running
 */
async function keepRunning(first: RunningDatabase, settings: DatabaseSettings): Promise<never> {
  const restarts: number[] = [];
  for (let current = first; ; current = await startDatabase(settings)) {
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
