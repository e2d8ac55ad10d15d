/** `npm run host` prints its addresses, and whether there is a database. */

import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo, Server } from "node:net";
import { join } from "node:path";
import { processBegin, runningFile } from "../../../tools/cli/src/core/running-stack";
import { run } from "../../../tools/dev/processes/processes";
import type { Running } from "../../../tools/dev/processes/processes";
import { DATABASE_ADDRESS, freePort, HOST, ROOT } from "../../support/backend/addresses";
import { useTemporaryFolder } from "rtdb-emulator/testing/temporary-folder";
import { Received } from "rtdb-emulator/testing/received";

/** The option of run.mjs. */
const QUIET = "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON";

const folder = useTemporaryFolder();
let host: Running | undefined;
let server: Server | undefined;

afterEach(async () => {
  await host?.stop();
  host = undefined;
  await new Promise<void>((resolve) => {
    if (server === undefined) resolve();
    else server.close(() => resolve());
  });
  server = undefined;
});

async function startHost(
  databaseAddress: string,
  port?: number,
  options: readonly string[] = [],
): Promise<Received<string>> {
  host = run(process.execPath, [QUIET, join(ROOT, "tools/dev/host.ts"), "--no-build", ...options], {
    cwd: ROOT,
    env: {
      ...process.env,
      FIREBASE_DATABASE_EMULATOR_HOST: databaseAddress,
      PORT: String(port ?? (await freePort())),
    },
  });
  const output = new Received<string>();
  host.onLine(output.add);
  void host.ended.then(() => output.add("It ended."));
  return output;
}

test("a database that starts later", async () => {
  const port = await freePort();
  const output = await startHost(`${HOST}:${port}`);
  await output.last((line) => line === "Press Ctrl-C to stop.");
  expect(output.all).toEqual(
    expect.arrayContaining([
      "Ready",
      `No database answers at ${HOST}:${port}: every reading gets a 503 until a database does.`,
    ]),
  );
  server = createServer((socket) => socket.destroy()).listen(port, HOST);
  await output.last((line) => line === `The database at ${HOST}:${port} answers now.`);
});

test("a malformed address or a taken port is refused in one line, with an exit code", async () => {
  const malformed = await startHost("somewhere");
  await malformed.last((line) => line === "It ended.");
  expect(malformed.all).toContain(
    "FIREBASE_DATABASE_EMULATOR_HOST=somewhere is not an address: use host:port.",
  );
  server = createServer().listen(0);
  const { port } = server.address() as AddressInfo;
  const taken = await startHost(DATABASE_ADDRESS, port);
  await taken.last((line) => line === "It ended.");
  expect(taken.all[0]).toBe(
    `Port ${port} is taken. Stop the program that listens there, or choose another port: PORT=…`,
  );
  expect(await host?.ended).toBe(1);
});

test("without an address it uses the stack that runs with the data folder", async () => {
  const running = {
    pid: process.pid,
    begun: processBegin(process.pid),
    pageUrl: "",
    functionsUrl: "",
    databaseAddress: DATABASE_ADDRESS,
    authAddress: "",
  };
  writeFileSync(runningFile(folder()), JSON.stringify(running));
  const output = await startHost("", undefined, ["--data", folder()]);
  await output.last((line) => line === "Press Ctrl-C to stop.");
  expect(output.all).toContain(`The database is at ${DATABASE_ADDRESS}.`);
});
