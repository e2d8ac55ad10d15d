/** Finds packages that tests run as programs or link into projects in other folders. */

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The emulator's folder. */
export const EMULATOR = join(__dirname, "../..");

/** Returns the folder of a package: npm installs it in this folder or in a parent folder. */
export function packageFolder(name: string): string {
  const found = (require.resolve.paths(name) ?? [])
    .map((folder) => join(folder, name))
    .find((folder) => existsSync(folder));
  if (found === undefined) throw new Error(`The package ${name} is not installed.`);
  return found;
}

/** Returns the `node_modules` folder of a package. */
export const modulesWith = (name: string): string => dirname(packageFolder(name));

export const FIREBASE = join(packageFolder("firebase-tools"), "lib/bin/firebase.js");
