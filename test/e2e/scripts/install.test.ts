/**
 * The installation before a command: it happens where packages are missing and only there, stops when asked, with all
 * that it started, and says what to do when it fails.
 */

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { run } from "../../../scripts/stack/processes";
import type { Running } from "../../../scripts/stack/processes";
import { HOST, ROOT } from "../../support/backend/addresses";
import { useTemporaryFolder } from "../../support/temporary-folder";
import { Told } from "../../support/told";

const folder = useTemporaryFolder();
let server: Server | undefined;
let command: Running | undefined;

afterEach(async () => {
  await command?.stop();
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
});

/** `npm start` in a project whose only package comes from a server of ours. @param held its version, by folder, where it is installed */
async function install(
  answer: RequestListener,
  held: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const listening = createServer(answer);
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, HOST, resolve));
  const { port } = listening.address() as AddressInfo;
  writeProject(`http://${HOST}:${port}/held.tgz`, held);
  command = run(process.execPath, [join(folder(), "scripts/run.mjs"), "start"], {
    env: { ...process.env, npm_config_cache: join(folder(), "cache") },
  });
  return command;
}

function writeProject(address: string, held: Readonly<Record<string, string>>): void {
  const project = { name: "project", version: "1.0.0", dependencies: { held: "1.0.0" } };
  const lockOf = (version: string, packages: object): string =>
    JSON.stringify({
      name: "project",
      version: "1.0.0",
      lockfileVersion: 3,
      packages: { ...packages, "node_modules/held": { version, resolved: address } },
    });
  mkdirSync(join(folder(), "scripts"));
  cpSync(join(ROOT, "scripts/run.mjs"), join(folder(), "scripts/run.mjs"));
  symlinkSync(join(ROOT, "scripts/stack"), join(folder(), "scripts/stack"));
  writeFileSync(join(folder(), "scripts/start.ts"), "");
  for (const part of ["", "functions"]) {
    mkdirSync(join(folder(), part), { recursive: true });
    writeFileSync(join(folder(), part, "package.json"), JSON.stringify(project));
    writeFileSync(join(folder(), part, "package-lock.json"), lockOf("1.0.0", { "": project }));
    const version = held[part];
    if (version === undefined) continue;
    // npm leaves this behind, whoever called it.
    mkdirSync(join(folder(), part, "node_modules"));
    writeFileSync(join(folder(), part, "node_modules/.package-lock.json"), lockOf(version, {}));
  }
}

test.each(["SIGINT", "SIGTERM"] as const)("%s ends npm too, and only then itself", async (name) => {
  // The request is never answered: npm waits until it ends.
  const npm = new Told<string>();
  const started = await install(({ socket }) => {
    npm.add("asks");
    socket.once("close", () => npm.add("is gone"));
  });
  await npm.count(1);
  started.child.kill(name);
  expect(await started.ended).toBe(130);
  expect(await npm.count(2)).toEqual(["asks", "is gone"]);
  expect(started.output()).toMatch(/^Installing the packages .*\nStopping the installation …\n$/);
});

test("what somebody installed with npm ci is left alone", async () => {
  const started = await install((_, response) => response.writeHead(404).end(), {
    "": "1.0.0",
    functions: "1.0.0",
  });
  expect([await started.ended, started.output()]).toEqual([0, ""]);
});

test.each([
  ["the packages of functions/", { "": "1.0.0" }],
  ["the packages of functions/", { "": "1.0.0", functions: "0.9.0" }],
  ["the packages", { "": "0.9.0", functions: "1.0.0" }],
])("only %s are installed where these versions are there: %p", async (what, held) => {
  const started = await install((_, response) => response.writeHead(404).end(), held);
  expect(await started.ended).toBe(1);
  // The server refuses the package, so that this installation is the last.
  expect(started.output()).toMatch(new RegExp(`^Installing ${what} \\(`));
});

test("a failure is told with its reason, what to do and where the log is", async () => {
  const started = await install((_, response) => response.writeHead(404).end());
  expect(await started.ended).toBe(1);
  const [, log = ""] =
    /^The installation failed. Run it again. The full log:\n {2}(.+)$/m.exec(started.output()) ??
    [];
  expect(started.output()).toContain("npm error 404 Not Found");
  expect(existsSync(log)).toBe(true);
});

test.each(["start", "test", "farm"])("--help of %s comes before an installation", (name) => {
  writeProject(`http://${HOST}:1/held.tgz`);
  writeFileSync(join(folder(), `scripts/${name}.ts`), "");
  const before = readdirSync(folder(), { recursive: true });
  const run = join(folder(), "scripts/run.mjs");
  const { status, stdout } = spawnSync(process.execPath, [run, name, "--help"], {
    encoding: "utf8",
  });
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^npm (?:run )?\w+ /)]);
  expect(readdirSync(folder(), { recursive: true })).toEqual(before);
});
