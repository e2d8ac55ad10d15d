/** Imports as firebase-tools sends them. Source: firebase-tools, src/emulator/databaseEmulator.ts. */

import { type Emulator, start } from "../../../src/start";
import { useTemporaryFolder } from "../../../testing/temporary-folder";

const temporaryFolder = useTemporaryFolder();
const IMPORT = "disableTriggers=true&writeSizeLimit=unlimited";

/** A tree whose JSON is longer than a body that is read as a whole. */
const LONG = JSON.stringify(
  Array.from({ length: 170 }, (_, n) => ({ n, text: "x".repeat(1e5) })).reduce(
    (tree, record) => ({ ...tree, [`key${record.n + 100}`]: record }),
    {},
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

it.each([
  ["", "Invalid data; couldn't parse JSON object, array, or value."],
  [',"a.b":1}', 'Invalid data; the key "a.b" contains one of . $ # [ ] / or a control character.'],
])("a long import that ends with %j changes nothing", async (end, error) => {
  await send("PUT", "/a.json?ns=demo", "1");
  const text = LONG.slice(0, -1) + end;
  const refused = await send("PUT", `/a.json?ns=demo&${IMPORT}`, text);
  expect(refused).toEqual([400, JSON.stringify({ error })]);
  expect(await send("GET", "/a.json?ns=demo")).toEqual([200, "1"]);
});
