/** The packages that the tests run as programs, or lend to projects in other folders. */

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The emulator's own folder. */
export const EMULATOR = join(__dirname, "../..");

/** Where npm has put a package: in this folder, or in one of a repository around it. */
export function packageFolder(name: string): string {
  const found = (require.resolve.paths(name) ?? [])
    .map((folder) => join(folder, name))
    .find((folder) => existsSync(folder));
  if (found === undefined) throw new Error(`The package ${name} is not installed.`);
  return found;
}

/** The folder `node_modules` in which a package stands. */
export const modulesWith = (name: string): string => dirname(packageFolder(name));

export const FIREBASE = join(packageFolder("firebase-tools"), "lib/bin/firebase.js");
