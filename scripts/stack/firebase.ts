/** Starts the functions, auth and hosting emulators of firebase-tools against the embedded database. */

import { createWriteStream, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { run } from "./processes.ts";
import type { Running } from "./processes.ts";
import { localHosting } from "./hosting.ts";
import type { Hosting } from "./hosting.ts";
import { EMULATORS, HOST } from "./ports.ts";
import type { Ports } from "./ports.ts";
import { fromRoot, NAMESPACE, PROJECT } from "./project.ts";
import { StackError } from "./stack-error.ts";

export interface FirebaseSettings {
  readonly ports: Ports;
  /** `host:port` of the database. */
  readonly databaseAddress: string;
  /** Takes everything that firebase-tools prints. */
  readonly logFile: string;
}

/** @throws StackError with the end of its output when it cannot start */
export async function startFirebase(settings: FirebaseSettings): Promise<Running> {
  const { ports, databaseAddress, logFile } = settings;
  const config = writeConfig(ports, databaseAddress);
  const firebase = run(
    process.execPath,
    [
      fromRoot("node_modules/firebase-tools/lib/bin/firebase.js"),
      ...["emulators:start", "--only", "functions,auth,hosting"],
      ...["--project", PROJECT, "--config", config],
    ],
    { cwd: fromRoot(), env: { ...process.env, ...functionsEnvironment(databaseAddress) } },
  );
  mkdirSync(path.dirname(logFile), { recursive: true });
  const log = createWriteStream(logFile);
  firebase.onLine((line) => log.write(`${line}\n`));
  void firebase.ended.then(() => {
    log.end();
    rmSync(config, { force: true });
  });
  await new Promise<void>((resolve, reject) => {
    firebase.onLine((line) => {
      if (line.includes("All emulators ready")) resolve();
    });
    void firebase.ended.then(() =>
      reject(
        new StackError(
          `${firebase.output().trim()}\nThe Firebase emulators did not start (output above, also in ${logFile}).`,
        ),
      ),
    );
  });
  return firebase;
}

/** The environment in which the functions find the database, whoever starts them. */
export function functionsEnvironment(databaseAddress: string): Readonly<Record<string, string>> {
  return {
    FIREBASE_DATABASE_EMULATOR_HOST: databaseAddress,
    // The tools would name another instance than the one whose rules are loaded.
    DATABASE_URL: `https://${NAMESPACE}.firebaseio.com`,
  };
}

/** firebase.json for this run, beside it because its paths are relative; removed when the emulators end. */
function writeConfig(ports: Ports, databaseAddress: string): string {
  const config = JSON.parse(readFileSync(fromRoot("firebase.json"), "utf8")) as {
    hosting: Hosting;
    emulators: Record<string, unknown>;
  };
  config.hosting = localHosting(config.hosting, ports, databaseAddress);
  for (const name of EMULATORS) config.emulators[name] = { host: HOST, port: ports[name] };
  const file = fromRoot(`.firebase-${ports.hub}.json`);
  writeFileSync(file, JSON.stringify(config, null, 2));
  return file;
}
