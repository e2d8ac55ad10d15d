import { UNREADABLE_PATH } from "@greenhouse/database/client/answers";
import { Unavailable } from "@greenhouse/database/client/database";
import {
  Lookup,
  RegistrationCache,
  type Sensor,
} from "../../../../functions/src/database/registrations";
import { MemoryDatabase, type Json } from "../../../support/memory-database";

const sensor = (greenhouse: string | null, farmId = "f1"): Json => ({
  sensorName: "A",
  sensorType: "climate",
  farmId,
  greenhouse,
});

let database: MemoryDatabase;
let cache: RegistrationCache;
let overridesIgnored: number;
beforeEach(() => {
  database = new MemoryDatabase({
    farms: { f1: { apiKey: "k" }, f2: {}, f3: { apiKey: 5 }, f4: { apiKey: "" } },
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
  overridesIgnored = 0;
  cache = new RegistrationCache(2, {
    overrideIgnored: () => (overridesIgnored += 1),
  });
});

const lookUp = (mayUseCache = true): Lookup => new Lookup(cache, database, mayUseCache);

/** Returns the next request's result for the sensor, and whether it comes from the cache. */
async function find(uid: string, mayUseCache = true) {
  const lookup = lookUp(mayUseCache);
  return { greenhouse: (await lookup.findSensor(uid))?.greenhouse, isCached: lookup.usedCache };
}

async function keyOf(uid: string, mayUseCache = true) {
  const lookup = lookUp(mayUseCache);
  const found = await lookup.findSensor(uid);
  return found && { key: await lookup.findKey(found), isCached: lookup.usedCache };
}

/** Returns the paths that a look-up reads. */
async function readsOf(uid: string): Promise<readonly string[]> {
  database.reads.length = 0;
  await lookUp().findSensor(uid);
  return [...database.reads];
}

const BOTH = ["registeredSensors/u1", "sensorKeys/u1"];

describe("a registration", () => {
  const whole = { sensorName: "Bench 4", sensorType: "climate", farmId: "f1", greenhouse: "g1" };
  const linked = { greenhouse: "g1" };

  test.each<[string, Json, Partial<Sensor> | undefined]>([
    ["a complete record", whole, whole],
    [
      "an unlinked sensor",
      { sensorName: "A", farmId: "f1" },
      { sensorName: "A", farmId: "f1", greenhouse: undefined },
    ],
    ["an empty link", { farmId: "f1", greenhouse: "" }, { farmId: "f1" }],
    ["a link that is not a key", { greenhouse: "a/b" }, {}],
    ["a farm that is not a key", { farmId: "a/b", ...linked }, linked],
    ["names that are not texts", { sensorName: 5, sensorType: { a: "b" }, ...linked }, linked],
  ])("%s", async (_name, record, expected) => {
    database.set("registeredSensors/u1", record);
    expect(await lookUp().findSensor("u1")).toEqual(expected);
  });

  test.each(["temperature", "updatedAt", "", "a/b", "\ud83c"])(
    "is never looked up for the uid %j",
    async (uid) => {
      expect(await lookUp().findSensor(uid)).toBeUndefined();
      expect(database.reads).toEqual([]);
    },
  );

  test("is read only the first time, with the sensor's own key", async () => {
    expect(await readsOf("u1")).toEqual(BOTH);
    expect(await find("u1")).toEqual({ greenhouse: "g1", isCached: true });
    expect(await readsOf("u1")).toEqual([]);
  });

  test("is read again if the caller cannot use the cached record", async () => {
    await find("u1");
    database.reads.length = 0;
    const lookup = lookUp();
    await lookup.findSensor("u1", ({ greenhouse }) => greenhouse === "g2");
    expect([database.reads, lookup.usedCache]).toEqual([BOTH, false]);
  });

  test.each(["loose", "unknown", "untyped"])(
    "is never cached if it is incomplete: %s",
    async (uid) => {
      const reads = await readsOf(uid);
      expect(await readsOf(uid)).toEqual(reads);
    },
  );

  test("is removed from the cache when the sensor is unlinked", async () => {
    await find("u1");
    database.set("registeredSensors/u1", sensor(null));
    await find("u1", false);
    expect(await readsOf("u1")).toEqual(BOTH);
  });

  test("is removed from the cache if it is the least recently used", async () => {
    for (const uid of ["u1", "unknown", "u2", "u1", "loose", "u3"]) await find(uid);
    expect(await readsOf("u3")).toEqual([]);
    expect(await readsOf("u1")).toEqual([]);
    expect(await readsOf("u2")).toEqual(["registeredSensors/u2", "sensorKeys/u2"]);
  });
});

describe("the valid key", () => {
  test("is the farm's key, read once for all sensors", async () => {
    expect(await keyOf("u1")).toEqual({ key: "k", isCached: false });
    database.reads.length = 0;
    expect(await keyOf("u2")).toEqual({ key: "k", isCached: true });
    expect(database.reads).toEqual(["registeredSensors/u2", "sensorKeys/u2"]);
  });

  test("is the sensor's own key if it exists, without a read of the farm's key", async () => {
    expect(await keyOf("own")).toEqual({ key: "own-key", isCached: false });
    expect(database.reads).toEqual(["registeredSensors/own", "sensorKeys/own"]);
  });

  test("is read again if the cache may not be used", async () => {
    await keyOf("u1");
    database.set("farms/f1/apiKey", "k2");
    expect(await keyOf("u1")).toEqual({ key: "k", isCached: true });
    expect(await keyOf("u1", false)).toEqual({ key: "k2", isCached: false });
    database.set("sensorKeys/u1", { farmId: "f1", key: "own" });
    expect(await keyOf("u1")).toEqual({ key: "k2", isCached: true });
    expect(await keyOf("u1", false)).toMatchObject({ key: "own" });
  });

  test("is never cached for a farm without a key", async () => {
    for (const key of [undefined, undefined, "k2"]) {
      if (key !== undefined) database.set("farms/f2/apiKey", key);
      expect(await lookUp().findFarmKey("f2")).toBe(key);
    }
  });

  test.each(["f3", "f4", "f1/apiKey", ""])("is undefined for the farm %j", async (farmId) => {
    expect(await lookUp().findFarmKey(farmId)).toBeUndefined();
  });
});

describe("a database that does not apply its rules to the functions", () => {
  beforeEach(() => (database.canRead = () => true));

  test("is logged once, and the cache is not used", async () => {
    for (const round of [1, 2]) {
      expect({ round, reads: await readsOf("u1") }).toEqual({ round, reads: BOTH });
    }
    expect(await keyOf("u1")).toEqual({ key: "k", isCached: false });
    expect(overridesIgnored).toBe(1);
  });
});

describe("whether the rules apply", () => {
  let probes: number;
  beforeEach(() => {
    probes = 0;
    const read = database.read.bind(database);
    database.read = (path) => {
      probes += path === UNREADABLE_PATH ? 1 : 0;
      return read(path);
    };
  });

  test("is tested once, during the first look-up, even for concurrent requests", async () => {
    await Promise.all([find("u1"), find("u2"), find("own")]);
    await find("u3");
    expect(probes).toBe(1);
  });

  test("is tested again if the database did not answer, and the request continues", async () => {
    const read = database.read.bind(database);
    let isAway = true;
    database.read = (path) =>
      path === UNREADABLE_PATH && isAway
        ? read(path).catch(() => Promise.reject(new Unavailable("timeout", "No answer.")))
        : read(path);
    for (const round of [1, 2]) {
      expect({ round, ...(await find("u1")) }).toEqual({
        round,
        greenhouse: "g1",
        isCached: false,
      });
      await new Promise(setImmediate);
    }
    isAway = false;
    await find("u1");
    await new Promise(setImmediate);
    expect(await find("u1")).toEqual({ greenhouse: "g1", isCached: true });
    expect(probes).toBe(3);
  });
});
