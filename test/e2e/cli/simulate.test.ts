/** A simulation's account agrees with what is stored, whatever the server does. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { databaseClient } from "../../support/backend/database-client";
import { addFarm, addGreenhouse } from "../../support/backend/farm";
import type { Farm } from "../../support/backend/farm";
import { readRecords } from "../../support/backend/records";
import { useHost } from "../../support/backend/targets";
import { farm, farmError, startFarm } from "../../support/cli/farm-command";

jest.setTimeout(120_000);

const database = databaseClient();
const host = useHost();
let acres: Farm;
let houses: readonly string[];

beforeEach(async () => {
  acres = await addFarm(database);
  houses = [await addGreenhouse(database, acres), await addGreenhouse(database, acres)];
});

interface Account {
  readonly sent: number;
  readonly accepted: number;
  readonly skipped: number;
  readonly unconfirmed: Readonly<Record<string, number>>;
}

/** A busy machine may skip turns, though never the first: what is sent is counted, not foretold. */
async function simulate(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number | null; readonly account: Account }> {
  const { code, stdout } = await farm(["simulate", acres.id, ...args, "--json"], { env });
  return { code, account: JSON.parse(stdout) as Account };
}

async function countStored(): Promise<{ signed: number; keyed: number }> {
  const records = await Promise.all(houses.map((house) => readRecords(database, house)));
  return {
    signed: records.reduce((sum, { history }) => sum + history.length, 0),
    keyed: records
      .flatMap(({ historyOf }) => Object.values(historyOf))
      .reduce((sum, entries) => sum + entries.length, 0),
  };
}

async function countSensors(): Promise<number> {
  const url = `${process.env["FIREBASE_DATABASE_EMULATOR_HOST"] ?? ""}/registeredSensors.json`;
  const query = `ns=${database.namespace}&orderBy="farmId"&equalTo="${acres.id}"`;
  const answer = await fetch(`http://${url}?${query}`, {
    headers: { Authorization: "Bearer owner" },
  });
  return Object.keys(((await answer.json()) as object | null) ?? {}).length;
}

test("what is sent is stored, in both layouts, and the devices are gone afterwards", async () => {
  const env = { FUNCTIONS_URL: host().url, SENSOR_API_KEY: host().sensorKey };
  const args = ["--devices", "12", "--for", "4s", "--every", "1s", "--concurrency", "8"];
  const { code, account } = await simulate(args, env);
  const { sent, skipped } = account;
  expect([code, account]).toEqual([
    0,
    {
      ...{ farmId: acres.id, devices: 12, sent, accepted: sent, stored: sent },
      ...{ refused: {}, unconfirmed: {}, skipped },
    },
  ]);
  expect(sent + skipped).toBe(48);
  const { signed, keyed } = await countStored();
  expect(signed + keyed).toBe(sent);
  expect(Math.min(signed, keyed)).toBeGreaterThan(0);
  expect(await countSensors()).toBe(0);
});

test("the functions emulator takes them too", async () => {
  const args = ["--devices", "3", "--variant", "signed", "--keep", "--for", "1s", "--every", "1s"];
  const { code, account } = await simulate(args);
  const { sent, skipped } = account;
  expect([code, account]).toMatchObject([0, { accepted: sent, stored: sent }]);
  expect(sent + skipped).toBe(3);
  expect(sent).toBeGreaterThan(0);
  expect(await countSensors()).toBe(3);
});

test("what is refused is told, by status and text", async () => {
  const env = { FUNCTIONS_URL: host().url, SENSOR_API_KEY: "wrong" };
  const { code, account } = await simulate(["--devices", "4", "--for", "3s", "--every", "1s"], env);
  const { sent, accepted } = account;
  expect([code, account]).toMatchObject([
    1,
    { stored: accepted, refused: { "403 Invalid API key.": sent - accepted } },
  ]);
  expect(accepted).toBeGreaterThan(0);
  expect(await countSensors()).toBe(0);
});

test("readings whose answers are lost are unconfirmed, not accepted", async () => {
  const forward = host().url;
  // Hands every reading on, and hangs up instead of answering.
  const silent = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      void fetch(`${forward}${request.url ?? ""}`, { method: "POST", body }).then(() =>
        response.destroy(),
      );
    });
  });
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  try {
    const env = { FUNCTIONS_URL: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` };
    const args = ["--devices", "2", "--variant", "signed", "--for", "1s", "--every", "1s"];
    const { code, account } = await simulate(args, env);
    const { sent, unconfirmed } = account;
    expect([code, account]).toMatchObject([1, { accepted: 0, stored: sent, refused: {} }]);
    expect(Object.values(unconfirmed)).toEqual([sent]);
  } finally {
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
  }
});

test("Ctrl-C ends it: the account is given and the devices are taken away", async () => {
  const env = { FUNCTIONS_URL: host().url };
  const args = ["simulate", acres.id, "--devices", "2", "--for", "1h", "--every", "1s"];
  const running = startFarm([...args, "--variant", "signed"], { env });
  await running.said("Ctrl-C ends it");
  while ((await countStored()).signed < 2) await new Promise((next) => setImmediate(next));
  running.signal("SIGINT");
  const { code, stdout } = await running.finished;
  expect(code).toBe(130);
  expect(stdout).toMatch(/^sent +\d+\naccepted +(\d+)\nstored +\1\n$/);
  expect(await countSensors()).toBe(0);
});

test("a farm without greenhouses, or without this one, has nowhere to send from", async () => {
  const empty = await addFarm(database);
  expect(await farmError(["simulate", empty.id])).toMatchObject({
    code: 1,
    error: `${empty.id} has no greenhouse.`,
  });
  expect((await farmError(["simulate", acres.id, "--greenhouse", "other"])).code).toBe(1);
});
