/**
 * Starts the emulator suite: firebase-tools with the embedded database instead of Google's, as a single process tree,
 * like `rtdb-emulator exec -- firebase emulators:start` in any project.
 */

import {
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { failCommand } from "../processes/processes.ts";
import type { Running } from "../processes/processes.ts";
import { diskError, onDisk } from "../processes/disk.ts";
import { localHosting } from "./hosting.ts";
import type { Hosting } from "./hosting.ts";
import { THIS_MACHINE } from "../processes/network.ts";
import type { Network } from "../processes/network.ts";
import { EMULATORS, HOST } from "../processes/ports.ts";
import type { Ports } from "../processes/ports.ts";
import { fromRoot, PROJECT } from "./project.ts";
import { runNode } from "../processes/run-node.ts";
import { StackError } from "../processes/stack-error.ts";

export interface SuiteSettings {
  readonly ports: Ports;
  /** Where the emulators listen; by default only on this machine. */
  readonly network?: Network;
  /** Keeps the database's data between runs; by default it is lost at the end. */
  readonly dataFolder?: string;
  /**
   * Whether scheduled functions run at their times, which is the default. `rtdb-emulator run-schedule` runs one at any
   * time.
   */
  readonly hasSchedules?: boolean;
  /** Receives all output. */
  readonly logFile: string;
}

/**
 * firebase-tools would wait for running functions. Killing it loses nothing, because accounts are
 * saved before.
 */
const GRACE_SECONDS = "1";
/** Leaves time for the database to end after that, and for temporary files to be removed. */
const GRACE_MS = 5_000;

/** The emulators that boards and people use. The other ones are internal to firebase-tools. */
const STARTED: readonly string[] = ["database", "functions", "auth", "hosting"];

/**
 * Removes all proxies, because the database's SDK and firebase-tools would also use them for
 * connections to this machine.
 */
export const NO_PROXIES: Readonly<Record<string, string>> = Object.fromEntries(
  ["http_proxy", "https_proxy", "all_proxy"].flatMap((name) => [
    [name, ""],
    [name.toUpperCase(), ""],
  ]),
);

/**
 * On a board or a busy machine discovery takes longer than the default ten seconds. firebase-tools
 * would then start without any function.
 */
const DISCOVERY_SECONDS = "120";

/** The lines of `rtdb-emulator exec` itself. */
const OWN_LINE = /^rtdb-emulator: (.+)/;
/**
 * Reported after the disk refused a write, or the database was killed. Stored data is safe, but
 * nothing more is stored.
 */
const REFUSED_WRITE = /^rtdb-emulator: A write was refused: (.+)/;
const KILLED_DATABASE = /Database Emulator has exited upon receiving signal: (\w+)/;

/**
 * The command ends if the log cannot be written, if the disk refuses a write, or if the database is killed.
 * @throws StackError with the end of its output when it cannot start
 */
export async function startSuite(settings: SuiteSettings): Promise<Running> {
  const { dataFolder, logFile, hasSchedules = true } = settings;
  const config = writeConfig(settings);
  // The process of each codebase lists its functions in this folder. When asked over HTTP, it would
  // end three seconds later, after an unused connection times out.
  const discovery = mkdtempSync(path.join(tmpdir(), "greenhouse-functions-"));
  const suite = runNode(
    [
      fromRoot("emulator/bin/rtdb-emulator.cjs"),
      "exec",
      "--grace",
      GRACE_SECONDS,
      ...(dataFolder === undefined ? [] : ["--data", dataFolder]),
      ...(hasSchedules ? [] : ["--no-schedules"]),
      "--",
      process.execPath,
      "--import",
      pathToFileURL(fromRoot("tools/dev/stack/firebase-preload.mjs")).href,
      fromRoot("node_modules/firebase-tools/lib/bin/firebase.js"),
      "emulators:start",
      "--only",
      STARTED.join(","),
      "--project",
      PROJECT,
      "--config",
      config,
    ],
    {
      cwd: fromRoot(),
      env: {
        ...process.env,
        ...NO_PROXIES,
        ...jobsEnvironment(settings),
        FIREBASE_FUNCTIONS_DISCOVERY_OUTPUT_PATH: discovery,
        FUNCTIONS_DISCOVERY_TIMEOUT: DISCOVERY_SECONDS,
      },
      graceMs: GRACE_MS,
    },
  );
  writeLog(suite, logFile);
  suite.onLine(failWithDatabase);
  void suite.ended.then(() => {
    for (const made of [config, discovery]) rmSync(made, { recursive: true, force: true });
  });
  await new Promise<void>((resolve, reject) => {
    suite.onLine((line) => {
      if (line.includes("All emulators ready")) resolve();
    });
    void suite.ended.then(() => reject(new StackError(whyNotStarted(suite.output(), logFile))));
  });
  return suite;
}

/** The SMTP server that catches the stack's mail. */
export function smtpUrl({ smtp }: Pick<Ports, "smtp">): string {
  return `smtp://${HOST}:${smtp}`;
}

/** Tells the jobs in the emulators where to send messages, and which page their messages link to. */
function jobsEnvironment({
  ports,
  network = THIS_MACHINE,
}: SuiteSettings): Readonly<Record<string, string>> {
  return {
    LOCAL_SMTP_URL: smtpUrl(ports),
    LOCAL_PROVIDER_URL: `http://${HOST}:${ports.inbox}`,
    LOCAL_PAGE_URL: `http://${network.local}:${ports.hosting}`,
  };
}

/** Returns the database's own words, if it printed any. */
function whyNotStarted(output: string, logFile: string): string {
  const lines = output.split("\n").flatMap((line) => OWN_LINE.exec(line)?.[1] ?? []);
  if (lines.length > 0) return lines.join("\n");
  return `${output.trim()}\nThe emulators did not start (output above, also in ${logFile}).`;
}

function failWithDatabase(line: string): void {
  const [, problem] = REFUSED_WRITE.exec(line) ?? [];
  const [, signal] = KILLED_DATABASE.exec(line) ?? [];
  if (problem !== undefined) failCommand(new StackError(problem));
  if (signal !== undefined) {
    failCommand(
      new StackError(
        `The database was ended by ${signal}, so everything stops. All stored data is kept: start again.`,
      ),
    );
  }
}

function writeLog(suite: Running, file: string): void {
  onDisk("create the folder of", file, () => mkdirSync(path.dirname(file), { recursive: true }));
  const log = createWriteStream(file);
  log.on("error", (error) => failCommand(diskError("write to", file, error)));
  suite.onLine((line) => log.write(`${line}\n`));
  void suite.ended.then(() => log.end());
}

/**
 * Writes firebase.json for this run, beside the real file because its paths are relative. It is
 * removed at the end.
 */
function writeConfig({ ports, network = THIS_MACHINE }: SuiteSettings): string {
  const config = JSON.parse(readFileSync(fromRoot("firebase.json"), "utf8")) as {
    hosting: Hosting;
    emulators: Record<string, unknown>;
  };
  config.hosting = localHosting(config.hosting, network.others, ports);
  for (const name of EMULATORS) {
    const host = STARTED.includes(name) ? network.listen : HOST;
    config.emulators[name] = { host, port: ports[name] };
  }
  const file = fromRoot(`.firebase-${ports.hub}.json`);
  onDisk("write", file, () => writeFileSync(file, JSON.stringify(config, null, 2)));
  return file;
}
