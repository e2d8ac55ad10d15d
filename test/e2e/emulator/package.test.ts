/** What `npm publish` of the emulator would upload: its program, its library with types, its README, and no more. */

import { execFile } from "node:child_process";
import { cp, readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { useTemporaryFolder } from "../../support/temporary-folder";

const run = promisify(execFile);
const root = path.join(__dirname, "../../..");
const folderOfTest = useTemporaryFolder();

const RELATIVE_IMPORT = /from "(\.[^"]*)"/g;

interface Packed {
  readonly files: readonly { readonly path: string }[];
}

interface Manifest {
  readonly main: string;
  readonly types: string;
  readonly bin: Readonly<Record<string, string>>;
}

/** Builds the package in the test's folder, beside what other tests run. */
async function build(): Promise<string> {
  const folder = folderOfTest();
  for (const file of ["package.json", "README.md", "LICENSE"]) {
    await cp(path.join(root, "emulator", file), path.join(folder, file));
  }
  const script = path.join(root, "scripts/build-emulator.ts");
  await run(process.execPath, [script, path.join(folder, "dist")]);
  return folder;
}

async function packedFiles(cwd: string): Promise<readonly string[]> {
  const { stdout } = await run("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd,
    shell: process.platform === "win32",
  });
  const [packed] = JSON.parse(stdout) as readonly Packed[];
  return packed?.files.map((file) => file.path).sort() ?? [];
}

it("the package holds the program, the library, and all that their types name", async () => {
  const folder = await build();
  const files = await packedFiles(folder);
  expect(files).toEqual([
    "LICENSE",
    "README.md",
    "dist/cli.js",
    "dist/index.d.ts",
    "dist/index.js",
    "dist/start.d.ts",
    "package.json",
  ]);
  const manifest = JSON.parse(
    await readFile(path.join(folder, "package.json"), "utf8"),
  ) as Manifest;
  const { main, types, bin } = manifest;
  expect(files).toEqual(expect.arrayContaining([main, types, ...Object.values(bin)]));
  for (const file of files.filter((name) => name.endsWith(".d.ts"))) {
    const text = await readFile(path.join(folder, file), "utf8");
    for (const [, name = ""] of text.matchAll(RELATIVE_IMPORT)) {
      expect(files).toContain(path.posix.join(path.posix.dirname(file), `${name}.d.ts`));
    }
  }
});
