/**
 * The installation before a command: it installs only missing packages, stops with npm, and
 * explains a failure.
 */

import { existsSync, mkdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { run } from "../../../tools/dev/processes/processes";
import type { Running } from "../../../tools/dev/processes/processes";
import { HOST } from "../../support/backend/addresses";
import { copyCommands } from "../../support/scripts/stand-in-project";
import { useTemporaryFolder } from "rtdb-emulator/testing/temporary-folder";
import { Received } from "rtdb-emulator/testing/received";

const folder = useTemporaryFolder();
let server: Server | undefined;
let command: Running | undefined;

afterEach(async () => {
  await command?.stop();
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
});

/** Folders that have been installed, and whether their lockfile has changed since. */
type Held = Readonly<Record<string, "same" | "changed">>;

/** `npm start` in a project whose only package comes from our own registry. */
async function install(answer: RequestListener, held: Held = {}): Promise<Running> {
  const listening = createServer(answer);
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, HOST, resolve));
  writeProject(held);
  const { port } = listening.address() as AddressInfo;
  command = run(process.execPath, [join(folder(), "tools/dev/run.mjs"), "start"], {
    env: {
      ...process.env,
      npm_config_registry: `http://${HOST}:${port}/`,
      npm_config_cache: join(folder(), "cache"),
      npm_config_fetch_retries: "0",
    },
  });
  return command;
}

function writeProject(held: Held): void {
  const project = { name: "project", version: "1.0.0", dependencies: { held: "1.0.0" } };
  const packages = { "": project, "node_modules/held": { version: "1.0.0" } };
  const lock = { name: "project", version: "1.0.0", lockfileVersion: 3, packages };
  copyCommands(folder(), "");
  for (const part of ["", "functions", "jobs"]) {
    mkdirSync(join(folder(), part), { recursive: true });
    writeFileSync(join(folder(), part, "package.json"), JSON.stringify(project));
    const lockfile = join(folder(), part, "package-lock.json");
    writeFileSync(lockfile, JSON.stringify(lock));
    const state = held[part];
    if (state === undefined) continue;
    // npm writes this at the end of an installation.
    const record = join(folder(), part, "node_modules/.package-lock.json");
    mkdirSync(dirname(record));
    writeFileSync(record, JSON.stringify(lock));
    const { mtimeMs } = statSync(record);
    const changedAt = new Date(mtimeMs + (state === "same" ? -60_000 : 60_000));
    utimesSync(lockfile, changedAt, changedAt);
  }
}

test("a signal ends npm first, then the command", async () => {
  // npm waits for an answer that never comes.
  const npm = new Received<string>();
  const started = await install(({ socket }) => {
    npm.add("connected");
    socket.once("close", () => npm.add("closed"));
  });
  await npm.count(1);
  started.child.kill("SIGTERM");
  expect(await started.ended).toBe(130);
  expect(await npm.count(2)).toEqual(["connected", "closed"]);
  expect(started.output()).toMatch(/^Installing the packages .*\nStopping the installation …\n$/);
});

test.each([
  ["the packages of functions/", { "": "same", functions: "changed", jobs: "same" }],
  ["the packages", { "": "changed", functions: "same", jobs: "same" }],
] as const)("installs only %s with these lockfiles: %p", async (packages, held) => {
  const started = await install((_, response) => response.writeHead(404).end(), held);
  expect(await started.ended).toBe(1);
  // The server refuses the package, so that nothing else is installed.
  expect(started.output()).toMatch(new RegExp(`^Installing ${packages} \\(`));
  // The message has the reason, what to do and where the log is.
  const [, log = ""] =
    /^The installation failed. Run it again. The full log:\n {2}(.+)$/m.exec(started.output()) ??
    [];
  expect(started.output()).toContain("npm error 404 Not Found");
  expect(existsSync(log)).toBe(true);
});
