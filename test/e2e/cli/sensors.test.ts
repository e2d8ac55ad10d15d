/**
 * Keys of farms and of single sensors: made, exchanged without losing a reading, and removed. Outputs: defined, ordered
 * by several people, and removed.
 */

import { signBody } from "@greenhouse/domain/identity/signing";
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

test("a board says how it is, and is asked for an interval", async () => {
  const answered = async (): Promise<unknown> => {
    const fields = { light: 1, version: "arduino 1.9", rssi: -86, intervalSeconds: 30 };
    const { json } = await post(`${host.url}/sensorData`, signedBody(sensor, fields));
    return (json as { intervalSeconds?: number }).intervalSeconds;
  };
  expect(await answered()).toBeUndefined();
  const { greenhouse } = (await database.get(`registeredSensors/${uid}`)) as { greenhouse: string };
  expect(await farmJson(["greenhouse", "interval", greenhouse, "5m"])).toEqual({
    greenhouseId: greenhouse,
    farmId,
    intervalSeconds: 300,
  });
  expect(await answered()).toBe(300);
  expect((await farm(["sensor", "show", uid])).stdout).toMatch(
    /\nprogram +arduino 1\.9\nsignal +-86 dBm \(weak\)\nboard heard +\S+Z\ninterval +asked for 5m by its greenhouse\n/,
  );
  expect(await farmJson(["sensor", "interval", uid, "60"])).toMatchObject({ intervalSeconds: 60 });
  expect(await answered()).toBe(60);
  expect(await farmJson(["sensor", "show", uid])).toMatchObject({
    intervalSeconds: 60,
    interval: { seconds: 60, own: true },
    board: { version: "arduino 1.9", rssi: -86, weak: true, newer: null },
    silent: false,
  });
  expect((await farm(["sensor", "list", farmId])).stdout).toMatch(
    / {2}arduino 1\.9 {2}-86 dBm \(weak\) {2}\S+Z\n$/,
  );
  expect((await farmError(["sensor", "interval", uid, "9"])).code).toBe(2);
  await farmJson(["sensor", "interval", uid, "none"]);
  await farmJson(["greenhouse", "interval", greenhouse, "none"]);
  expect(await answered()).toBeUndefined();
});

/** Its board gets the orders over HTTP. */
describe("an output", () => {
  beforeEach(() => database.put(`farms/${farmId}/members/vera`, "viewer"));

  const add = (...more: readonly string[]) =>
    farm(["output", "add", uid, "valve", "Drip line", "--max-a-day", "30m", ...more]);

  /** Returns the functions' answer to this report of the board. */
  async function report(value: number, version: number, reason: string): Promise<unknown> {
    const body = { uid, timestamp: Date.now(), outputs: { valve: { value, version, reason } } };
    const text = JSON.stringify(body);
    const headers = { "X-Signature": signBody(sensor.farm.apiKey, Buffer.from(text)) };
    const { json } = await post(`${host.url}/sensorData`, text, headers);
    return (json as { outputs: { valve?: unknown } }).outputs.valve;
  }

  async function listed(): Promise<{ condition: string; order: { version: number } | null }> {
    const [first] = (await farmJson(["output", "list", farmId])) as never[];
    return first!;
  }

  test("an output is defined, switched on, applied, switched off, and removed with all its data", async () => {
    expect((await add()).stdout).toContain(
      "off after 10m without contact, on for at most 30m a day",
    );
    expect(await report(0, 0, "start")).toMatchObject({ value: 0, maxOnMs: 1_800_000 });
    expect((await farm(["output", "list", farmId])).stdout).toMatch(
      /valve +Drip line +off +off, 20/,
    );
    await farmJson(["output", "on", uid, "valve", "--for", "5m"]);
    expect(await farmError(["sensor", "remove", uid])).toMatchObject({
      code: 1,
      hint: `For example: \`farm output remove ${uid} valve\``,
    });
    const { condition, order } = await listed();
    expect(condition).toBe("waiting");
    expect(await report(0, 0, "start")).toMatchObject({ value: 1, version: order?.version });
    await report(1, order!.version, "order");
    expect((await listed()).condition).toBe("applied");
    await farmJson(["output", "off", uid, "valve"]);
    expect(await report(1, order!.version, "order")).toMatchObject({ value: 0, forMs: 0 });
    // An old entry whose key lies in the future.
    const old = { value: 1, version: 1, until: 2, by: "vera", at: 1 };
    await database.put(`outputLog/${farmId}/${uid}/valve/-zzzzzzzzzzzzzzzzzzz`, old);
    const log = await farm(["output", "log", uid, "valve"]);
    expect(log.stdout).toMatch(
      /ordered +until +by\n.* off .*someone\n.* on .*someone\n.* vera\nTimes are in UTC, because the farm has no place\./i,
    );
    await farmJson(["place", farmId, "52.5", "13.4", "--time-zone", "Europe/Berlin"]);
    const local = await farm(["output", "log", uid, "valve"]);
    expect(local.stdout).toMatch(
      /\n1970-01-01 01:00 .* vera\nTimes are the farm's local times \(Europe\/Berlin\)\.\n$/,
    );
    expect((await farm(["output", "list", farmId])).stdout).toContain("(Europe/Berlin)");
    expect((await farm(["output", "on", uid, "valve", "--for", "1m"])).stdout).toMatch(
      / on until \d{4}-\d\d-\d\d \d\d:\d\d Europe\/Berlin\. The board/,
    );
    await farmJson(["output", "off", uid, "valve"]);
    expect(await farmJson(["output", "log", uid, "valve", "--last", "1"])).toMatchObject([
      { value: 0, until: null, by: "someone" },
    ]);
    expect((await farmError(["output", "remove", uid, "valve"])).code).toBe(3);
    await farmJson(["output", "remove", uid, "valve", "--yes"]);
    for (const root of ["outputs", "outputOrders", "outputLog", "outputStates"]) {
      expect(await database.get(`${root}/${farmId}`)).toBeNull();
    }
    expect(await report(0, order!.version + 1, "order")).toBeUndefined();
    // The name can be used again, without orders or a log.
    expect((await add()).stdout).toContain("Added valve");
    expect(await listed()).toMatchObject({ condition: "off", order: null });
    expect(await farmJson(["output", "log", uid, "valve"])).toEqual([]);
    await farmJson(["output", "remove", uid, "valve", "--yes"]);
    await farmJson(["sensor", "remove", uid, "--yes"]);
    expect(await database.get(`outputPlaces/${farmId}`)).toBeNull();
  });

  test("an output is changed, and viewers may order it if allowed", async () => {
    await add();
    const refused = await farmError(["output", "on", uid, "valve", "--for", "1m", "--as", "vera"]);
    expect(refused).toMatchObject({ code: 1, error: "Only owners can order this output." });
    expect((await add("--lease", "90s", "--members")).stdout).toContain("Changed valve");
    expect(await farmJson(["output", "add", uid, "valve", "Drip"])).toMatchObject({
      name: "Drip",
      leaseSeconds: 90,
      maxOnSeconds: 1_800,
      viewersMay: true,
    });
    await farmJson(["output", "on", uid, "valve", "--for", "1m", "--as", "vera"]);
    expect(await report(0, 0, "start")).toMatchObject({ value: 1 });
    expect(await database.get(`outputOrders/${farmId}/${uid}/valve/by`)).toBe("vera");
  });

  test("several people switch off at once: each succeeds and is in the log", async () => {
    await add();
    await farmJson(["output", "on", uid, "valve", "--for", "1m"]);
    await Promise.all([1, 2, 3].map(() => farmJson(["output", "off", uid, "valve"])));
    const log = (await farmJson(["output", "log", uid, "valve"])) as { version: number }[];
    const [first = 0] = log.map(({ version }) => version).toReversed();
    expect(log.map(({ version }) => version - first)).toEqual([3, 2, 1, 0]);
  });

  test("a person who replaces a valid order sees whose it was", async () => {
    await add("--members");
    await database.put(`farms/${farmId}/names/vera`, "Vera");
    const order = async (...more: readonly string[]): Promise<string> =>
      (await farm(["output", ...more])).stdout;
    const on = ["on", uid, "valve", "--for"];
    expect(await order(...on, "1h", "--as", "vera")).not.toContain("had ordered");
    expect(await order(...on, "30m")).toMatch(/ on until [^(]+ \(Vera had ordered until .+\)/);
    await order(...on, "1h", "--as", "vera");
    const off = await order("off", uid, "valve");
    expect(off).toMatch(/ off \(Vera had ordered on until .+\)\. The board/);
    expect(await order(...on, "10m")).not.toContain("had ordered");
  });

  test("a damaged definition is listed and can be removed", async () => {
    await database.put(`outputs/${farmId}/${uid}`, { valve: { name: "Valve" } });
    const unreadable = { uid, output: "valve", condition: "unreadable" };
    expect(await farmJson(["output", "list", farmId])).toEqual([unreadable]);
    await farmJson(["output", "remove", uid, "valve", "--yes"]);
    expect(await database.get(`outputs/${farmId}`)).toBeNull();
  });

  test("has a kind that stays, and a level only if it has one", async () => {
    await add();
    const usage = async (...args: readonly string[]) =>
      (await farmError(["output", ...args])).error;
    const level = await usage("on", uid, "valve", "--for", "1m", "--level", "5");
    expect(level).toContain("--level is only for outputs with a level");
    expect(await usage("add", uid, "valve", "x", "--max-a-day", "1m", "--kind", "level")).toBe(
      `valve of ${uid} is a switch. The kind cannot be changed.`,
    );
  });
});
