/** Runs a command with a session. Asks for confirmation first if the target is a real project. */

import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Command } from "commander";
import type { Runner } from "./commands/command";
import { createConfirmation } from "./core/confirmation";
import { createConnections } from "./core/connection";
import type { Connections } from "./core/database";
import { callersFolder, readEnvironment } from "./core/environment";
import { misused } from "./core/failure";
import type { InterruptedProcess, Interruption } from "./core/interruption";
import { commandName, createOutput } from "./core/output";
import type { Output, OutputSettings } from "./core/output";
import { startProgress } from "./core/progress";
import type { Session } from "./core/session";
import { resolveTarget } from "./core/target";
import type { Target, TargetOptions } from "./core/target";
import { redirectWarnings } from "./core/warnings";

interface GlobalOptions extends TargetOptions {
  readonly yes?: true;
  readonly json?: true;
  readonly verbose?: true;
}

/** The part of a process that the command line uses. */
export type HostProcess = InterruptedProcess &
  Pick<NodeJS.Process, "env" | "stdin" | "cwd" | "removeAllListeners">;

export function createRunner(
  program: Command,
  process: HostProcess,
  interruption: Interruption,
): Runner {
  const run = async (work: (session: Session) => Promise<void>): Promise<void> => {
    redirectWarnings(process, console, outputSettings(program, process).json);
    const session = createSession(program, process, interruption);
    try {
      await confirmProject(session);
      await work(session);
    } finally {
      await session.connections.close();
    }
  };
  return {
    bare:
      (work) =>
      (...args) =>
        run((session) => work(session, ...args)),
    opened:
      (work) =>
      (...args) =>
        run(async (session) => {
          const database = await session.connections.open();
          await work({ ...session, database }, ...args);
        }),
  };
}

function createSession(
  program: Command,
  process: HostProcess,
  interruption: Interruption,
): Session {
  const options = program.opts<GlobalOptions>();
  const settings = outputSettings(program, process);
  const { env, stderr } = process;
  const environment = readEnvironment(process.cwd(), env);
  const { ports, running } = environment;
  const resolution = resolveTarget(options, env, ports, running);
  if (!resolution.ok) throw misused(resolution.problem, resolution.hint);
  const { target } = resolution;
  const out = createOutput(process, settings);
  return {
    target,
    connections: announced(target, out),
    environment,
    randomBytes,
    out,
    confirmation: createConfirmation(process, options.yes === true),
    stdin: process.stdin,
    resolvePath: (path: string) => resolve(callersFolder(env, process.cwd()), path),
    takeOverInterrupt: interruption.takeOver,
    now: Date.now,
    uptime: () => performance.now(),
    sleep: async (timeMs: number, signal: AbortSignal) => {
      // An aborted sleep is not an error.
      await wait(timeMs, undefined, { signal }).catch(() => undefined);
    },
    random: Math.random,
    startProgress: (title: string) => startProgress(title, stderr, settings.json),
  };
}

/** Returns connections that say which database they address, when it is opened first. */
function announced(target: Target, out: Output): Connections {
  const connections = createConnections(target);
  let isNamed = false;
  return {
    ...connections,
    open: async (asUid) => {
      const database = await connections.open(asUid);
      if (!isNamed) {
        const place = target.kind === "project" ? `project ${target.projectId}` : "emulators";
        out.note(`Database: ${target.databaseUrl} (${place})`);
      }
      isNamed = true;
      return database;
    },
  };
}

/** Asks before touching a real project, so that this never happens by accident. */
async function confirmProject({ target, confirmation }: Session): Promise<void> {
  if (target.kind === "emulators") return;
  await confirmation.confirm(
    `This is the real project ${target.projectId} (${target.databaseUrl}). Continue?`,
  );
}

export function outputSettings(program: Command, { env }: HostProcess): OutputSettings {
  const { json, verbose } = program.opts<GlobalOptions>();
  return { json: json === true, verbose: verbose === true, command: commandName(env) };
}
