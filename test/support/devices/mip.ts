/** Installs the package of MicroPython as `mip` does: each file of its list, to the path that the list names. */

import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "../backend/addresses";

export interface MipPackage {
  readonly version: string;
  /** Paths of the board below its `lib`, and where the files are: relative to the list. */
  readonly urls: readonly (readonly [target: string, source: string])[];
}

/** @param list the list's file @param folder becomes the board's `lib` */
export function installMip(list: string, folder: string): MipPackage {
  const content = JSON.parse(readFileSync(list, "utf8")) as MipPackage;
  for (const [target, source] of content.urls) {
    mkdirSync(dirname(join(folder, target)), { recursive: true });
    cpSync(join(dirname(list), source), join(folder, target));
  }
  return content;
}

/** Returns a folder with the installed package of this repository. Each version of the files has a folder. */
export function installedMip(): string {
  const list = join(ROOT, "devices/micropython.json");
  const unfinished = join(ROOT, `.data/micropython/${process.pid}`);
  const hash = createHash("sha256");
  for (const [target] of installMip(list, unfinished).urls) {
    hash.update(target).update(readFileSync(join(unfinished, target)));
  }
  const folder = join(dirname(unfinished), hash.digest("hex").slice(0, 20));
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another process has made the same folder.
    if (!existsSync(folder)) throw error;
    rmSync(unfinished, { recursive: true });
  }
  return folder;
}
