/** Runs Google's emulator: its JAR, which firebase-tools downloads, on Java. */

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import { homedir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const JAVA_VERSION = 21;
const JAR = /^firebase-database-emulator-v.+\.jar$/;
const START_TIMEOUT_MS = 60_000;

export interface RunningEmulator {
  /** The emulator with its version. */
  readonly name: string;
  readonly host: string;
  /** Where the emulator expects the functions emulator. Without it, no question about functions is asked. */
  readonly functionsPort?: number | undefined;
  readonly stop: () => Promise<void>;
}

/** A requirement is missing. The message is one line and says how to get it. */
export class Missing extends Error {}

/** @throws Missing if Java or the JAR is missing or does not start */
export async function startGoogles(java: string, givenJar?: string): Promise<RunningEmulator> {
  requireVersion(java);
  const jar = givenJar ?? newestJar();
  const port = await freePort();
  const address = ["--host", "127.0.0.1", "--port", String(port)];
  const child = spawn(java, ["-Duser.language=en", "-jar", jar, ...address], { stdio: "ignore" });
  const stop = async (): Promise<void> => {
    if (child.kill()) await once(child, "exit");
  };
  const host = `127.0.0.1:${port}`;
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (child.exitCode === null && Date.now() < deadline) {
    if (await isThere(host)) return { name: path.basename(jar), host, stop };
    await delay(100);
  }
  await stop();
  throw new Missing(`${java} -jar ${jar} does not answer at ${host}.`);
}

/** Returns whether a server answers. */
export function isThere(host: string): Promise<boolean> {
  return fetch(`http://${host}/.json?ns=parity`)
    .then((response) => response.text())
    .then(
      () => true,
      () => false,
    );
}

function requireVersion(java: string): void {
  const { stderr } = spawnSync(java, ["-version"]);
  // `stderr` is null if the command does not exist.
  const [, version] = /version "(\d+)/.exec(String(stderr)) ?? [];
  if (Number(version) >= JAVA_VERSION) return;
  const found = version === undefined ? `${java} was not found` : `${java} is version ${version}`;
  throw new Missing(
    `Google's emulator needs Java ${JAVA_VERSION} or newer, but ${found}. Install it from https://adoptium.net and name it with --java <file>, or name a running emulator with --host <host:port>.`,
  );
}

function newestJar(): string {
  const { FIREBASE_EMULATORS_PATH } = process.env;
  const folder = FIREBASE_EMULATORS_PATH ?? path.join(homedir(), ".cache/firebase/emulators");
  const jars = existsSync(folder) ? readdirSync(folder).filter((name) => JAR.test(name)) : [];
  const newest = jars.sort((a, b) => a.localeCompare(b, "en", { numeric: true })).at(-1);
  if (newest !== undefined) return path.join(folder, newest);
  throw new Missing(
    `Google's emulator is not in ${folder}. Download it with npx firebase-tools setup:emulators:database, or name it with --jar <file>.`,
  );
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  await once(server.close(), "close");
  return port;
}
