/** Imports as firebase-tools sends them. Source: firebase-tools, src/emulator/databaseEmulator.ts. */

import { type Emulator, start } from "../../../src/start";
import { useTemporaryFolder } from "../../../testing/temporary-folder";

const temporaryFolder = useTemporaryFolder();
const IMPORT = "disableTriggers=true&writeSizeLimit=unlimited";

/** A tree whose JSON is longer than a body that is read as a whole. */
const LONG = JSON.stringify(
  Object.fromEntries(
    Array.from({ length: 170 }, (_, n) => [`key${n + 100}`, { n, text: "x".repeat(1e5) }]),
  ),
);

let emulator: Emulator;

beforeEach(async () => {
  emulator = await start({ port: 0, dataFolder: temporaryFolder() });
});
afterEach(() => emulator.stop());

async function send(method: string, path: string, body?: string): Promise<[number, string]> {
  const response = await fetch(`${emulator.url}${path}`, {
    method,
    headers: { Authorization: "Bearer owner" },
    ...(body !== undefined && { body }),
  });
  return [response.status, await response.text()];
}

it("a long import is stored, gets a short answer, and can be exported", async () => {
  const imported = await send("PUT", `/a.json?ns=demo&${IMPORT}`, LONG);
  expect(imported).toEqual([200, '{"status":"ok"}']);
  await emulator.stop();
  emulator = await start({ port: 0, dataFolder: temporaryFolder() });
  const [status, exported] = await send("GET", "/a.json?ns=demo&format=export");
  expect([status, exported === LONG]).toEqual([200, true]);
});

it("a short import is answered like any other write", async () => {
  expect(await send("PUT", `/a.json?ns=demo&${IMPORT}`, "[1]")).toEqual([200, "[1]"]);
});

it("a long import that is refused changes nothing", async () => {
  await send("PUT", "/a.json?ns=refused", "1");
  const refused = await send("PUT", `/a.json?ns=refused&${IMPORT}`, `{,${LONG.slice(1)}`);
  expect(refused).toEqual([400, expect.stringContaining("couldn't parse JSON")]);
  expect(await send("GET", "/a.json?ns=refused")).toEqual([200, "1"]);
});
