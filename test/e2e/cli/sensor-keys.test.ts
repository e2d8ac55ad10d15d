/** A single sensor's own key: made, exchanged, removed, and gone with the sensor. */

import { randomUUID } from "node:crypto";
import { FUNCTIONS_URL } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import { post } from "../../support/backend/exchange";
import { addFarm, addSensor, signedBody } from "../../support/backend/farm";
import type { Sensor } from "../../support/backend/farm";
import { inventKey } from "../../support/backend/secrets";
import { farm, farmError, farmJson } from "../../support/cli/farm-command";

const database = databaseClient();
let sensor: Sensor;
let uid: string;
let farmId: string;

beforeEach(async () => {
  sensor = await addSensor(database, await addFarm(database));
  ({ uid } = sensor);
  farmId = sensor.farm.id;
});

async function statusWith(apiKey: string): Promise<number> {
  const body = signedBody({ ...sensor, farm: { ...sensor.farm, apiKey } });
  return (await post(`${FUNCTIONS_URL}/sensorData`, body)).status;
}

async function createKey(): Promise<string> {
  const created = await farmJson(["sensor", "key", "create", uid, "--yes"]);
  return (created as { key: string }).key;
}

const ownKey = (): Promise<unknown> => database.get(`sensorKeys/${uid}`);

test("it is made once, after asking, and is then the only valid key", async () => {
  expect((await farmError(["sensor", "key", "create", uid])).code).toBe(3);
  expect(await ownKey()).toBeNull();
  expect(await farmJson(["sensor", "show", uid])).toMatchObject({ hasOwnKey: false });
  const { stdout, stderr } = await farm(["sensor", "key", "create", uid, "--yes"]);
  const key = stdout.trim();
  expect(key).toMatch(/^[\w-]{32}$/);
  expect(stderr).toBe(`The key of ${farmId} is no longer valid for ${uid}. Its own key:\n`);
  expect(await ownKey()).toEqual({ farmId, key });
  expect([await statusWith(sensor.farm.apiKey), await statusWith(key)]).toEqual([401, 200]);
  for (const variant of ["signed", "hmac"]) {
    const args = ["reading", "send", uid, "--light", "1", "--variant", variant];
    expect(await farmJson(args)).toMatchObject({ status: 200 });
  }
  expect(await farmJson(["sensor", "key", "show", uid])).toEqual({
    uid,
    farmId,
    key,
    oldKey: null,
  });
  expect((await farm(["sensor", "show", uid])).stdout).toContain("key           its own\n");
  expect(await farmError(["sensor", "key", "create", uid, "--yes"])).toEqual({
    code: 1,
    error: `${uid} already has its own key.`,
    hint: `Show it: \`farm sensor key show ${uid}\`, or replace it: \`farm sensor key rotate ${uid}\``,
  });
});

test("both keys are valid until the old one is ended", async () => {
  const oldKey = await createKey();
  const rotated = await farmJson(["sensor", "key", "rotate", uid, "--keep-old"]);
  const { key } = rotated as { key: string };
  expect(rotated).toEqual({ uid, farmId, key, oldKey });
  expect(await ownKey()).toEqual({ farmId, key: `${key},${oldKey}` });
  expect([await statusWith(oldKey), await statusWith(key)]).toEqual([200, 200]);
  const shown = await farm(["sensor", "key", "show", uid]);
  expect([shown.stdout, shown.stderr]).toEqual([
    `${key}\n`,
    `The old key stays valid until \`farm sensor key end-old ${uid}\`:\n${oldKey}\nThe new key:\n`,
  ]);
  expect(await farmError(["sensor", "key", "rotate", uid, "--keep-old"])).toMatchObject({
    hint: `Finish it first: \`farm sensor key end-old ${uid}\``,
  });
  expect(await farmJson(["sensor", "key", "end-old", uid, "--yes"])).toEqual({
    uid,
    farmId,
    key,
    oldKey: null,
  });
  expect([await statusWith(oldKey), await statusWith(key)]).toEqual([401, 200]);
  expect(await farmError(["sensor", "key", "end-old", uid, "--yes"])).toMatchObject({
    code: 1,
    error: `${uid} has only one key.`,
  });
});

test("it is replaced at once without --keep-old, after asking", async () => {
  const oldKey = await createKey();
  expect((await farmError(["sensor", "key", "rotate", uid])).code).toBe(3);
  const { key } = (await farmJson(["sensor", "key", "rotate", uid, "--yes"])) as { key: string };
  expect(await ownKey()).toEqual({ farmId, key });
  expect([await statusWith(oldKey), await statusWith(key)]).toEqual([401, 200]);
});

test("after its removal the farm's key is valid again", async () => {
  const key = await createKey();
  expect((await farmError(["sensor", "key", "remove", uid])).code).toBe(3);
  expect(await farmJson(["sensor", "key", "remove", uid, "--yes"])).toEqual({
    uid,
    farmId,
    removed: true,
  });
  expect(await ownKey()).toBeNull();
  expect([await statusWith(key), await statusWith(sensor.farm.apiKey)]).toEqual([401, 200]);
  for (const command of ["show", "rotate", "end-old", "remove"]) {
    expect(await farmError(["sensor", "key", command, uid, "--yes"])).toEqual({
      code: 1,
      error: `${uid} does not have its own key: it signs with the key of ${farmId}.`,
      hint: `Show the farm's key: \`farm key show ${farmId}\`, or make a key for this sensor: \`farm sensor key create ${uid}\``,
    });
  }
});

test("removing the sensor removes its key and its newest readings, in one update", async () => {
  const key = await createKey();
  expect(await statusWith(key)).toBe(200);
  expect(await database.get(`lastSeen/${farmId}/${uid}`)).not.toBeNull();
  expect(await farmJson(["sensor", "remove", uid])).toMatchObject({ uid, removed: true });
  const paths = ["registeredSensors", "sensorKeys", "ingest", `lastSeen/${farmId}`];
  for (const path of paths) expect(await database.get(`${path}/${uid}`)).toBeNull();
});

describe("a key that another farm left under the uid", () => {
  const record = { farmId: "", key: inventKey() };

  beforeEach(async () => {
    record.farmId = (await addFarm(database)).id;
    await database.put(`sensorKeys/${uid}`, record);
  });

  test("is not valid, and is replaced by a new key", async () => {
    expect(await statusWith(sensor.farm.apiKey)).toBe(200);
    expect((await farmError(["sensor", "key", "show", uid])).code).toBe(1);
    expect(await farmJson(["reading", "send", uid, "--light", "1"])).toMatchObject({ status: 200 });
    const key = await createKey();
    expect(await ownKey()).toEqual({ farmId, key });
  });

  test("is removed without asking, also when the sensor is gone", async () => {
    expect((await farm(["sensor", "key", "remove", uid])).stdout).toBe(
      `Removed the key of ${uid}, which was not valid.\n`,
    );
    await database.put(`sensorKeys/${uid}`, record);
    await database.put(`registeredSensors/${uid}`, null);
    expect(await farmJson(["sensor", "key", "remove", uid])).toMatchObject({ removed: true });
    expect(await ownKey()).toBeNull();
  });
});

test.each([
  ["an unknown sensor", `s-${randomUUID()}`, 1],
  ["no uid of a sensor", "a/b", 2],
])("%s has no key", async (_, unknown, code) => {
  for (const command of ["create", "show", "rotate", "end-old", "remove"]) {
    expect((await farmError(["sensor", "key", command, unknown, "--yes"])).code).toBe(code);
  }
});
