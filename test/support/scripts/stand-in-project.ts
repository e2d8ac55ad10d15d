/**
 * A project whose `npm start` is quick: the real way from npm through run.mjs to a command, which starts a server with a
 * process below it. Neither ends when it is asked to. Each connects to the test and says who it is, so that the end of
 * its connection is its own end.
 */

import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import { HOST, ROOT } from "../backend/addresses";
import { Told } from "../told";

/** Says who it is, and that it is still there. */
const CONNECT = `
const connect = (name, port) => {
  const socket = require("node:net").connect(port, "${HOST}");
  const say = () => socket.write(JSON.stringify({ name, pid: process.pid, ppid: process.ppid }) + "\\n");
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
import { runCommand } from "./stack/command.ts";
import { runNode } from "./stack/run-node.ts";

const require = createRequire(import.meta.url);
const [port] = process.argv.slice(2);
${CONNECT}
await runCommand(async () => {
  const { socket, timer } = connect("command", port);
  socket.unref().on("data", () => {
    throw new Error("a fault");
  });
  timer.unref();
  const server = runNode(["-e", ${JSON.stringify(SERVER)}, port], { graceMs: 300 });
  await server.ended;
  return 1;
});`;

export interface Process {
  readonly name: string;
  readonly pid: number;
  readonly ppid: number;
}

export class StandInProject {
  /** What the processes said, and at last a process' end by its name. */
  readonly said = new Told<Process | string>();
  readonly #sockets = new Map<string, Socket>();
  readonly #server = createServer((socket) => this.#serve(socket));

  private constructor(readonly folder: string) {}

  static async make(folder: string): Promise<StandInProject> {
    const project = { name: "stand-in", scripts: { start: "node scripts/run.mjs start" } };
    const lock = JSON.stringify({ name: "stand-in", lockfileVersion: 3 });
    for (const part of ["scripts", "functions", "node_modules"]) mkdirSync(join(folder, part));
    cpSync(join(ROOT, "scripts/run.mjs"), join(folder, "scripts/run.mjs"));
    symlinkSync(join(ROOT, "scripts/stack"), join(folder, "scripts/stack"));
    writeFileSync(join(folder, "scripts/start.ts"), COMMAND);
    writeFileSync(join(folder, "package.json"), JSON.stringify(project));
    for (const part of ["", "functions"]) {
      writeFileSync(join(folder, part, "package-lock.json"), lock);
    }
    const digest = createHash("sha256").update(lock).update(lock).digest("hex");
    writeFileSync(join(folder, "node_modules/.installed-from"), digest);
    const made = new StandInProject(folder);
    await new Promise<void>((resolve) => made.#server.listen(0, HOST, resolve));
    return made;
  }

  /** What each process is to connect to. */
  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Waits until all three are there. @returns them by their names */
  async all(): Promise<ReadonlyMap<string, Process>> {
    await this.said.until(() => ["command", "server", "below"].every((name) => this.has(name)));
    return new Map(this.#processes().map((each) => [each.name, each]));
  }

  has(name: string): boolean {
    return this.#sockets.has(name);
  }

  /** Waits until none of them is there any more. */
  async none(): Promise<void> {
    await this.said.until(() => this.#sockets.size === 0);
  }

  /** Makes the command throw where nobody catches. */
  breakCommand(): void {
    this.#sockets.get("command")?.write("break");
  }

  /** Kills what is left, and closes. */
  async remove(): Promise<void> {
    for (const { name, pid } of this.#processes()) {
      if (this.has(name)) process.kill(pid, "SIGKILL");
    }
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #processes(): readonly Process[] {
    return this.said.all.filter((each) => typeof each !== "string");
  }

  #serve(socket: Socket): void {
    let name: string | undefined;
    let rest = "";
    socket.setEncoding("utf8").on("data", (text: string) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const one = JSON.parse(line) as Process;
        name = one.name;
        this.#sockets.set(name, socket);
        this.said.add(one);
      }
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      if (name === undefined) return;
      this.#sockets.delete(name);
      this.said.add(name);
    });
  }
}
