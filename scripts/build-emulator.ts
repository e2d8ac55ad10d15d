/**
 * Bundles the embedded database's sources; its few dependencies stay in node_modules. Run as a script, for example
 * before `npm pack`, it also writes the package's type declarations; an argument may name a folder other than dist/.
 */

import { build } from "esbuild";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { pages } from "./inline-page.ts";

const folder = path.join(import.meta.dirname, "../emulator");

const DIST = path.join(folder, "dist");

export async function buildEmulator(outdir = DIST): Promise<void> {
  await build({
    absWorkingDir: folder,
    entryPoints: ["src/cli.ts", "src/index.ts"],
    outdir,
    bundle: true,
    packages: "external",
    plugins: [pages],
    platform: "node",
    target: "node20",
    format: "cjs",
    sourcemap: true,
    logLevel: "warning",
  });
}

/** `index.ts` and the files of the types that it mentions; these depend on no other files. */
const OFFERED = ["index", "start"];

/** @throws if a declaration cannot be derived from its file alone */
async function declareTypes(outdir: string): Promise<void> {
  // Loading the compiler takes longer than bundling, and most runs only bundle.
  const { default: ts } = await import("typescript");
  for (const name of OFFERED) {
    const source = await readFile(path.join(folder, `src/${name}.ts`), "utf8");
    const { outputText, diagnostics = [] } = ts.transpileDeclaration(source, {
      fileName: `${name}.ts`,
      reportDiagnostics: true,
      compilerOptions: { isolatedDeclarations: true, declaration: true, strict: true },
    });
    const problems = diagnostics.map(({ messageText }) =>
      ts.flattenDiagnosticMessageText(messageText, "\n"),
    );
    if (problems.length > 0) throw new Error(`${name}.ts: ${problems.join("\n")}`);
    await writeFile(path.join(outdir, `${name}.d.ts`), outputText);
  }
}

if (import.meta.main) {
  const outdir = process.argv[2] ?? DIST;
  await buildEmulator(outdir);
  await declareTypes(outdir);
}
