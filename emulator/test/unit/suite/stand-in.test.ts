/** The stand-in for `java`, started like by firebase-tools, with programs that only print their arguments. */

import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { jarFile, type StandIn, standInModule, standInScript } from "../../../src/suite/stand-in";
import { useTemporaryFolder } from "../../../testing/temporary-folder";

const parent = useTemporaryFolder();
/** The path has all characters that a shell might interpret. */
const folder = () => join(parent(), `it's "a" $HOME \\ folder`);

const VERSION = ["-Duser.language=en", "-Dfile.encoding=UTF-8", "-version"];
const FLAGS = ["--host", "127.0.0.1", "--port", "9000", "--single_project_mode", "Warning"];
const OWN_VERSION = 'openjdk version "21" (rtdb-emulator: no Java)\n';
const PRINT = "console.log(JSON.stringify(process.argv.slice(2)))";

interface Ran {
  readonly args?: readonly string[];
  readonly stderr: string;
  readonly status: number | null;
}

function prepare(given: Partial<StandIn>): StandIn {
  mkdirSync(folder(), { recursive: true });
  const database = join(folder(), "database.js");
  writeFileSync(database, PRINT);
  const program = [process.execPath, database];
  const options = ["--data", "a b'c"];
  return { folder: folder(), program, options, java: undefined, isJavaNeeded: false, ...given };
}

/** An installed Java. */
function installed(): string {
  const file = join(folder(), "real java");
  mkdirSync(folder(), { recursive: true });
  writeFileSync(file, `#!${process.execPath}\n${PRINT}`);
  chmodSync(file, 0o755);
  return file;
}

function ran(command: string, args: readonly string[], env = process.env): Ran {
  const { stdout, stderr, status } = spawnSync(command, args, { encoding: "utf8", env });
  return { ...(stdout !== "" && { args: JSON.parse(stdout) as string[] }), stderr, status };
}

function runScript(given: Partial<StandIn>, ...args: readonly string[]): Ran {
  const script = standInScript(prepare(given));
  const file = join(folder(), "java");
  writeFileSync(file, script, { mode: 0o700 });
  return ran(file, args);
}

/** Runs like firebase-tools after loading the module. */
function runModule(given: Partial<StandIn>, ...args: readonly string[]): Ran {
  const file = join(folder(), "stand-in.cjs");
  const standIn = prepare(given);
  writeFileSync(file, standInModule(standIn, process.pid));
  const spawn = `require("node:child_process").spawn("java", process.argv.slice(1), { stdio: "inherit" })
    .on("error", (error) => { console.error(error.message); process.exitCode = 1; })
    .on("exit", (code) => { process.exitCode = code; })`;
  const [node] = standIn.program;
  // This search path has no Java.
  return ran(node ?? "", ["--require", file, "-e", spawn, "--", ...args], { PATH: folder() });
}

/** Only Unix runs these scripts. The module runs on all systems. */
const onUnix = process.platform === "win32" ? describe.skip : describe;

onUnix("the script", () => {
  it("passes other calls to the installed Java", () => {
    const java = installed();
    const passed = (args: readonly string[]) => ({ args, stderr: "", status: 0 });
    expect(runScript({ java, isJavaNeeded: true }, ...VERSION)).toEqual(passed(VERSION));
    expect(runScript({ java }, "-version")).toEqual(passed(["-version"]));
    const otherArgs = ["-jar", "cloud firestore's.jar", "--port", "8080"];
    expect(runScript({ java }, ...otherArgs)).toEqual(passed(otherArgs));
  });

  it("reports like a shell that Java is not installed", () => {
    const missing = {
      stderr: "java: not found. Install Java 21 or newer for the other emulators.\n",
      status: 127,
    };
    expect(runScript({}, "-jar", "firestore.jar")).toEqual(missing);
    expect(runScript({ isJavaNeeded: true }, ...VERSION)).toEqual(missing);
  });
});

describe("the module for Windows", () => {
  it("runs the database with firebase-tools' flags and those of exec", () => {
    const run = runModule({}, "-Duser.language=en", "-jar", jarFile(folder()), ...FLAGS);
    const parentId = run.args?.[5];
    expect(parentId).toMatch(/^\d+$/);
    expect(run).toEqual({
      args: ["--suite", folder(), "--data", "a b'c", "--parent", parentId, ...FLAGS],
      stderr: "",
      status: 0,
    });
  });

  it("prints the version, and passes other calls to the installed Java", () => {
    expect(runModule({}, ...VERSION)).toEqual({ stderr: OWN_VERSION, status: 0 });
    const missing = { stderr: "spawn java ENOENT\n", status: 1 };
    expect(runModule({ isJavaNeeded: true }, ...VERSION)).toEqual(missing);
  });
});
