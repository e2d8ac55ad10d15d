/**
 * The installation before a command: it installs only missing packages, stops with npm, and
 * explains a failure.
 */

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
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

interface Project {
  /** The only package in the lockfile. */
  readonly locked?: { readonly version: string; readonly integrity?: string };
  /** Folders that have been installed, and whether their lockfile has changed since. */
  readonly held?: Readonly<Record<string, "same" | "changed">>;
}

/** `npm start` in a project whose only package comes from our own registry. */
async function install(answer: RequestListener, project: Project = {}): Promise<Running> {
  const listening = createServer(answer);
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, HOST, resolve));
  writeProject(project);
  return startAgain();
}

function startAgain(): Running {
  const { port } = server!.address() as AddressInfo;
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

function writeProject({ locked = { version: "1.0.0" }, held = {} }: Project): void {
  const project = { name: "project", version: "1.0.0", dependencies: { held: "1.0.0" } };
  const packages = { "": project, "node_modules/held": locked };
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

test("installed packages are kept", async () => {
  const started = await install((_, response) => response.writeHead(404).end(), {
    held: { "": "same", functions: "same", jobs: "same" },
  });
  expect([await started.ended, started.output()]).toEqual([0, ""]);
});

test.each([
  ["the packages of functions/", { "": "same", functions: "changed", jobs: "same" }],
  ["the packages", { "": "changed", functions: "same", jobs: "same" }],
] as const)("installs only %s with these lockfiles: %p", async (packages, held) => {
  const started = await install((_, response) => response.writeHead(404).end(), { held });
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

/** Returns the archive of a package, and its digest for a lockfile. */
function pack(): { readonly bytes: Buffer; readonly integrity: string } {
  const source = join(folder(), "held/package");
  mkdirSync(source, { recursive: true });
  writeFileSync(join(source, "package.json"), JSON.stringify({ name: "held", version: "1.0.0" }));
  const { stdout } = spawnSync("tar", ["-czf", "-", "-C", join(source, ".."), "package"]);
  const digest = createHash("sha512").update(stdout).digest("base64");
  return { bytes: stdout, integrity: `sha512-${digest}` };
}

test("packages in npm's cache are not downloaded again, and their digests are checked", async () => {
  const { bytes, integrity } = pack();
  const requested: (string | undefined)[] = [];
  const first = await install(
    ({ url, headers }, response) => {
      requested.push(url);
      const dist = { tarball: `http://${headers.host}/held.tgz`, integrity };
      const version = { name: "held", version: "1.0.0", dist };
      const about = { name: "held", "dist-tags": {}, versions: { "1.0.0": version } };
      response.setHeader("Cache-Control", "max-age=0");
      response.end(url === "/held" ? JSON.stringify(about) : bytes);
    },
    { locked: { version: "1.0.0", integrity } },
  );
  expect(await first.ended).toBe(0);
  expect(requested).toContain("/held");

  requested.length = 0;
  removeInstalled();
  expect(await startAgain().ended).toBe(0);
  expect(requested).toEqual([]);

  removeInstalled();
  const otherIntegrity = `sha512-${"A".repeat(86)}==`;
  writeProject({ locked: { version: "1.0.0", integrity: otherIntegrity } });
  const third = startAgain();
  expect(await third.ended).toBe(1);
  expect(third.output()).toContain("npm error code EINTEGRITY");
});

function removeInstalled(): void {
  rmSync(join(folder(), "node_modules"), { recursive: true });
}

test("--help needs no installation", () => {
  writeProject({});
  writeFileSync(join(folder(), "tools/dev/start.ts"), "");
  const before = readdirSync(folder(), { recursive: true });
  const run = join(folder(), "tools/dev/run.mjs");
  const { status, stdout } = spawnSync(process.execPath, [run, "start", "--help"], {
    encoding: "utf8",
  });
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^npm (?:run )?\w+ /)]);
  expect(readdirSync(folder(), { recursive: true })).toEqual(before);
});
