/** `npm run host` says what there is: its addresses, and whether there is a database. */

import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo, Server } from "node:net";
import { join } from "node:path";
import { processBegin, runningFile } from "../../../cli/src/running-stack";
import { run } from "../../../scripts/stack/processes";
import { DATABASE_ADDRESS, freePort, HOST, ROOT } from "../../support/backend/addresses";
import { useTemporaryFolder } from "../../support/temporary-folder";
import { Told } from "../../support/told";

jest.setTimeout(30_000);

/** As run.mjs starts it. */
const QUIET = "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON";

interface Host {
  readonly told: Told<string>;
  /** The exit code, when it has ended. */
  readonly code: Promise<number | null>;
  stop(): Promise<void>;
}

const folder = useTemporaryFolder();
let host: Host | undefined;
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
): Promise<Told<string>> {
  const started = run(
    process.execPath,
    [QUIET, join(ROOT, "scripts/host.ts"), "--no-build", ...options],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        FIREBASE_DATABASE_EMULATOR_HOST: databaseAddress,
        PORT: String(port ?? (await freePort())),
      },
    },
  );
  const told = new Told<string>();
  started.onLine(told.add);
  void started.ended.then(() => told.add("It ended."));
  host = { told, code: started.ended, stop: () => started.stop() };
  return told;
}

test("a database that is there", async () => {
  const told = await startHost(DATABASE_ADDRESS);
  await told.last((line) => line === "Ctrl-C stops.");
  expect(told.all).toContain(`The database is at ${DATABASE_ADDRESS}.`);
});

test("a database that is not there, and then is", async () => {
  const port = await freePort();
  const told = await startHost(`${HOST}:${port}`);
  await told.last((line) => line === "Ctrl-C stops.");
  expect(told.all).toEqual(
    expect.arrayContaining([
      "Ready",
      `No database answers at ${HOST}:${port}: every reading gets a 503 until one does.`,
    ]),
  );
  server = createServer((socket) => socket.destroy()).listen(port, HOST);
  await told.last((line) => line === `The database at ${HOST}:${port} is there now.`);
});

test("an address that is none is one line", async () => {
  const told = await startHost("somewhere");
  await told.last((line) => line === "It ended.");
  expect(told.all).toContain(
    "FIREBASE_DATABASE_EMULATOR_HOST=somewhere is no address: use host:port.",
  );
  expect(told.all).not.toContain("Ready");
});

test("a port that is taken is one line, and an exit code", async () => {
  server = createServer().listen(0);
  const { port } = server.address() as AddressInfo;
  const told = await startHost(DATABASE_ADDRESS, port);
  await told.last((line) => line === "It ended.");
  expect(told.all).toEqual([
    `Port ${port} is taken. Stop what listens there, or choose another: PORT=…`,
    "It ended.",
  ]);
  expect(await host?.code).toBe(1);
});

test("without an address in its environment it finds the running stack in its data folder", async () => {
  const running = {
    ...{ pid: process.pid, begun: processBegin(process.pid), pageUrl: "", functionsUrl: "" },
    ...{ databaseAddress: DATABASE_ADDRESS, authAddress: "" },
  };
  writeFileSync(runningFile(folder()), JSON.stringify(running));
  const told = await startHost("", undefined, ["--data", folder()]);
  await told.last((line) => line === "Ctrl-C stops.");
  expect(told.all).toContain(`The database is at ${DATABASE_ADDRESS}.`);
});
