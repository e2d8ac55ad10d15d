/**
 * docs/scaling.md on deleting a farm: step by step nothing is left to be taken over, and how old farms keep their ids.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openTestDatabase, RULES } from "../support/database";
import type { TestDatabase } from "../support/database";
import { loadRules, reset, send } from "../support/rules-client/requests";
import type { Request } from "../support/rules-client/requests";
import { unsignedToken } from "../../emulator/test/support/unsigned-token";

const PAGE = readFileSync(join(__dirname, "../../docs/scaling.md"), "utf8");
const SECTION = PAGE.slice(PAGE.indexOf("### Deleting a farm"));
const IDS = { farmId: "oak", greenhouseId: "north", uid: "dht-1", authUid: "olga" } as const;
/** What the guide deletes, in its order. */
const PATHS = [...SECTION.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path = ""]) =>
  path.replaceAll(/<(\w+)>/g, (_, name: string) => IDS[name as keyof typeof IDS]),
);

const TOKEN = "t".repeat(32);
const OAK = { name: "Oak", apiKey: "key-of-oak", members: { olga: "owner" } };
const FARM = {
  farms: { oak: OAK },
  greenhouses: { north: { name: "North", farmId: "oak" } },
  registeredSensors: {
    "dht-1": { sensorName: "Bench", sensorType: "DHT22", farmId: "oak", greenhouse: "north" },
  },
  sensorKeys: { "dht-1": { farmId: "oak", key: "key-of-dht-1" } },
  ingest: { "dht-1": "key-of-dht-1" },
  lastSeen: { oak: { "dht-1": { temperature: 1 } } },
  alertSettings: { oak: { silentAfterMinutes: 30, lowBatteryPercent: 20 } },
  alerts: { oak: { version: 1, log: { "-OaLoggedAlert000001": { kind: "silent" } } } },
  alertOutbox: { oak: { "-OaMessage0000000001": { at: 1 } } },
  users: {
    olga: { farms: { oak: true }, joined: { oak: TOKEN }, alerts: { farms: { oak: false } } },
  },
  invitations: { oak: { [TOKEN]: { role: "owner", farmName: "Oak", by: "otto", usedBy: "olga" } } },
  notes: { north: { "-OaNote0000000000001": { at: 1, text: "Watered", by: "olga" } } },
  sensors: { north: { current: { temperature: 21 } } },
  rollups: { north: { "dht-1": { hour: { temperature: { 1700000000000: { n: 1 } } } } } },
  greenhouseRollups: { north: { hour: { temperature: { 1700000000000: { n: 1 } } } } },
  rollupSensors: { north: { "dht-1": true } },
  rollupDue: { north: { 1700000000000: { "-OaLate0000000000001": true } } },
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

/** What somebody is answered who takes the farm's id, and what they then see of its greenhouse. */
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

test("the guide's last step alone frees the id, when nothing is left", async () => {
  await reset(database, { ...FARM, usedFarmIds: { oak: true } });
  expect(PATHS.at(-1)).toBe("usedFarmIds/oak");
  for (const path of PATHS) {
    expect(await takeOver()).toEqual([401, 401, 401, 401, 401]);
    await administer({ method: "DELETE", path });
  }
  expect(await administer({ method: "GET", path: "" })).toBe("null");
  expect(await takeOver()).toEqual([200, 401, 401, 200, 401]);
});

test("a farm from before ids were kept: what the two commands write keeps its id", async () => {
  await reset(database, FARM);
  // `database:get --shallow` and `database:update` of the Firebase CLI are these requests.
  const body = await administer({ method: "GET", path: "farms", search: { shallow: "true" } });
  await administer({ method: "PATCH", path: "usedFarmIds", body });
  await administer({ method: "DELETE", path: "farms/oak" });
  expect(await takeOver()).toEqual([401, 401, 401, 401, 401]);
});

test("without them the id would be anybody's", async () => {
  await reset(database, FARM);
  await administer({ method: "DELETE", path: "farms/oak" });
  expect(await takeOver()).toEqual([200, 200, 200, 200, 200]);
});
