/**
 * A project whose `npm start` is quick. It takes the real way from npm through run.mjs to a
 * command, which starts a server with a process below it. Both ignore signals. Each process
 * connects to the test and sends its name. When the connection ends, the process has ended.
 */

import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import { HOST, ROOT } from "../backend/addresses";
import { Received } from "rtdb-emulator/testing/received";

/** Reports the process every 100 ms. */
const CONNECT = `
const connect = (name, port) => {
  const socket = require("node:net").connect(port, "${HOST}");
  const say = () => socket.write(JSON.stringify({ name, pid: process.pid }) + "\\n");
  say();
  const timer = setInterval(say, 100);
  return { socket, timer };
};`;

const STUBBORN = `${CONNECT}
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => undefined);`;

const BELOW = `${STUBBORN}
connect("below", process.argv[1]);`;

const SERVER = `${STUBBORN}
connect("server", process.argv[1]);
const { spawn } = require("node:child_process");
spawn(process.execPath, ["-e", ${JSON.stringify(BELOW)}, process.argv[1]], { stdio: "ignore" });`;

const COMMAND = `
import { createRequire } from "node:module";
import { runCommand } from "./processes/command.ts";
import { runNode } from "./processes/run-node.ts";

const require = createRequire(import.meta.url);
const [port] = process.argv.slice(2);
${CONNECT}
await runCommand(async () => {
  const { socket, timer } = connect("command", port);
  socket.unref();
  timer.unref();
  const server = runNode(["-e", ${JSON.stringify(SERVER)}, port], { graceMs: 300 });
  await server.ended;
  return 1;
});`;

/** Copies the real run.mjs into a project, with the test's own command `start`. */
export function copyCommands(project: string, start: string): void {
  mkdirSync(join(project, "tools/dev"), { recursive: true });
  cpSync(join(ROOT, "tools/dev/run.mjs"), join(project, "tools/dev/run.mjs"));
  if (!existsSync(join(project, "tools/dev/processes"))) {
    symlinkSync(join(ROOT, "tools/dev/processes"), join(project, "tools/dev/processes"));
  }
  writeFileSync(join(project, "tools/dev/start.ts"), start);
}

export interface Process {
  readonly name: string;
  readonly pid: number;
}

export class StandInProject {
  /** The reports of the processes, and the name of a process at its end. */
  readonly reports = new Received<Process | string>();
  readonly #sockets = new Map<string, Socket>();
  readonly #server = createServer((socket) => this.#serve(socket));

  private constructor(readonly folder: string) {}

  static async make(folder: string): Promise<StandInProject> {
    const project = { name: "stand-in", scripts: { start: "node tools/dev/run.mjs start" } };
    const lock = JSON.stringify({ name: "stand-in", lockfileVersion: 3, packages: {} });
    copyCommands(folder, COMMAND);
    writeFileSync(join(folder, "package.json"), JSON.stringify(project));
    for (const part of ["", "functions", "jobs"]) {
      mkdirSync(join(folder, part, "node_modules"), { recursive: true });
      writeFileSync(join(folder, part, "package-lock.json"), lock);
      writeFileSync(join(folder, part, "node_modules/.package-lock.json"), lock);
    }
    const created = new StandInProject(folder);
    await new Promise<void>((resolve) => created.#server.listen(0, HOST, resolve));
    return created;
  }

  /** The port to which each process connects. */
  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Waits until all three are running. @returns the processes by name */
  async all(): Promise<ReadonlyMap<string, Process>> {
    await this.reports.until(() => ["command", "server", "below"].every((name) => this.has(name)));
    return new Map(this.#processes().map((process) => [process.name, process]));
  }

  has(name: string): boolean {
    return this.#sockets.has(name);
  }

  /** Waits until all have ended. */
  async untilAllEnded(): Promise<void> {
    await this.reports.until(() => this.#sockets.size === 0);
  }

  /** Kills the rest, and closes the server. */
  async remove(): Promise<void> {
    for (const { name, pid } of this.#processes()) {
      if (this.has(name)) process.kill(pid, "SIGKILL");
    }
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #processes(): readonly Process[] {
    return this.reports.all.filter((report) => typeof report !== "string");
  }

  #serve(socket: Socket): void {
    let name: string | undefined;
    let rest = "";
    socket.setEncoding("utf8").on("data", (text: string) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const process = JSON.parse(line) as Process;
        name = process.name;
        this.#sockets.set(name, socket);
        this.reports.add(process);
      }
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      if (name === undefined) return;
      this.#sockets.delete(name);
      this.reports.add(name);
    });
  }
}
