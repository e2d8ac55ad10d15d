/**
 * npm start [-- <options>] starts the whole backend on this machine.
 *
 *   --host <address>  listen there too: 0.0.0.0 lets boards and phones of the
 *                     network in
 *   --no-demo         load no demo farm, and let no demo board send
 *   --free-ports      take any free ports instead of those of firebase.json
 *   --data <folder>   keep data and accounts there instead of in .data/;
 *                     GREENHOUSE_DATA=<folder> does the same
 *   --no-build        take what is built
 */

import path from "node:path";
import { StorageError } from "../emulator/src/persistence/storage-error.ts";
import { buildAll } from "./build.ts";
import { keepAccounts, restoreAccounts, saveAccounts } from "./stack/accounts.ts";
import { readOptions, runCommand } from "./stack/command.ts";
import { startDatabase } from "./stack/database.ts";
import type { DatabaseSettings, RunningDatabase } from "./stack/database.ts";
import { ROUND_MS, runBoards } from "./stack/demo-boards.ts";
import { addPeople, demoSecret, loadDemoData, sensorKeys } from "./stack/demo.ts";
import { startFirebase } from "./stack/firebase.ts";
import { newsOf } from "./stack/firebase-lines.ts";
import { networkAt, readyText } from "./stack/network.ts";
import { configuredPorts, freePorts } from "./stack/ports.ts";
import { beforeStopping, failCommand, refuseWhileStopping, stopping } from "./stack/processes.ts";
import { announce, refuseSecondStart, usualFolder } from "./stack/running.ts";
import { StackError } from "./stack/stack-error.ts";
import { functionsUrl, welcomeText } from "./stack/welcome.ts";

/** A database that dies more often than this within a minute is not started again. */
const RESTARTS_A_MINUTE = 5;

/** The database's line when its disk refuses a write. */
const DISK_PROBLEM = /^A write was refused: (.+)/;

await runCommand(async () => {
  const { values } = readOptions("start", {
    host: { type: "string" },
    "no-demo": { type: "boolean" },
    "free-ports": { type: "boolean" },
    data: { type: "string" },
    "no-build": { type: "boolean" },
  });
  const folder = path.resolve(values.data ?? usualFolder());
  const hasDemo = values["no-demo"] !== true;
  refuseSecondStart(folder);
  const network = networkAt(values.host);
  const ports =
    values["free-ports"] === true ? await freePorts() : await configuredPorts(network.listen);
  if (values["no-build"] !== true) {
    console.log("Building …");
    await buildAll();
  }
  const secret = demoSecret();
  console.log("Starting the database …");
  const dataFolder = path.join(folder, "database");
  const settings = { port: ports.database, network, dataFolder, onLine: showOrFail };
  const database = await startDatabase(settings);
  const databaseAddress = database.address;
  const authAddress = `${network.local}:${ports.auth}`;
  const functions = functionsUrl(ports, network.local);
  const pageUrl = `http://${network.local}:${ports.hosting}`;
  announce(folder, { pageUrl, functionsUrl: functions, databaseAddress, authAddress });
  if (hasDemo && (await loadDemoData(databaseAddress, Date.now()))) {
    console.log("Loaded the demo farm.");
  }
  console.log("Starting the functions, auth and hosting emulators …");
  const failed = keepRunning(database, settings);
  const logFile = path.join(folder, "firebase.log");
  const firebase = await Promise.race([
    startFirebase({ ports, network, databaseAddress, logFile }),
    failed,
  ]);
  const accountsFile = path.join(folder, "accounts.json");
  for (const problem of await restoreAccounts(authAddress, accountsFile)) console.error(problem);
  await addPeople(ports, network.local);
  keepPeople(authAddress, accountsFile);
  console.log(welcomeText({ ports, network, secret, hasDemo, folder, platform: process.platform }));
  console.log(readyText(network, ports.hosting, secondsSinceStart()));
  firebase.onLine((line) => {
    const news = newsOf(line);
    if (news !== undefined) console.log(news);
  });
  if (hasDemo) {
    void runBoards({
      ...{ functionsUrl: functions, databaseAddress, roundMs: ROUND_MS, stopping },
      sensorKey: sensorKeys(secret)[0] ?? "",
      say: (line) => console.log(line),
    });
  }
  const ended = firebase.ended.then(() => {
    throw new StackError(`The emulators ended by themselves: ${logFile} says why.`);
  });
  return Promise.race([ended, failed]);
});

/** Saves new accounts from now on. */
function keepPeople(authAddress: string, file: string): void {
  const report = (error: unknown): void =>
    console.error(
      `Accounts are not saved to ${file}:`,
      error instanceof StorageError ? error.message : error,
    );
  beforeStopping(() => saveAccounts(authAddress, file).catch(report));
  keepAccounts(authAddress, file, stopping).catch((error: unknown) => {
    if (error instanceof StorageError) failCommand(error);
    else report(error);
  });
}

/** Since the command was entered, installation included. */
function secondsSinceStart(): string {
  const givenAt = Number(process.env["COMMAND_GIVEN_AT"] ?? performance.timeOrigin);
  return ((Date.now() - givenAt) / 1000).toFixed(1);
}

/** Shows a line of the database. When its disk refuses a write, the command ends. */
function showOrFail(line: string): void {
  const [, problem] = DISK_PROBLEM.exec(line) ?? [];
  if (problem === undefined) console.log(line);
  else failCommand(new StackError(problem));
}

/**
 * Starts the database again whenever it dies: its folder holds every acknowledged write.
 * @throws StackError when it keeps dying
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
