/** What is compared: the built functions with both variants of a reading, and the baselines. */

import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { fromRoot } from "../scripts/stack/project.ts";
import type { Variant } from "./load/readings.ts";

const BASELINES = ["tutorial", "sdk-update", "empty"] as const;

export type Program = "functions" | (typeof BASELINES)[number];

export const PROGRAMS: readonly Program[] = ["functions", ...BASELINES];

export interface Subject {
  readonly name: string;
  /** The program that serves it. */
  readonly program: Program;
  readonly variant: Variant;
  /** Readings of each request, where it is a batch. */
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

/** Copies the built functions, and bundles the baselines in the same way and with the same packages. */
export async function buildSubjects(): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true });
  for (const program of PROGRAMS) {
    mkdirSync(folderOf(program), { recursive: true });
    writeFileSync(path.join(folderOf(program), "package.json"), '{ "main": "index.js" }\n');
  }
  copyFileSync(fromRoot("functions/lib/index.js"), path.join(folderOf("functions"), "index.js"));
  await build({
    absWorkingDir: fromRoot("functions"),
    entryPoints: BASELINES.map((name) => ({
      in: fromRoot(`bench/fixtures/${name}.ts`),
      out: `${name}/index`,
    })),
    outdir: FOLDER,
    bundle: true,
    platform: "node",
    target: "node24",
    format: "cjs",
    logLevel: "warning",
    // With absWorkingDir, this resolves them from functions/ instead of bench/.
    alias: { "firebase-admin": "firebase-admin", "firebase-functions": "firebase-functions" },
  });
}
