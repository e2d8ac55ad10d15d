/**
 * Builds the farm page into web/dist, as `vite build` does in web/. Only changed files are replaced, so that a running stack
 * always serves a complete page.
 */

import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { build } from "vite";
import { filesIn } from "../../web/build/files.ts";

const folder = path.join(import.meta.dirname, "../../web");

export async function buildWeb(): Promise<void> {
  const fresh = mkdtempSync(path.join(folder, ".build-"));
  try {
    await build({ root: folder, logLevel: "warn", build: { outDir: fresh } });
    replace(fresh, path.join(folder, "dist"));
  } finally {
    rmSync(fresh, { recursive: true });
  }
}

/** Copies new files first and the document last, then removes old files. */
function replace(fresh: string, served: string): void {
  const names = filesIn(fresh).sort((a, b) => Number(isDocument(a)) - Number(isDocument(b)));
  for (const name of names) {
    const [from, to] = [path.join(fresh, name), path.join(served, name)];
    if (!existsSync(to) || !readFileSync(from).equals(readFileSync(to))) cpSync(from, to);
  }
  for (const name of filesIn(served)) {
    if (!names.includes(name)) rmSync(path.join(served, name), { force: true });
  }
}

function isDocument(name: string): boolean {
  return name.endsWith(".html");
}

if (import.meta.main) await buildWeb();
