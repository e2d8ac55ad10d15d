/** A small Firebase project in its own folder, in which tests run `rtdb-emulator exec`. */

import { type ChildProcessByStdio, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { freePort, isFree } from "../../testing/free-port";
import { EMULATOR, FIREBASE, modulesWith } from "./packages";
import { expectSoon } from "../../testing/polling";

export const HOST = "127.0.0.1";
const PROGRAM = join(EMULATOR, "bin/rtdb-emulator.cjs");
/** The programs that firebase-tools, npx and the scripts of `exec` call. Java is not one of them. */
const TOOLS = ["sh", "rm", "sleep", "env", "ps", "uname", "which"];

const FUNCTIONS = `
const { onSchedule } = require("firebase-functions/v2/scheduler");
const { schedule } = require("firebase-functions/v1/pubsub");
const { ref } = require("firebase-functions/v1/database");
exports.tidy = onSchedule("every 1 minutes", ({ jobName, scheduleTime }) => {
  console.log("tidy of", jobName, "at", scheduleTime);
});
exports.sweep = schedule("* * * * *").onRun(({ timestamp, resource }) => {
  console.log("sweep of", resource, "at", timestamp);
});
exports.faulty = onSchedule("every monday 09:00", () => {
  throw new Error("no luck");
});
exports.log = ref("/n").onWrite(() => undefined);
`;

/** `exec` kills firebase-tools after 20 s. */
const STOPPING_TIMEOUT_MS = 30_000;
/** Long, because each poll reads files of every process on the machine. */
const LOOKING_INTERVAL_MS = 200;

/** Names of ports in firebase.json. */
const PORTS = [
  "database",
  "functions",
  "hub",
  "logging",
  "eventarc",
  "tasks",
  "firestore",
] as const;

export interface Ran {
  readonly code: number | null;
  readonly output: string;
}

export class SuiteProject {
  private readonly started: Exec[] = [];

  private constructor(
    readonly folder: string,
    readonly ports: Readonly<Record<(typeof PORTS)[number], number>>,
  ) {}

  /** @param folder empty */
  static async create(folder: string): Promise<SuiteProject> {
    const taken = new Set<number>();
    while (taken.size < PORTS.length) taken.add(await freePort());
    const numbers = [...taken];
    const ports = Object.fromEntries(PORTS.map((name, at) => [name, numbers[at]]));
    const project = new SuiteProject(folder, ports as SuiteProject["ports"]);
    project.write("rules.json", '{ "rules": { ".read": true, ".write": false } }');
    project.write("functions/index.js", FUNCTIONS);
    // With firebase-admin in this list, the functions would load Firestore, which is not installed here.
    const dependencies = { "firebase-functions": "*" };
    project.write("functions/package.json", JSON.stringify({ main: "index.js", dependencies }));
    symlinkSync(modulesWith("firebase-functions"), join(folder, "functions/node_modules"));
    project.configure({});
    mkdirSync(join(folder, "bin"));
    for (const tool of TOOLS) project.link(tool);
    // A link, because the program's folder may contain a Java.
    symlinkSync(process.execPath, join(folder, "bin/node"));
    // The parent of the private folders. Its name has characters that are special in a shell.
    mkdirSync(project.temporary);
    return project;
  }

  get temporary(): string {
    return join(this.folder, "it's $a tmp");
  }

  get hub(): string {
    return `${HOST}:${this.ports.hub}`;
  }

  get databaseUrl(): string {
    return `http://${HOST}:${this.ports.database}`;
  }

  /** Writes firebase.json with additional emulators. */
  configure(more: object, others: readonly "firestore"[] = []): void {
    const names = PORTS.filter((name) => name !== "firestore" || others.includes(name));
    const emulators = names.map((name) => [name, { host: HOST, port: this.ports[name] }]);
    const [major] = process.versions.node.split(".");
    const config = {
      database: { rules: "rules.json" },
      functions: { source: "functions", runtime: `nodejs${major}` },
      emulators: { ...Object.fromEntries(emulators), ui: { enabled: false } },
      ...more,
    };
    this.write("firebase.json", JSON.stringify(config));
  }

  write(file: string, text: string, mode = 0o644): string {
    const target = join(this.folder, file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text, { mode });
    return target;
  }

  /** Runs a command under `exec`, in its own process group, like a terminal. */
  exec(command: readonly string[], options: readonly string[] = [], env: object = {}): Exec {
    const args = [PROGRAM, "exec", ...options, "--", ...command];
    const child = spawn(process.execPath, args, {
      cwd: this.folder,
      env: {
        PATH: join(this.folder, "bin"),
        HOME: this.folder,
        TMPDIR: this.temporary,
        NODE_COMPILE_CACHE: join(EMULATOR, "node_modules/.cache/compile"),
        // Keeps firebase-tools from looking for updates.
        CI: "true",
        // The default is ten seconds. On a busy machine firebase-tools would then start without functions.
        FUNCTIONS_DISCOVERY_TIMEOUT: "120",
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    const exec = new Exec(child);
    this.started.push(exec);
    return exec;
  }

  /** Kills what a failed test left running. */
  kill(): void {
    for (const { child } of this.started.splice(0)) child.kill("SIGKILL");
  }

  /** Returns a `firebase` command with the project. */
  firebase(command: string, ...args: readonly string[]): string[] {
    return [process.execPath, FIREBASE, command, "--project", "demo-suite", ...args];
  }

  runSchedule(name: string): Promise<Ran> {
    const args = [PROGRAM, "run-schedule", name, "--hub", this.hub];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
    return new Exec(child).ended;
  }

  /** Resolves when no port listens, no process of this project runs, and no private folder is left. */
  async expectNothingLeft(): Promise<void> {
    await expectSoon(
      async () => {
        const free = await Promise.all(Object.values(this.ports).map((port) => isFree(port, HOST)));
        return {
          areFree: free.every(Boolean),
          processes: this.processes(),
          folders: this.folders(),
        };
      },
      { areFree: true, processes: [], folders: [] },
      STOPPING_TIMEOUT_MS,
      LOOKING_INTERVAL_MS,
    );
  }

  folders(): readonly string[] {
    return entries(this.temporary).filter((name) => name.startsWith("rtdb-emulator-"));
  }

  /** Returns the database's process id, which the stand-in writes to the private folder. */
  async databasePid(): Promise<number> {
    const file = () => {
      const [folder = ""] = this.folders();
      return join(this.temporary, folder, "database.pid");
    };
    await expectSoon(() => Promise.resolve(existsSync(file())), true);
    return Number(readFileSync(file(), "utf8"));
  }

  /** Returns the command lines of processes with this project's environment. Works only on Linux. */
  private processes(): readonly string[] {
    if (process.platform !== "linux") return [];
    return entries("/proc").flatMap((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, "utf8");
        if (!environment.includes(`TMPDIR=${this.temporary}\0`)) return [];
        return [readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")];
      } catch {
        return [];
      }
    });
  }

  private link(tool: string): void {
    const folder = (process.env["PATH"] ?? "")
      .split(delimiter)
      .find((candidate) => existsSync(join(candidate, tool)));
    if (folder !== undefined) symlinkSync(join(folder, tool), join(this.folder, "bin", tool));
  }
}

/** Copies a list to an array of jest's realm, because arrays of Node's modules are not equal to it. */
function entries(folder: string): string[] {
  return [...readdirSync(folder)];
}

export class Exec {
  output = "";
  private readonly changes = new EventEmitter();
  /** Some of the output may still be on its way. */
  readonly ended: Promise<Ran>;
  /** Has the whole output. Waits for processes that outlive the command and keep its output open. */
  readonly closed: Promise<Ran>;

  constructor(readonly child: ChildProcessByStdio<null, Readable, Readable>) {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (part: string) => {
        this.output += part;
        this.changes.emit("change");
      });
    }
    this.closed = new Promise((resolve) => {
      child.once("close", (code) => resolve({ code, output: this.output }));
    });
    this.ended = new Promise((resolve) => {
      child.once("exit", (code) => {
        resolve({ code, output: this.output });
        this.changes.emit("change");
      });
    });
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error("it did not start");
    return this.child.pid;
  }

  async ready(): Promise<void> {
    await this.untilPrinted("All emulators ready!");
  }

  /** Resolves when the output contains the text. Fails if the command ends without it. */
  async untilPrinted(text: string): Promise<void> {
    while (!this.output.includes(text)) {
      if (this.child.exitCode !== null || this.child.signalCode !== null) {
        throw new Error(`It ended without "${text}":\n${this.output}`);
      }
      await once(this.changes, "change");
    }
  }

  /** Sends Ctrl-C. */
  interrupt(): void {
    process.kill(-this.pid, "SIGINT");
  }
}
