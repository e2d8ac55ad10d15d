/**
 * Every request gets a documented status and error, and changes only what an accepted reading
 * changes. Keys and signatures are never logged, in whatever field they come. The seed is in the
 * test's name; FUZZ_SEED repeats the cases.
 */

import { randomUUID } from "node:crypto";
import { databaseClient } from "../../support/backend/database-client";
import type { Json } from "../../support/backend/database-client";
import { exchange } from "../../support/backend/exchange";
import type { Answer } from "../../support/backend/exchange";
import { addFarm, addSensor, signedBody } from "../../support/backend/farm";
import type { Sensor } from "../../support/backend/farm";
import { inventKey, sign } from "../../support/backend/secrets";
import { useHost } from "../../support/backend/targets";
import { openTestDatabase, RULES } from "../../support/database";
import { expectNoEscapes } from "../../support/faults/host-health";
import { CORNERS, HOSTILE_REQUEST } from "../../support/faults/hostile-requests";
import type { HostileRequest } from "../../support/faults/hostile-requests";
import { LENGTH, TIMEOUT_MS } from "../../support/faults/length";
import { loadRules } from "../../support/rules-client/requests";
import { fc, FUZZ_SEED } from "rtdb-emulator/testing/properties";

jest.setTimeout(TIMEOUT_MS);

type Tree = Readonly<Record<string, Json>>;

const database = databaseClient(`fuzz-${randomUUID()}`);
const target = useHost({ DATABASE_INSTANCE: database.namespace });
const wrongKey = inventKey();
let sensor: Sensor;
let before: Tree;

beforeAll(async () => {
  await loadRules({ ...(await openTestDatabase()), namespace: database.namespace }, RULES);
  const farm = await addFarm(database);
  sensor = await addSensor(database, farm);
  const neighbour = await addSensor(database, farm);
  // Every field is present, so that a lost field is noticed.
  const all = { temperature: 1, humidity: 2, light: 3 };
  for (const each of [sensor, neighbour]) {
    await send({ body: JSON.stringify(signedBody(each, { ...all, battery: 4 })) });
    await send({ body: JSON.stringify({ uid: each.uid, apiKey: target().sensorKey, ...all }) });
  }
  before = await readAll();
});
afterAll(() => expectNoEscapes(target()));

function send(request: Partial<HostileRequest>): Promise<Answer> {
  const { operation = "sensorData", method = "POST", headers = {}, body = "" } = request;
  return exchange(`${target().url}/${operation}`, {
    method,
    headers: { ...headers },
    body: typeof body === "string" ? complete(body) : body,
  });
}

/** Replaces the names in a case by their values. */
function complete(body: string): string {
  const timestamp = String(Date.now());
  const words: Readonly<Record<string, string>> = {
    uid: sensor.uid,
    timestamp,
    signature: sign(sensor.farm.apiKey, timestamp, sensor.uid),
    sensorKey: target().sensorKey,
    farmId: sensor.farm.id,
    farmKey: sensor.farm.apiKey,
    wrongKey,
  };
  return body.replaceAll(/\$([a-zA-Z]+)/g, (name, word: string) => words[word] ?? name);
}

/** Reads all data. Empties the history afterwards, so that reading does not become slower. */
async function readAll(): Promise<Tree> {
  const all = (await database.get("")) as Tree;
  if (greenhouseOf(all)["history"] !== undefined) {
    await database.remove(`sensors/${sensor.greenhouse}/history`);
  }
  return all;
}

/**
 * Returns everything except the sensor's greenhouse, the farm's last-seen times, and the gateway's
 * reports.
 */
function outside(tree: Tree): unknown {
  const copy = structuredClone(tree) as Record<string, Record<string, Record<string, Json>>>;
  copy["lastSeen"] = { ...copy["lastSeen"], [sensor.farm.id]: {} };
  delete copy["sensors"]?.[sensor.greenhouse];
  delete copy["farms"]?.[sensor.farm.id]?.["ip"];
  delete copy["farms"]?.[sensor.farm.id]?.["ipUpdatedAt"];
  return copy;
}

function greenhouseOf(tree: Tree): Readonly<Record<string, Json>> {
  const sensors = tree["sensors"] as Record<string, Record<string, Json>>;
  return sensors[sensor.greenhouse] ?? {};
}

const DOCUMENTED = [200, 400, 401, 403, 404, 405, 413, 415];

function expectDocumented(
  { method }: HostileRequest,
  { status, headers, text, json }: Answer,
): void {
  expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(DOCUMENTED).toContain(status);
  if (method === "HEAD") expect({ status, text }).toEqual({ status: 405, text: "" });
  else if (status === 200) expect(json).toMatchObject({ success: true });
  else expect(json).toEqual({ error: expect.stringMatching(/./) });
}

function expectUnharmed({ status, json }: Answer, after: Tree): void {
  expect(outside(after)).toEqual(outside(before));
  const [is, was] = [greenhouseOf(after), greenhouseOf(before)];
  const isReading = status === 200 && Object.hasOwn(json as object, "greenhouse");
  if (!isReading) expect({ ...is, history: null }).toEqual({ ...was, history: null });
  // An entry of the key-in-body layout is below the uid.
  expect(Object.keys(is["history"] ?? {})).toHaveLength(isReading ? 1 : 0);
}

test(`${LENGTH.fuzzRuns} hostile requests, seed ${FUZZ_SEED}`, async () => {
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(HOSTILE_REQUEST, async (request) => {
      const answer = await send(request);
      expectDocumented(request, answer);
      const after = await readAll();
      expectUnharmed(answer, after);
      before = after;
      statuses.add(answer.status);
    }),
    {
      numRuns: LENGTH.fuzzRuns,
      examples: CORNERS.map((request) => [request]),
      // A failure is reported in time, although a smaller case may not have been found yet.
      plugins: [fc.interruptAfterTimeLimit(TIMEOUT_MS * 0.9, { failOnInterrupt: true })],
    },
  );
  // All kinds of answers occurred. Otherwise the test would prove little.
  expect([...statuses].toSorted((a, b) => a - b)).toEqual(
    expect.arrayContaining([200, 400, 401, 403, 404, 405, 413]),
  );
});
