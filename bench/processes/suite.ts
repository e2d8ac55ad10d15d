/** A project with one triggered function, run by firebase-tools with the embedded database or without any. */

import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { freePorts, HOST } from "../../scripts/stack/ports.ts";
import type { Running } from "../../scripts/stack/processes.ts";
import { fromRoot, PROJECT } from "../../scripts/stack/project.ts";
import { runNode } from "../../scripts/stack/run-node.ts";
import { StackError } from "../../scripts/stack/stack-error.ts";
import { NO_PROXIES } from "../../scripts/stack/suite.ts";

/** Below the packages, so that its function finds them. */
const FOLDER = fromRoot("node_modules/.cache/bench-suite");

export interface SuiteJob {
  /** `emulators:start` and its like. */
  readonly command: string;
  /** Names of emulators, with commas. */
  readonly only: string;
  readonly hasDatabase: boolean;
  /** The command that `emulators:exec` runs. */
  readonly script?: string;
}

export interface RunningSuite {
  readonly process: Running;
  /** `host:port` of the database. */
  readonly address: string;
}

export async function runSuite({
  command,
  only,
  hasDatabase,
  script,
}: SuiteJob): Promise<RunningSuite> {
  const ports = await freePorts();
  mkdirSync(FOLDER, { recursive: true });
  cpSync(fromRoot("bench/fixtures/suite/index.cjs"), path.join(FOLDER, "functions/index.cjs"));
  const manifest = { main: "index.cjs", dependencies: { "firebase-functions": "*" } };
  writeFileSync(path.join(FOLDER, "functions/package.json"), JSON.stringify(manifest));
  const emulators = Object.fromEntries(
    Object.entries(ports).map(([name, port]): [string, object] => [name, { host: HOST, port }]),
  );
  const config = {
    functions: [{ source: "functions", runtime: "nodejs24" }],
    database: { rules: "rules.json" },
    emulators: { ...emulators, ui: { enabled: false } },
  };
  writeFileSync(path.join(FOLDER, "firebase.json"), JSON.stringify(config));
  writeFileSync(path.join(FOLDER, "rules.json"), '{"rules": {".read": true, ".write": true}}');
  const process = runNode(
    [
      ...(hasDatabase
        ? [fromRoot("emulator/dist/cli.js"), "exec", "--", globalThis.process.execPath]
        : []),
      fromRoot("node_modules/firebase-tools/lib/bin/firebase.js"),
      ...[command, "--project", PROJECT, "--only", only],
      ...(script === undefined ? [] : [script]),
    ],
    { cwd: FOLDER, env: { ...globalThis.process.env, ...NO_PROXIES } },
  );
  return { process, address: `${HOST}:${ports.database}` };
}

/** Resolves when the suite has printed a text. @throws StackError with its output when it ends without */
export function untilPrinted({ process }: RunningSuite, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.onLine((line) => {
      if (line.includes(text)) resolve();
    });
    void process.ended.then(() => reject(new StackError(process.output())));
  });
}
