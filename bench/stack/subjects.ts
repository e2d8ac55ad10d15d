/** What is compared: the built functions in both variants, and the rivals, bundled by the same means. */

import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { fromRoot } from "../../scripts/stack/project.ts";
import type { RequestKind } from "../load/readings.ts";

export type Program = "functions" | "tutorial" | "parallel-tutorial" | "floor" | "empty";

export interface Subject {
  readonly name: string;
  /** The process that serves it; none where the database itself is asked. */
  readonly program: Program | undefined;
  readonly kind: RequestKind;
}

export const SIGNED: Subject = { name: "signed", program: "functions", kind: "signed" };
export const KEY: Subject = { name: "key in the body", program: "functions", kind: "key" };
export const TUTORIAL: Subject = { name: "tutorial", program: "tutorial", kind: "signed" };
export const PARALLEL: Subject = {
  name: "parallel tutorial",
  program: "parallel-tutorial",
  kind: "signed",
};
export const FLOOR: Subject = { name: "floor", program: "floor", kind: "signed" };
export const DIRECT: Subject = { name: "direct", program: undefined, kind: "direct" };
export const EMPTY: Subject = { name: "empty", program: "empty", kind: "signed" };

export const RIVALS: readonly Program[] = ["tutorial", "parallel-tutorial", "floor", "empty"];
export const PROGRAMS: readonly Program[] = ["functions", ...RIVALS];

const FOLDER = fromRoot(".data/bench");
const FUNCTIONS = fromRoot("functions");

/** The folder of a program's one file, index.js. */
export function folderOf(program: Program): string {
  return path.join(FOLDER, program);
}

/** Bundles the rivals as the functions are bundled, with the packages of functions/, and puts all into one folder. */
export async function buildSubjects(): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true });
  for (const program of PROGRAMS) {
    mkdirSync(folderOf(program), { recursive: true });
    writeFileSync(path.join(folderOf(program), "package.json"), '{ "main": "index.js" }\n');
  }
  const functions = fromRoot("functions/lib/index.js");
  copyFileSync(functions, path.join(folderOf("functions"), "index.js"));
  await build({
    absWorkingDir: FUNCTIONS,
    entryPoints: RIVALS.map((rival) => ({
      in: fromRoot(`bench/rivals/${rival}.ts`),
      out: `${rival}/index`,
    })),
    outdir: FOLDER,
    bundle: true,
    platform: "node",
    target: "node24",
    format: "cjs",
    logLevel: "warning",
    // With that folder, this resolves them from functions/ and not from beside the rivals.
    alias: { "firebase-admin": "firebase-admin", "firebase-functions": "firebase-functions" },
  });
}
