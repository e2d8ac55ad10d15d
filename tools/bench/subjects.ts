/**
 * Builds the subjects: the built functions with each variant of a reading, the baselines, and the
 * functions of an earlier commit.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { build } from "esbuild";
import { fromRoot } from "../dev/stack/project.ts";
import { StackError } from "../dev/processes/stack-error.ts";
import type { Variant } from "./load/readings.ts";

/** Packages that bundles get from functions/. */
const PACKAGES = ["firebase-admin", "firebase-functions", "google-auth-library"];
const BASELINES = ["tutorial", "sdk-update", "empty"] as const;

/** `earlier`: the functions of an earlier commit. */
export type Program = "functions" | "earlier" | (typeof BASELINES)[number];

const PROGRAMS: readonly Program[] = ["functions", "earlier", ...BASELINES];

export interface Subject {
  readonly name: string;
  /** The program that serves it. */
  readonly program: Program;
  readonly variant: Variant;
  /** Number of readings per request, if it is a batch. */
  readonly batch?: number;
}

const signed = (name: string, program: Program): Subject => ({ name, program, variant: "signed" });

export const SIGNED = signed("signed", "functions");
export const KEY: Subject = { ...SIGNED, name: "key in the body", variant: "key" };
export const HMAC: Subject = { ...SIGNED, name: "signed as a whole", variant: "hmac" };
export const BATCHES: Subject = { ...HMAC, name: "batches of 100", batch: 100 };
export const SDK_UPDATE = signed("SDK update", "sdk-update");
export const TUTORIAL = signed("tutorial", "tutorial");
export const EMPTY = signed("empty", "empty");

export const SUBJECTS: readonly Subject[] = [SIGNED, HMAC, KEY, SDK_UPDATE, TUTORIAL, EMPTY];

const FOLDER = fromRoot(".data/bench");

/** The folder that holds a program's bundle, index.js. */
export function folderOf(program: Program): string {
  return path.join(FOLDER, program);
}

/**
 * Copies the built functions, and bundles the other programs in the same way and with the same
 * packages.
 * @param commit its functions are compared with today's
 * @returns the subjects that are compared only in this run
 */
export async function buildSubjects(commit?: string): Promise<readonly Subject[]> {
  rmSync(FOLDER, { recursive: true, force: true });
  for (const program of PROGRAMS) {
    mkdirSync(folderOf(program), { recursive: true });
    writeFileSync(path.join(folderOf(program), "package.json"), '{ "main": "index.js" }\n');
  }
  copyFileSync(fromRoot("functions/lib/index.js"), path.join(folderOf("functions"), "index.js"));
  const sources = BASELINES.map(
    (name) => [name, fromRoot(`tools/bench/fixtures/${name}.ts`)] as const,
  );
  const earlier = commit === undefined ? [] : [["earlier", checkOut(commit)] as const];
  const absWorkingDir = fromRoot("functions");
  const { resolve } = createRequire(path.join(absWorkingDir, "package.json"));
  await build({
    absWorkingDir,
    entryPoints: [...sources, ...earlier].map(([name, file]) => ({
      in: file,
      out: `${name}/index`,
    })),
    outdir: FOLDER,
    bundle: true,
    platform: "node",
    target: "node24",
    format: "cjs",
    logLevel: "warning",
    tsconfigRaw: "{}",
    // With absWorkingDir, this resolves them from functions/ instead of from the sources' folders.
    alias: {
      ...Object.fromEntries(PACKAGES.map((name) => [name, name])),
      // The SDK requires the logger's CommonJS file, whose registry must be shared.
      "@firebase/logger": resolve("@firebase/logger"),
    },
  });
  return earlier.map(() =>
    signed(`signed at ${git("rev-parse", "--short", commit ?? "")}`, "earlier"),
  );
}

/** @returns the module of the functions as they were at a commit */
function checkOut(commit: string): string {
  const folder = folderOf("earlier");
  const archive = path.join(folder, "sources.tar");
  const parts = git("ls-tree", "--name-only", commit, "functions", "domain", "database").split(
    "\n",
  );
  git("archive", "--output", archive, commit, ...parts);
  execFileSync("tar", ["-xf", archive, "-C", folder]);
  // The earlier functions import the earlier packages.
  const packages = path.join(folder, "node_modules/@greenhouse");
  mkdirSync(packages, { recursive: true });
  for (const name of ["domain", "database"]) {
    symlinkSync(path.join(folder, name), path.join(packages, name));
  }
  return path.join(folder, "functions/src/index.ts");
}

/** @throws StackError with what git says */
function git(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: fromRoot(), encoding: "utf8" });
  if (status !== 0) throw new StackError(stderr.trim());
  return stdout.trim();
}
