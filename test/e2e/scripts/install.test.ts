/** The installation before a command: it stops when asked, with all that it started, and says what to do when it fails. */

import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
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

/** `npm start` in a project whose only package comes from a server of ours. */
async function install(answer: RequestListener): Promise<Running> {
  const listening = createServer(answer);
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, HOST, resolve));
  const { port } = listening.address() as AddressInfo;
  writeProject(`http://${HOST}:${port}/held.tgz`);
  command = run(process.execPath, [join(folder(), "scripts/run.mjs"), "start"], {
    env: { ...process.env, npm_config_cache: join(folder(), "cache") },
  });
  return command;
}

function writeProject(address: string): void {
  const project = { name: "project", version: "1.0.0", dependencies: { held: "1.0.0" } };
  const packages = { "": project, "node_modules/held": { version: "1.0.0", resolved: address } };
  const lock = { name: "project", version: "1.0.0", lockfileVersion: 3, packages };
  mkdirSync(join(folder(), "scripts"));
  cpSync(join(ROOT, "scripts/run.mjs"), join(folder(), "scripts/run.mjs"));
  writeFileSync(join(folder(), "scripts/start.ts"), "");
  for (const part of ["", "functions"]) {
    mkdirSync(join(folder(), part), { recursive: true });
    writeFileSync(join(folder(), part, "package.json"), JSON.stringify(project));
    writeFileSync(join(folder(), part, "package-lock.json"), JSON.stringify(lock));
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

test("a failure is told with its reason, what to do and where the log is", async () => {
  const started = await install((_, response) => response.writeHead(404).end());
  expect(await started.ended).toBe(1);
  const [, log = ""] =
    /^The installation failed. Run it again. The full log:\n {2}(.+)$/m.exec(started.output()) ??
    [];
  expect(started.output()).toContain("npm error 404 Not Found");
  expect(existsSync(log)).toBe(true);
});
