/**
 * firebase-server, an older database emulator that is a Node program too. It and what it needs are no longer looked
 * after, so nothing here depends on them: they are installed, outside the sources and without their install scripts,
 * when the bench is asked to compare with it.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { run } from "../../scripts/stack/processes.ts";
import { fromRoot } from "../../scripts/stack/project.ts";
import { StackError } from "../../scripts/stack/stack-error.ts";

/**
 * It asks for any `firebase` from 5 on and imports all of it at once, which no version since 9 lets one do: with the
 * newest it does not start.
 */
const PACKAGE = JSON.stringify({
  private: true,
  dependencies: { "firebase-server": "1.1.0", firebase: "8.10.1" },
});

const FOLDER = fromRoot(".data/firebase-server");
const MANIFEST = path.join(FOLDER, "package.json");
/** What was installed, once it was. */
const STAMP = path.join(FOLDER, ".installed");

/** Installs it where that was not done before. @returns its program's file */
export async function installFirebaseServer(): Promise<string> {
  const program = path.join(FOLDER, "node_modules/firebase-server/bin/firebase-server.js");
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === PACKAGE) return program;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(MANIFEST, PACKAGE);
  const npm = run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: FOLDER,
    shell: process.platform === "win32",
  });
  if ((await npm.ended) !== 0) throw new StackError(npm.output());
  writeFileSync(STAMP, PACKAGE);
  return program;
}
