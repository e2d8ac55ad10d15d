import {
  Registrations,
  type Found,
  type Query,
  type Registration,
} from "../../../../functions/src/database/registrations";
import type { UnlinkedSensor } from "../../../../functions/src/database/lookup";
import { MemoryDatabase, type Json } from "../../../support/memory-database";

const sensor = (greenhouse: string | null, farmId = "f1"): Json => ({
  sensorName: "A",
  sensorType: "climate",
  farmId,
  greenhouse,
});
const found = (greenhouse: string, isFresh: boolean): object => ({
  value: { sensorName: "A", sensorType: "climate", farmId: "f1", greenhouse },
  isFresh,
});

let database: MemoryDatabase;
let registrations: Registrations;
let rulesApply: boolean;
beforeEach(() => {
  database = new MemoryDatabase({
    farms: { f1: { apiKey: "k" }, f2: {} },
    registeredSensors: {
      u1: sensor("g1"),
      u2: sensor("g1"),
      u3: sensor("g1"),
      own: sensor("g1"),
      left: sensor("g1"),
      loose: sensor(null),
      untyped: { sensorName: "A", farmId: "f1", greenhouse: "g1" },
    },
    sensorKeys: { own: { farmId: "f1", key: "own-key" }, left: { farmId: "f2", key: "old" } },
  });
  rulesApply = true;
  registrations = new Registrations(2, () => rulesApply);
});

const find = (
  uid: string,
  query: Partial<Query> = {},
): Promise<Found<Registration | UnlinkedSensor | undefined>> =>
  registrations.findSensor(uid, { needsKey: true, mustBeFresh: false, ...query }, database);

async function keyOf(uid: string, mustBeFresh = false): Promise<Found<string | undefined>> {
  const { value } = await find(uid, { mustBeFresh });
  if (value?.greenhouse === undefined) throw new Error(`${uid} is not linked`);
  return registrations.findKey(value, mustBeFresh, database);
}

/** The paths that finding the sensor reads. */
async function readsOf(uid: string, query: Partial<Query> = {}): Promise<readonly string[]> {
  database.reads.length = 0;
  await find(uid, query);
  return [...database.reads];
}

const BOTH = ["registeredSensors/u1", "sensorKeys/u1"];

test("the first time is read, the second is not", async () => {
  expect(await readsOf("u1")).toEqual(BOTH);
  expect(await find("u1")).toMatchObject(found("g1", false));
  expect(await readsOf("u1")).toEqual([]);
});

test("no key is read where none is needed", async () => {
  expect(await readsOf("u1", { needsKey: false })).toEqual(["registeredSensors/u1"]);
  expect(await find("u1", { needsKey: false })).toMatchObject({ isFresh: false });
  expect(await readsOf("u1")).toEqual(BOTH);
  expect(await readsOf("u1", { needsKey: false })).toEqual([]);
});

describe("the key in force", () => {
  test("is the farm's, read once for all of its sensors", async () => {
    expect(await keyOf("u1")).toEqual({ value: "k", isFresh: true });
    database.reads.length = 0;
    expect(await keyOf("u2")).toEqual({ value: "k", isFresh: false });
    expect(database.reads).toEqual(["registeredSensors/u2", "sensorKeys/u2"]);
  });
  test("is the sensor's own where it has one: the farm's is not even read", async () => {
    expect(await keyOf("own")).toEqual({ value: "own-key", isFresh: true });
    expect(database.reads).toEqual(["registeredSensors/own", "sensorKeys/own"]);
  });
  test("is the farm's where another farm left one under the uid", async () => {
    expect(await keyOf("left")).toMatchObject({ value: "k" });
  });
  test("is read again when it must be fresh", async () => {
    await keyOf("u1");
    database.set("farms/f1/apiKey", "k2");
    expect(await keyOf("u1")).toEqual({ value: "k", isFresh: false });
    expect(await keyOf("u1", true)).toEqual({ value: "k2", isFresh: true });
    database.set("sensorKeys/u1", { farmId: "f1", key: "own" });
    expect(await keyOf("u1")).toEqual({ value: "k2", isFresh: false });
    expect(await keyOf("u1", true)).toMatchObject({ value: "own" });
  });
  test("of a farm that has none is never cached", async () => {
    for (const key of [undefined, undefined, "k2"]) {
      if (key !== undefined) database.set("farms/f2/apiKey", key);
      expect(await registrations.findFarmKey("f2", false, database)).toEqual({
        value: key,
        isFresh: true,
      });
    }
  });
  test("that was removed is dropped from the cache", async () => {
    await keyOf("u1");
    database.set("farms/f1/apiKey", null);
    await registrations.findFarmKey("f1", true, database);
    expect(await registrations.findFarmKey("f1", false, database)).toEqual({
      value: undefined,
      isFresh: true,
    });
  });
});

test("a fresh record is read though one is cached, and replaces it", async () => {
  await find("u1");
  database.set("registeredSensors/u1", sensor("g2"));
  expect(await find("u1")).toMatchObject(found("g1", false));
  expect(await find("u1", { mustBeFresh: true })).toMatchObject(found("g2", true));
  expect(await find("u1")).toMatchObject(found("g2", false));
});

test.each(["loose", "unknown"])(
  "a registration that leads to a refusal is never cached: %s",
  async (uid) => {
    const reads = await readsOf(uid);
    expect(await readsOf(uid)).toEqual(reads);
  },
);

test("a sensor without a name or a type is never cached: the rules would not notice one that is added", async () => {
  await find("untyped");
  expect(await readsOf("untyped")).toContain("registeredSensors/untyped");
});

test("a flood of unknown uids leaves the known ones cached", async () => {
  await find("u1");
  for (let index = 0; index < 100; index += 1) await find(`unknown-${index}`);
  expect(await readsOf("u1")).toEqual([]);
});

test("a sensor that is unlinked in a fresh record is dropped from the cache", async () => {
  await find("u1");
  database.set("registeredSensors/u1", sensor(null));
  await find("u1", { mustBeFresh: true });
  expect(await readsOf("u1")).toEqual(BOTH);
});

test("the sensor used longest ago is dropped for a new one", async () => {
  for (const uid of ["u1", "u2", "u3"]) await find(uid);
  expect(await readsOf("u3")).toEqual([]);
  expect(await readsOf("u2")).toEqual([]);
  expect(await readsOf("u1")).toEqual(BOTH);
});

test("nothing comes from the cache while the database does not confirm writes", async () => {
  rulesApply = false;
  for (const [round] of [1, 2].entries()) {
    expect({ round, reads: await readsOf("u1") }).toEqual({ round, reads: BOTH });
  }
  expect((await find("u1")).isFresh).toBe(true);
  expect((await keyOf("u1")).isFresh).toBe(true);
});
