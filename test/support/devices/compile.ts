/** Compiles C++ for the Arduino client's tests, once for each version of the sources. */

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "../backend/addresses";
import { COMPILER, findCommand } from "./commands";
import { FOLDER } from "./device";

const BINARIES = join(ROOT, ".data/compiled");
const ARDUINO = join(ROOT, "devices/arduino");
/** The options of the strictest compiler of the boards. */
const OPTIONS = [
  "-std=c++11",
  "-pthread",
  "-Wall",
  "-Wextra",
  "-Wpedantic",
  "-Wconversion",
  "-Werror",
  "-I",
  join(ARDUINO, "src"),
  "-I",
  join(ARDUINO, "examples/SensorNode"),
  "-I",
  join(ARDUINO, "examples/Relay"),
  "-I",
  join(FOLDER, "board"),
];

/** Returns the command of an example's sketch. -O0 compiles in half the time. The driver's -O1 shows the client's warnings. */
export async function sketch(
  name: "SensorNode" | "Relay",
  ...defined: readonly string[]
): Promise<readonly string[]> {
  return [await compile("board/sketch.cpp", ...defined), name];
}

/** Compiles to the path `$0` unless somebody has done so meanwhile. */
const ONCE = 'test -e "$0" || { "$@" -o "$0.$$" && mv "$0.$$" "$0"; }';
/** Other suites wait for the same program. macOS has no such command: they compile it, too. */
const LOCK = findCommand("flock");

/** @param source in test/support/devices; @returns the program; rejects with the compiler's errors and warnings */
export async function compile(source: string, ...defined: readonly string[]): Promise<string> {
  const options = [
    ...OPTIONS,
    source === "driver.cpp" || source === "power-loss.cpp" ? "-O1" : "-O0",
    ...defined.map((macro) => `-D${macro}`),
    join(FOLDER, source),
  ];
  const hash = createHash("sha256").update(options.join("\0"));
  for (const folder of [ARDUINO, FOLDER]) {
    for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted()) {
      if (/\.(?:h|cpp|ino)$/.test(file)) hash.update(readFileSync(join(folder, file)));
    }
  }
  const binary = join(BINARIES, hash.digest("hex").slice(0, 20));
  if (existsSync(binary)) return binary;
  mkdirSync(BINARIES, { recursive: true });
  const command = ["sh", "-c", ONCE, binary, COMPILER ?? "", ...options];
  const [program = "", ...args] =
    LOCK === undefined ? command : [LOCK, `${binary}.lock`, ...command];
  await promisify(execFile)(program, args);
  return binary;
}
