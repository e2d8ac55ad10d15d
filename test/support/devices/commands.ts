/** The commands of this machine that the device clients need. */

import { spawnSync } from "node:child_process";
import { fromRoot } from "../../../tools/dev/stack/project";

/** Returns the first of these commands that this machine has. */
export function findCommand(...names: readonly string[]): string | undefined {
  return names.find(
    (name) => spawnSync(name, ["--version"], { stdio: "ignore" }).error === undefined,
  );
}

/** The reason why something cannot be tested here; undefined if it can. */
function missingWithout(command: string | undefined, subject: string): string | undefined {
  return command === undefined ? `${subject} is not installed` : undefined;
}

/** The interpreter itself. The command of that name may be a script that searches for it each time. */
export const PYTHON = findPython();
/** The Python packages, for programs that use them without an installation, and what this machine adds. */
export const PYTHONPATH = [
  fromRoot("devices/python"),
  fromRoot("devices/gateway"),
  ...(process.env["PYTHONPATH"] ?? "").split(":").filter((folder) => folder !== ""),
].join(":");
export const COMPILER = findCommand("g++", "clang++");

export const NO_PYTHON = missingWithout(PYTHON, "python3");
export const NO_COMPILER = missingWithout(COMPILER, "g++ or clang++");
export const NO_CURL = missingWithout(findCommand("curl"), "curl");
/** Version 1.23 or newer, which has the module `tls`. */
export const NO_MICROPYTHON = missingWithout(findMicropython(), "micropython 1.23 or newer");

function findPython(): string | undefined {
  const python = spawnSync("python3", ["-c", "import sys; print(sys.executable)"]);
  return python.error === undefined ? python.stdout.toString().trim() : undefined;
}

function findMicropython(): string | undefined {
  const { error, status } = spawnSync("micropython", ["-c", "import tls"], { stdio: "ignore" });
  return error === undefined && status === 0 ? "micropython" : undefined;
}
