/** Compiles C++ for the Arduino client's tests, once for each version of the sources. */

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "../backend/addresses";
import { COMPILER } from "./commands";
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

/** Sketches. -O0 compiles in half the time. The driver's -O1 shows the client's warnings. */
export const SKETCH = "board/sketch.cpp";
export const RELAY_SKETCH = "board/relay.cpp";

const programs = new Map<string, Promise<string>>();

/** @param source in test/support/devices; @returns the program; rejects with the compiler's errors and warnings */
export function compile(source: string, ...defined: readonly string[]): Promise<string> {
  const key = [source, ...defined].join(" ");
  const program = programs.get(key) ?? compileOnce(source, defined);
  programs.set(key, program);
  return program;
}

async function compileOnce(source: string, defined: readonly string[]): Promise<string> {
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
  const unfinished = `${binary}.${process.pid}`;
  try {
    await promisify(execFile)(COMPILER ?? "", [...options, "-o", unfinished]);
    renameSync(unfinished, binary);
  } finally {
    rmSync(unfinished, { force: true });
  }
  return binary;
}
