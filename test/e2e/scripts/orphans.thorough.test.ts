/**
 * A command ends with all its processes when npm, its terminal or its parent is gone. A command in
 * the background continues.
 */

import { spawn } from "node:child_process";
import type { ChildProcess, SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { StandInProject } from "../../support/scripts/stand-in-project";
import { useTemporaryFolder } from "rtdb-emulator/testing/temporary-folder";

const folder = useTemporaryFolder();
let project: StandInProject;
let started: ChildProcess | undefined;

beforeEach(async () => {
  project = await StandInProject.make(folder());
});
afterEach(async () => {
  started?.kill("SIGKILL");
  await project.remove();
});

function start(command: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  // As in a shell, without npm's variables.
  const env = Object.entries(process.env).filter(([name]) => !name.startsWith("npm_"));
  started = spawn(command, args, {
    cwd: folder(),
    env: Object.fromEntries(env),
    stdio: "ignore",
    ...options,
  });
  return started;
}

const npmStart = (): string[] => ["-s", "start", "--", String(project.port)];

test("npm is killed", async () => {
  const npm = start("npm", npmStart());
  await project.all();
  npm.kill("SIGKILL");
  await project.untilAllEnded();
});

test("the command is killed", async () => {
  start("npm", npmStart());
  const { pid } = (await project.all()).get("command")!;
  process.kill(pid, "SIGKILL");
  await project.untilAllEnded();
});

const inTerminal = process.platform === "linux" ? test : test.skip; // `script` has other arguments on other systems.

inTerminal("the terminal is closed", async () => {
  const command = `npm ${npmStart().join(" ")}`;
  const terminal = start("script", ["-qfc", command, "/dev/null"], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  await project.all();
  terminal.kill("SIGKILL");
  await project.untilAllEnded();
});

inTerminal("the terminal of a background command is closed, and the command goes on", async () => {
  const npm = `setsid npm ${npmStart().join(" ")} > npm.out 2>&1 < /dev/null`;
  const terminal = start("script", ["-qfc", `${npm} & echo $! > npm.pid; read line`, "/dev/null"], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  await project.all();
  terminal.kill("SIGKILL");
  await once(terminal, "exit");
  // Long enough to notice a lost parent several times.
  await project.reports.count(project.reports.all.length + 60);
  expect(["command", "server", "below"].filter((name) => project.has(name))).toHaveLength(3);
  process.kill(Number(readFileSync(`${folder()}/npm.pid`, "utf8")), "SIGTERM");
  await project.untilAllEnded();
});
