/**
 * npm start [-- <options>] starts the whole backend on this machine.
 *
 *   --host <address>  Listen on this address too. 0.0.0.0 lets boards and phones
 *                     in the network connect.
 *   --no-demo         Load no demo farm, and run no demo boards.
 *   --free-ports      Use any free ports instead of those of firebase.json.
 *   --data <folder>   Keep data and accounts in this folder instead of .data/.
 *                     GREENHOUSE_DATA=<folder> does the same.
 *   --no-build        Use the last build.
 */

import path from "node:path";
import { buildAll } from "./build.ts";
import { keepAccounts, restoreAccounts, saveAccounts } from "./stack/accounts.ts";
import { readOptions, runCommand } from "./processes/command.ts";
import { ROUND_MS, runBoards } from "./demo/demo-boards.ts";
import { addPeople, demoSecret, hasDemoFarm, loadDemoData, sensorKeys } from "./demo/demo.ts";
import { noticeOf } from "./stack/firebase-lines.ts";
import { writeJobsSecrets } from "./stack/jobs-secrets.ts";
import { startMailCatcher } from "./mail/catcher.ts";
import { networkAt, readyText } from "./processes/network.ts";
import { configuredPorts, freePorts } from "./processes/ports.ts";
import { beforeStopping, failCommand, stopping } from "./processes/processes.ts";
import { announce, refuseSecondStart, usualFolder } from "./processes/running.ts";
import { StackError } from "./processes/stack-error.ts";
import { startSuite } from "./stack/suite.ts";
import { functionsUrl, welcomeText } from "./stack/welcome.ts";

await runCommand(async () => {
  const { values } = readOptions("start", {
    host: { type: "string" },
    "no-demo": { type: "boolean" },
    "free-ports": { type: "boolean" },
    data: { type: "string" },
    "no-build": { type: "boolean" },
  });
  const folder = path.resolve(values.data ?? usualFolder());
  const wantsDemo = values["no-demo"] !== true;
  refuseSecondStart(folder);
  const network = networkAt(values.host);
  const ports =
    values["free-ports"] === true ? await freePorts() : await configuredPorts(network.listen);
  if (values["no-build"] !== true) {
    console.log("Building …");
    await buildAll();
  }
  const secret = demoSecret();
  await writeJobsSecrets();
  const mail = await startMailCatcher({ smtpPort: ports.smtp, httpPort: ports.inbox });
  beforeStopping(mail.close);
  console.log("Starting the emulators …");
  const databaseAddress = `${network.local}:${ports.database}`;
  const authAddress = `${network.local}:${ports.auth}`;
  const functions = functionsUrl(ports, network.local);
  const pageUrl = `http://${network.local}:${ports.hosting}`;
  const logFile = path.join(folder, "firebase.log");
  const suite = await startSuite({
    ports,
    network,
    logFile,
    dataFolder: path.join(folder, "database"),
  });
  announce(folder, { pageUrl, functionsUrl: functions, databaseAddress, authAddress });
  if (wantsDemo && (await loadDemoData(databaseAddress, Date.now()))) {
    console.log("Loaded the demo farm.");
  }
  const hasDemo = wantsDemo && (await hasDemoFarm(databaseAddress));
  const accountsFile = path.join(folder, "accounts.json");
  for (const problem of await restoreAccounts(authAddress, accountsFile)) console.error(problem);
  await addPeople(ports, network.local);
  keepPeople(authAddress, accountsFile);
  console.log(welcomeText({ ports, network, secret, hasDemo, folder, platform: process.platform }));
  console.log(readyText(network, ports.hosting, secondsSinceStart()));
  suite.onLine((line) => {
    const notice = noticeOf(line);
    if (notice !== undefined) console.log(notice);
  });
  if (hasDemo) {
    void runBoards({
      functionsUrl: functions,
      databaseAddress,
      roundMs: ROUND_MS,
      stopping,
      sensorKey: sensorKeys(secret)[0] ?? "",
      say: (line) => console.log(line),
    });
  }
  await suite.ended;
  throw new StackError(`The emulators ended by themselves: ${logFile} says why.`);
});

/** Starts to save new accounts. */
function keepPeople(authAddress: string, file: string): void {
  const report = (error: unknown): void => {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(`Accounts are not saved to ${file}: ${reason}`);
  };
  beforeStopping(() => saveAccounts(authAddress, file).catch(report));
  keepAccounts(authAddress, file, stopping, report).catch(failCommand);
}

/** The time since the command was entered, including the installation of packages. */
function secondsSinceStart(): string {
  const givenAt = Number(process.env["COMMAND_GIVEN_AT"] ?? performance.timeOrigin);
  return ((Date.now() - givenAt) / 1000).toFixed(1);
}
