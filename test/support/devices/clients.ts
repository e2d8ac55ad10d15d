/** Every device client that this machine can run, and why it cannot run the others. */

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../backend/addresses";
import { FOLDER, startDriver } from "./device";
import type { Device, DeviceSettings } from "./device";
import { startShell } from "./shell-device";

export interface DeviceClient {
  readonly name: string;
  /** What is missing here; undefined where it runs. */
  readonly missing: string | undefined;
  /** To be called where tests are described: what starts one. */
  readonly use: () => (settings: DeviceSettings) => Device;
  /** A reading's time has whole seconds only. */
  readonly isInSeconds: boolean;
}

/** The first of these commands that this machine has. */
export function findCommand(...names: readonly string[]): string | undefined {
  return names.find(
    (name) => spawnSync(name, ["--version"], { stdio: "ignore" }).error === undefined,
  );
}

const PYTHON = findPython();
export const MICROPYTHON = hasMicropython() ? "micropython" : undefined;
/** The same language from npm, without TLS: it runs on every machine. */
export const MICROPYTHON_WASM = join(FOLDER, "micropython-wasm/run.ts");
const MICROPYTHON_DRIVER = join(FOLDER, "driver-micropython.py");
export const COMPILER = findCommand("g++", "clang++");
const CURL = findCommand("curl");

/** The interpreter itself: what is found by its name may be a script that looks for it, each time. */
function findPython(): string | undefined {
  const python = spawnSync("python3", ["-c", "import sys; print(sys.executable)"]);
  return python.error === undefined ? python.stdout.toString().trim() : undefined;
}

/** From 1.23 on, which is when the module `tls` came. */
function hasMicropython(): boolean {
  const micropython = spawnSync("micropython", ["-c", "import tls"], { stdio: "ignore" });
  return micropython.error === undefined && micropython.status === 0;
}

export const CLIENTS: readonly DeviceClient[] = [
  {
    name: "Python",
    missing: PYTHON === undefined ? "python3 is not installed" : undefined,
    use: () => (settings) => startDriver(PYTHON ?? "", [join(FOLDER, "driver.py")], settings),
    isInSeconds: false,
  },
  {
    name: "MicroPython",
    missing: MICROPYTHON === undefined ? "micropython 1.23 or newer is not installed" : undefined,
    use: () => (settings) => startDriver("micropython", [MICROPYTHON_DRIVER], settings),
    isInSeconds: false,
  },
  {
    name: "MicroPython (WebAssembly)",
    missing: undefined,
    use: () => (settings) =>
      startDriver(process.execPath, [MICROPYTHON_WASM, MICROPYTHON_DRIVER], settings),
    isInSeconds: false,
  },
  {
    name: "Node",
    missing: undefined,
    use: () => (settings) => startDriver(process.execPath, [join(FOLDER, "driver.mjs")], settings),
    isInSeconds: false,
  },
  {
    name: "C++",
    missing: COMPILER === undefined ? "neither g++ nor clang++ is installed" : undefined,
    use: useCompiled,
    isInSeconds: false,
  },
  {
    name: "shell",
    missing: CURL === undefined ? "curl is not installed" : undefined,
    use: () => startShell,
    isInSeconds: true,
  },
];

/** Compiles the driver once, as the strictest of the boards' compilers would. */
function useCompiled(): (settings: DeviceSettings) => Device {
  let folder: string | undefined;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "greenhouse-cpp-"));
    compile(join(FOLDER, "driver.cpp"), join(folder, "driver"), []);
  });
  afterAll(() => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });
  return (settings) => startDriver(join(folder ?? "", "driver"), [], settings);
}

/** @throws Error with the compiler's warnings, of which none is let pass */
export function compile(source: string, binary: string, options: readonly string[]): void {
  const folders = ["-I", join(ROOT, "devices/arduino/src"), "-I", FOLDER];
  const warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"];
  execFileSync(COMPILER ?? "", [
    ...["-std=c++11", "-O1", ...warnings, ...folders],
    ...[...options, source, "-o", binary],
  ]);
}
