/**
 * Follows the instructions of docs/operations.md for farms older than the list of used ids, so that nobody takes over
 * their ids.
 */

import { openTestDatabase, RULES } from "../support/database";
import type { TestDatabase } from "../support/database";
import { loadRules, reset, send } from "../support/rules-client/requests";
import type { Request } from "../support/rules-client/requests";
import { unsignedToken } from "rtdb-emulator/testing/unsigned-token";

const OAK = { name: "Oak", apiKey: "key-of-oak", members: { olga: "owner" } };
const FARM = {
  farms: { oak: OAK },
  greenhouses: { north: { name: "North", farmId: "oak" } },
  alerts: { oak: { version: 1, log: { "-OaLoggedAlert000001": { kind: "silent" } } } },
  sensors: { north: { current: { temperature: 21 } } },
  rollups: { north: { "dht-1": { hour: { temperature: { 1700000000000: { n: 1 } } } } } },
  rollupCoverage: { north: { from: 0, until: 1_700_000_000_000, version: 1 } },
};

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await loadRules(database, RULES);
});
afterAll(() => database.close());

async function administer(request: Request): Promise<string> {
  const { status, text } = await send(database, { ...request, token: "owner" });
  expect({ request, status }).toEqual({ request, status: 200 });
  return text;
}

/** Creates a farm with the old farm's id and reads its data. Returns the statuses of the answers. */
async function takeOver(): Promise<readonly number[]> {
  const token = unsignedToken("nina");
  const founding = {
    "farms/oak": { name: "Mine", apiKey: "key-of-nina", members: { nina: "owner" } },
    "usedFarmIds/oak": true,
  };
  const requests: readonly Request[] = [
    { method: "PATCH", path: "", body: JSON.stringify(founding), token },
    { method: "GET", path: "sensors/north", token },
    { method: "GET", path: "greenhouses/north", token },
    { method: "GET", path: "alerts/oak", token },
    { method: "GET", path: "rollups/north", token },
  ];
  const statuses: number[] = [];
  for (const request of requests) statuses.push((await send(database, request)).status);
  return statuses;
}

test("keeps the id of an old farm with the two documented commands", async () => {
  await reset(database, FARM);
  // The Firebase CLI's `database:get --shallow` and `database:update` send these requests.
  const body = await administer({ method: "GET", path: "farms", search: { shallow: "true" } });
  await administer({ method: "PATCH", path: "usedFarmIds", body });
  await administer({ method: "DELETE", path: "farms/oak" });
  expect(await takeOver()).toEqual([401, 401, 401, 401, 401]);
});

test("lets anybody take over the id without the two commands", async () => {
  await reset(database, FARM);
  await administer({ method: "DELETE", path: "farms/oak" });
  expect(await takeOver()).toEqual([200, 200, 200, 200, 200]);
});
