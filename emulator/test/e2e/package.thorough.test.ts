/**
 * The package that `npm publish` would upload: the program, the library with types, the README and examples. In an
 * empty folder, the installed package runs the README's quick start and the chat example.
 */

import { exec, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { freePort } from "../../testing/free-port";
import { EMULATOR, FIREBASE, packageFolder } from "../support/packages";

const run = promisify(execFile);
const shell = process.platform === "win32";

type Installed = Readonly<Record<"project" | "installed", string>> & {
  readonly files: readonly string[];
};

interface Manifest {
  readonly main: string;
  readonly types: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

function manifestIn(folder: string): Partial<Manifest> {
  return JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as Partial<Manifest>;
}

/** The sources of the package. npm omits other files. */
const SOURCES = [
  "package.json",
  ".npmrc",
  "README.md",
  "CHANGELOG.md",
  "LICENSE",
  "bin",
  "docs",
  "examples",
  "scripts",
  "src",
  "viewer",
];

/**
 * Packs a copy of the sources, because other tests run the build in this folder. The user's npm settings disable
 * scripts. Unpacks the package into node_modules.
 */
async function install(folder: string): Promise<Installed> {
  const [source, project] = [path.join(folder, "source"), path.join(folder, "project")];
  const installed = path.join(project, "node_modules/rtdb-emulator");
  for (const name of SOURCES) {
    await cp(path.join(EMULATOR, name), path.join(source, name), { recursive: true });
  }
  const { dependencies, devDependencies } = manifestIn(EMULATOR);
  addPackages(source, Object.keys({ ...dependencies, ...devDependencies }));
  const settings = path.join(folder, "npmrc");
  writeFileSync(settings, "ignore-scripts=true\n");
  const { stdout } = await run("npm", ["pack", "--json"], {
    cwd: source,
    shell,
    env: { ...environment(), npm_config_userconfig: settings },
  });
  type Packed = { readonly filename: string; readonly files: readonly { readonly path: string }[] };
  const [packed] = JSON.parse(stdout) as readonly Packed[];
  mkdirSync(installed, { recursive: true });
  await run("tar", ["-xzf", packed!.filename, "--strip-components=1", "-C", installed], {
    cwd: source,
  });
  return { project, installed, files: packed!.files.map((file) => file.path).sort() };
}

/** Returns the environment without the variables of `npm test`, such as the settings of this repository. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  return Object.fromEntries(own);
}

/** Links packages of this repository next to the package, as in an installation. */
function addPackages(project: string, names: Iterable<string>): void {
  for (const name of names) {
    const target = path.join(project, "node_modules", name);
    mkdirSync(path.dirname(target), { recursive: true });
    symlinkSync(packageFolder(name), target, "junction");
  }
}

/** Links the package's command like npm. */
function addCommand(name: string, file: string): void {
  const folder = path.join(project, "node_modules/.bin");
  mkdirSync(folder, { recursive: true });
  symlinkSync(file, path.join(folder, name));
}

let folder: string;
let project: string;
let installed: string;
let files: readonly string[];
let manifest: Manifest;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "rtdb-emulator-package-"));
  ({ project, installed, files } = await install(folder));
  manifest = manifestIn(installed) as Manifest;
  addPackages(project, Object.keys(manifest.dependencies));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it("the package contains the program, the library, all types and examples", () => {
  const isExample = (file: string): boolean => file.startsWith("examples/");
  expect(files.filter((file) => !isExample(file))).toEqual([
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "bin/rtdb-emulator.cjs",
    "dist/LICENSES.txt",
    "dist/cli.js",
    "dist/index.d.ts",
    "dist/index.js",
    "dist/start.d.ts",
    "docs/ci.md",
    "docs/compatibility.md",
    "docs/firebase-tools.md",
    "package.json",
  ]);
  const { main, types, bin } = manifest;
  expect(files).toEqual(expect.arrayContaining([main, types, ...Object.values(bin)]));
});

describe("in an empty folder", () => {
  const rules = { rules: { notes: { ".read": true, ".write": "newData.isString()" } } };

  it("the README's quick start works: rules, REST, coverage and a clean end", async () => {
    const cli = path.join(installed, manifest.bin["rtdb-emulator"]!);
    writeFileSync(path.join(project, "database.rules.json"), JSON.stringify(rules));
    const emulator = spawn(
      process.execPath,
      [cli, "--port", "0", "--rules", "database.rules.json"],
      { cwd: project, stdio: ["ignore", "pipe", "inherit"] },
    );
    // If the program fails to start, it prints no line.
    const lines = createInterface(emulator.stdout);
    const [line] = (await Promise.race([once(lines, "line"), once(lines, "close")])) as [string];
    const [, url = ""] = /^Realtime Database emulator at (.+)$/.exec(line) ?? [];
    const address = `${url}/notes.json?ns=demo`;
    const statuses = ['"text"', "5"].map(async (body) => {
      const { status } = await fetch(address, { method: "PUT", body });
      return status;
    });
    expect(await Promise.all(statuses)).toEqual([200, 401]);
    expect(await (await fetch(address)).json()).toBe("text");
    const { port } = new URL(url);
    const { stdout } = await run(
      process.execPath,
      [cli, "coverage", "--port", port, "--ns", "demo", "--fail-under", "100"],
      { cwd: project },
    );
    expect(stdout).toBe("database.rules.json: 100 % tried, 2 of 2 expressions\n");
    emulator.kill("SIGINT");
    // Windows has no signals, so the program ends at once.
    expect(await once(emulator, "exit")).toEqual(shell ? [null, "SIGINT"] : [0, null]);
  });

  it("a program in TypeScript compiles with the strictest settings, and starts the emulator", async () => {
    const program = `import { EmulatorError, start, type Emulator } from "rtdb-emulator";
      const emulator: Emulator = await start({ port: 0, rulesFile: "database.rules.json" });
      console.log(await (await fetch(emulator.url + "/notes.json?ns=demo")).json());
      await emulator.stop();
      const port: number = emulator.port;
      export const problem = (error: unknown) => (error instanceof EmulatorError ? port : 0);`;
    writeFileSync(path.join(project, "database.rules.json"), JSON.stringify(rules));
    writeFileSync(path.join(project, "program.mts"), program);
    const compilerOptions = { noEmit: true, strict: true, module: "nodenext", types: [] };
    const settings = { compilerOptions, files: ["program.mts"] };
    writeFileSync(path.join(project, "tsconfig.json"), JSON.stringify(settings));
    const compiler = path.join(packageFolder("typescript"), "bin/tsc");
    // The compiler prints errors on its standard output.
    const { stdout } = await run(process.execPath, [compiler], { cwd: project }).catch(
      (error: unknown) => error as { readonly stdout: string },
    );
    expect(stdout).toBe("");
    const ran = await run(process.execPath, ["program.mts"], { cwd: project });
    expect(ran.stdout).toBe("null\n");
  });

  describe("the example of a chat", () => {
    let chat: string;
    const env = environment();
    // The example starts its own emulator.
    delete env["FIREBASE_DATABASE_EMULATOR_HOST"];

    beforeAll(async () => {
      chat = path.join(project, "chat");
      await cp(path.join(installed, "examples/chat"), chat, { recursive: true });
      addPackages(project, ["firebase", "firebase-tools", "@firebase/rules-unit-testing"]);
      symlinkSync(path.join(project, "node_modules"), path.join(chat, "node_modules"), "junction");
      addCommand("rtdb-emulator", path.join(installed, manifest.bin["rtdb-emulator"]!));
      addCommand("firebase", FIREBASE);
    });

    it("passes the CI command of docs/ci.md", async () => {
      const page = readFileSync(path.join(installed, "docs/ci.md"), "utf8");
      // The page's first workflow. Its second one needs functions.
      const [install, command] = [...page.matchAll(/^ +- run: (.+)$/gm)].map(([, line]) => line!);
      expect(install).toBe("npm ci");
      const file = path.join(chat, "firebase.json");
      const settings = JSON.parse(readFileSync(file, "utf8")) as { emulators: object };
      const ports = {
        database: await freePort(),
        hub: await freePort(),
        logging: await freePort(),
      };
      const emulators = Object.entries(ports).map(([name, port]) => [name, { port }]);
      Object.assign(settings.emulators, Object.fromEntries(emulators));
      writeFileSync(file, JSON.stringify(settings));
      const { stdout } = await promisify(exec)(command!, { cwd: chat, env });
      expect(stdout).toMatch(/fail 0\n.*database.rules.json: [\d.]+ % tried/s);
    });
  });
});
