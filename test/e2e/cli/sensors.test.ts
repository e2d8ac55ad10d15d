/** Keys of farms and of single sensors: made, exchanged without losing a reading, and removed. */

import { randomUUID } from "node:crypto";
import { databaseClient } from "../../support/backend/database-client";
import { post } from "../../support/backend/exchange";
import { addFarm, addSensor, signedBody } from "../../support/backend/farm";
import type { Sensor } from "../../support/backend/farm";
import { inventKey } from "../../support/backend/secrets";
import { sharedHost } from "../../support/backend/targets";
import { farm, farmError, farmJson } from "../../support/cli/farm-command";

const database = databaseClient();
const host = sharedHost();
let sensor: Sensor;
let uid: string;
let farmId: string;

beforeEach(async () => {
  sensor = await addSensor(database, await addFarm(database));
  ({ uid } = sensor);
  farmId = sensor.farm.id;
});

/** The functions' answers to readings that are signed with these keys. */
async function statusesWith(...keys: readonly string[]): Promise<readonly number[]> {
  const answers = keys.map((apiKey) =>
    post(`${host.url}/sensorData`, signedBody({ ...sensor, farm: { ...sensor.farm, apiKey } })),
  );
  return (await Promise.all(answers)).map(({ status }) => status);
}

describe("the key of a farm", () => {
  test("is valid beside a new one until it is ended", async () => {
    const oldKey = sensor.farm.apiKey;
    const rotated = (await farmJson(["key", "rotate", farmId, "--keep-old"])) as { apiKey: string };
    const newKey = rotated.apiKey;
    expect(rotated).toEqual({ farmId, apiKey: newKey, oldKey });
    expect(newKey).toMatch(/^[\w-]{32}$/);
    expect(await database.get(`farms/${farmId}/apiKey`)).toBe(`${newKey},${oldKey}`);
    expect(await statusesWith(oldKey, newKey)).toEqual([200, 200]);
    expect(await farm(["key", "show", farmId])).toMatchObject({
      stdout: `${newKey}\n`,
      stderr: `The old key stays valid until \`farm key end-old ${farmId}\`:\n${oldKey}\nThe new key:\n`,
    });
    expect(await farmError(["key", "rotate", farmId, "--keep-old"])).toMatchObject({
      code: 1,
      hint: `Finish it first: \`farm key end-old ${farmId}\``,
    });
    expect((await farmError(["key", "end-old", farmId])).code).toBe(3);
    expect(await farmJson(["key", "end-old", farmId, "--yes"])).toMatchObject({ apiKey: newKey });
    expect(await database.get(`farms/${farmId}/apiKey`)).toBe(newKey);
    expect(await farmError(["key", "end-old", farmId, "--yes"])).toMatchObject({
      code: 1,
      error: `${farmId} has only one key.`,
    });
    await database.put(`farms/${farmId}/apiKey`, "too-short-a-key");
    const { error } = await farmError(["key", "rotate", farmId, "--keep-old"]);
    expect(error).toContain("needs at least 16");
  });

  test("has one successor if two people rotate it at the same moment", async () => {
    const rotation = ["key", "rotate", farmId, "--keep-old"];
    const ends = await Promise.all([farm(rotation), farm(rotation)]);
    const [won, lost] = ends.toSorted((a, b) => Number(a.code) - Number(b.code));
    expect([won?.code, lost?.code, lost?.stdout]).toEqual([0, 1, ""]);
    expect((await farm(["key", "show", farmId])).stdout).toBe(won?.stdout);
  });
});

describe("the key of a sensor", () => {
  const ownKey = (): Promise<unknown> => database.get(`sensorKeys/${uid}`);

  async function createKey(): Promise<string> {
    const created = await farmJson(["sensor", "key", "create", uid, "--yes"]);
    return (created as { key: string }).key;
  }

  test("is made once, after asking, and is then the only valid key", async () => {
    expect((await farmError(["sensor", "key", "create", uid])).code).toBe(3);
    expect(await ownKey()).toBeNull();
    expect(await farmJson(["sensor", "show", uid])).toMatchObject({ hasOwnKey: false });
    const { stdout } = await farm(["sensor", "key", "create", uid, "--yes"]);
    const key = stdout.trim();
    expect(key).toMatch(/^[\w-]{32}$/);
    expect(await ownKey()).toEqual({ farmId, key });
    expect(await statusesWith(sensor.farm.apiKey, key)).toEqual([401, 200]);
    for (const variant of ["signed", "hmac"]) {
      const args = ["reading", "send", uid, "--light", "1", "--variant", variant];
      expect(await farmJson(args)).toMatchObject({ status: 200 });
    }
    expect(await farmError(["sensor", "key", "create", uid, "--yes"])).toMatchObject({
      code: 1,
      error: `${uid} already has its own key.`,
    });
  });

  test("is valid beside a new one until it is ended, or is replaced at once", async () => {
    const oldKey = await createKey();
    const rotated = await farmJson(["sensor", "key", "rotate", uid, "--keep-old"]);
    const { key } = rotated as { key: string };
    expect(rotated).toEqual({ uid, farmId, key, oldKey });
    expect(await ownKey()).toEqual({ farmId, key: `${key},${oldKey}` });
    expect(await statusesWith(oldKey, key)).toEqual([200, 200]);
    const ended = await farmJson(["sensor", "key", "end-old", uid, "--yes"]);
    expect(ended).toEqual({ uid, farmId, key, oldKey: null });
    expect(await statusesWith(oldKey, key)).toEqual([401, 200]);

    expect((await farmError(["sensor", "key", "rotate", uid])).code).toBe(3);
    const next = (await farmJson(["sensor", "key", "rotate", uid, "--yes"])) as { key: string };
    expect(await statusesWith(key, next.key)).toEqual([401, 200]);
  });

  test("makes the farm's key valid again by its removal", async () => {
    const key = await createKey();
    expect((await farmError(["sensor", "key", "remove", uid])).code).toBe(3);
    const removed = await farmJson(["sensor", "key", "remove", uid, "--yes"]);
    expect(removed).toEqual({ uid, farmId, removed: true });
    expect(await ownKey()).toBeNull();
    expect(await statusesWith(key, sensor.farm.apiKey)).toEqual([401, 200]);
    for (const command of ["show", "rotate", "end-old", "remove"]) {
      expect((await farmError(["sensor", "key", command, uid, "--yes"])).code).toBe(1);
    }
  });

  test("goes with the sensor and its newest readings, in one update", async () => {
    expect(await statusesWith(await createKey())).toEqual([200]);
    expect(await database.get(`lastSeen/${farmId}/${uid}`)).not.toBeNull();
    expect(await farmJson(["sensor", "remove", uid])).toMatchObject({ uid, removed: true });
    const paths = ["registeredSensors", "sensorKeys", "ingest", `lastSeen/${farmId}`];
    for (const path of paths) expect(await database.get(`${path}/${uid}`)).toBeNull();
  });

  test("that another farm left under the uid is not valid, and is replaced or removed", async () => {
    const record = { farmId: (await addFarm(database)).id, key: inventKey() };
    await database.put(`sensorKeys/${uid}`, record);
    expect(await statusesWith(sensor.farm.apiKey)).toEqual([200]);
    expect((await farmError(["sensor", "key", "show", uid])).code).toBe(1);
    expect(await farmJson(["reading", "send", uid, "--light", "1"])).toMatchObject({ status: 200 });
    expect((await farm(["sensor", "key", "remove", uid])).stdout).toBe(
      `Removed the key of ${uid}, which was not valid.\n`,
    );
    await database.put(`sensorKeys/${uid}`, record);
    const key = await createKey();
    expect(await ownKey()).toEqual({ farmId, key });
    // Also when the sensor is gone.
    await database.put(`registeredSensors/${uid}`, null);
    expect(await farmJson(["sensor", "key", "remove", uid])).toMatchObject({ removed: true });
    expect(await ownKey()).toBeNull();
  });
});
