/** The databases that are compared, each in a process of its own. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { freePorts, HOST } from "../../scripts/stack/ports.ts";
import { run } from "../../scripts/stack/processes.ts";
import type { Running } from "../../scripts/stack/processes.ts";
import { fromRoot } from "../../scripts/stack/project.ts";
import { StackError } from "../../scripts/stack/stack-error.ts";
import { NAMESPACE } from "../load/socket-worker.ts";
import { installFirebaseServer } from "../rivals/firebase-server.ts";
import { bundle, FOLDER } from "./programs.ts";

export interface Contender {
  /** `host:port` */
  readonly address: string;
  readonly process: Running;
  /** From the start of its process until it listens. */
  readonly milliseconds: number;
  /** Whether the bench goes on without it when it fails. */
  readonly mayFail: boolean;
}

/** What is in a database at first; without rules everything is allowed. */
export interface Contents {
  /** Names the files. */
  readonly name: string;
  /** JSON */
  readonly data: string;
  /** JSON */
  readonly rules?: string;
}

export interface Contenders {
  /** A Node program that does nothing. */
  readonly startIdle: () => Promise<Contender>;
  readonly startEcho: () => Promise<Contender>;
  readonly startEmulator: (contents: Contents) => Promise<Contender>;
  /** Only where it is wanted. Resolves with undefined where it cannot hold that much, or takes a minute to begin. */
  readonly startFirebaseServer?: (contents: Contents) => Promise<Contender | undefined>;
}

const IDLE = "console.log('up'); setInterval(() => {}, 1000)";

const PATIENCE_MS = 60_000;

/** @param isRivalWanted whether firebase-server is compared too; it is installed where it is not yet */
export async function prepareContenders(isRivalWanted: boolean): Promise<Contenders> {
  mkdirSync(FOLDER, { recursive: true });
  const echo = await bundle("echo");
  const rival = isRivalWanted ? await installFirebaseServer() : undefined;
  return {
    startIdle: async () => await (await launch(() => ["-e", IDLE])).up,
    startEcho: async () => await (await launch((port) => [echo, HOST, port])).up,
    startEmulator,
    ...(rival !== undefined && {
      startFirebaseServer: (contents) => startFirebaseServer(rival, contents),
    }),
  };
}

async function startEmulator({ name, data, rules }: Contents): Promise<Contender> {
  const { up } = await launch((port) => [
    ...[fromRoot("emulator/dist/cli.js"), "--host", HOST, "--port", port],
    ...["--namespace", NAMESPACE],
    ...(rules === undefined ? [] : ["--rules", fileOf(`${name}-rules`, rules)]),
  ]);
  const contender = await up;
  const url = `http://${contender.address}/.json?ns=${NAMESPACE}&print=silent`;
  const headers = { Authorization: "Bearer owner" };
  const response = await fetch(url, { method: "PUT", headers, body: data });
  if (!response.ok) throw new StackError(`PUT ${url} answered ${await response.text()}`);
  return contender;
}

async function startFirebaseServer(
  program: string,
  { name, data, rules }: Contents,
): Promise<Contender | undefined> {
  const argsOf = (port: string): readonly string[] => [
    ...[program, "-a", HOST, "-p", port, "-f", fileOf(name, data)],
    ...(rules === undefined ? [] : ["-r", fileOf(`${name}-rules`, rules)]),
  ];
  const { process, up } = await launch(argsOf, true);
  const contender = await Promise.race([
    // Where the memory does not suffice it ends by itself.
    up.catch((error: unknown) => {
      if (error instanceof StackError) return undefined;
      throw error;
    }),
    setTimeout(PATIENCE_MS, undefined, { ref: false }),
  ]);
  if (contender === undefined) await process.stop();
  return contender;
}

function fileOf(name: string, text: string): string {
  const file = path.join(FOLDER, `${name}.json`);
  writeFileSync(file, text);
  return file;
}

interface Launched {
  readonly process: Running;
  /** When it says that it listens; rejects with a StackError where it ends instead. */
  readonly up: Promise<Contender>;
}

async function launch(
  argsOf: (port: string) => readonly string[],
  mayFail = false,
): Promise<Launched> {
  const port = String((await freePorts()).database);
  const startedMs = performance.now();
  const started = run(process.execPath, argsOf(port), { cwd: FOLDER });
  const up = new Promise<Contender>((resolve, reject) => {
    started.onLine(() => {
      const milliseconds = performance.now() - startedMs;
      resolve({ address: `${HOST}:${port}`, process: started, milliseconds, mayFail });
    });
    void started.ended.then(() => reject(new StackError(started.output().trim())));
  });
  return { process: started, up };
}

export async function stop(contenders: readonly Contender[]): Promise<void> {
  await Promise.all(contenders.map(({ process }) => process.stop()));
}

/** What a process holds in memory; NaN where the system does not tell. */
export function residentMegabytes({ process: { child } }: Contender): number {
  if (process.platform !== "linux" || child.pid === undefined) return NaN;
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  return Number(kilobytes) / 1_000;
}
