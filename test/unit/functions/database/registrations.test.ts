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

/** The sensor as the next request finds it, and whether it comes from the cache. */
async function find(uid: string, mayUseCache = true) {
  const lookup = lookUp(mayUseCache);
  return { greenhouse: (await lookup.findSensor(uid))?.greenhouse, isCached: lookup.usedCache };
}

async function keyOf(uid: string, mayUseCache = true) {
  const lookup = lookUp(mayUseCache);
  const found = await lookup.findSensor(uid);
  return found && { key: await lookup.findKey(found), isCached: lookup.usedCache };
}

/** The paths that finding the sensor reads. */
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
    ["a whole record", whole, whole],
    ["nothing", null, undefined],
    ["a text", "Bench 4", undefined],
    [
      "an unlinked sensor",
      { sensorName: "A", farmId: "f1" },
      { sensorName: "A", farmId: "f1", greenhouse: undefined },
    ],
    ["an empty link", { farmId: "f1", greenhouse: "" }, { farmId: "f1" }],
    ["a link that is no key", { greenhouse: "a/b" }, {}],
    ["a link that is no text", { greenhouse: 5 }, {}],
    ["no farm", linked, linked],
    ["a farm that is no key", { farmId: "a/b", ...linked }, linked],
    ["names that are no text", { sensorName: 5, sensorType: { a: "b" }, ...linked }, linked],
  ])("%s", async (_name, record, expected) => {
    database.set("registeredSensors/u1", record);
    expect(await lookUp().findSensor("u1")).toEqual(expected);
  });

  test.each(["temperature", "humidity", "light", "updatedAt", "", "a/b", "u1.", "\ud83c"])(
    "of the uid %j is never looked for",
    async (uid) => {
      expect(await lookUp().findSensor(uid)).toBeUndefined();
      expect(database.reads).toEqual([]);
    },
  );

  test("is read the first time, with the sensor's own key, and not the second time", async () => {
    expect(await readsOf("u1")).toEqual(BOTH);
    expect(await find("u1")).toEqual({ greenhouse: "g1", isCached: true });
    expect(await readsOf("u1")).toEqual([]);
  });

  test("is read again where the cached one is not what the caller needs", async () => {
    await find("u1");
    database.reads.length = 0;
    const lookup = lookUp();
    await lookup.findSensor("u1", ({ greenhouse }) => greenhouse === "g2");
    expect([database.reads, lookup.usedCache]).toEqual([BOTH, false]);
  });

  test("is read fresh though one is cached, and replaces it", async () => {
    await find("u1");
    database.set("registeredSensors/u1", sensor("g2"));
    expect(await find("u1")).toEqual({ greenhouse: "g1", isCached: true });
    expect(await find("u1", false)).toEqual({ greenhouse: "g2", isCached: false });
    expect(await find("u1")).toEqual({ greenhouse: "g2", isCached: true });
  });

  test.each(["loose", "unknown"])("that leads to a refusal is never cached: %s", async (uid) => {
    const reads = await readsOf(uid);
    expect(await readsOf(uid)).toEqual(reads);
  });

  test("without a name or a type is never cached: the rules would not notice one that is added", async () => {
    await find("untyped");
    expect(await readsOf("untyped")).toContain("registeredSensors/untyped");
  });

  test("that was unlinked is dropped from the cache", async () => {
    await find("u1");
    database.set("registeredSensors/u1", sensor(null));
    await find("u1", false);
    expect(await readsOf("u1")).toEqual(BOTH);
  });

  test("that was used longest ago is dropped for a new one", async () => {
    for (const uid of ["u1", "u2", "u3"]) await find(uid);
    expect(await readsOf("u3")).toEqual([]);
    expect(await readsOf("u2")).toEqual([]);
    expect(await readsOf("u1")).toEqual(BOTH);
  });

  test("stays cached through a flood of unknown uids", async () => {
    await find("u1");
    for (let index = 0; index < 100; index += 1) await find(`unknown-${index}`);
    expect(await readsOf("u1")).toEqual([]);
  });
});

describe("the key in force", () => {
  test("is the farm's, read once for all of its sensors", async () => {
    expect(await keyOf("u1")).toEqual({ key: "k", isCached: false });
    database.reads.length = 0;
    expect(await keyOf("u2")).toEqual({ key: "k", isCached: true });
    expect(database.reads).toEqual(["registeredSensors/u2", "sensorKeys/u2"]);
  });

  test("is the sensor's own where it has one: the farm's is not even read", async () => {
    expect(await keyOf("own")).toEqual({ key: "own-key", isCached: false });
    expect(database.reads).toEqual(["registeredSensors/own", "sensorKeys/own"]);
  });

  test("is the farm's where another farm left one under the uid", async () => {
    expect(await keyOf("left")).toMatchObject({ key: "k" });
  });

  test("is none where the sensor belongs to no farm", async () => {
    database.set("registeredSensors/u1/farmId", null);
    expect(await keyOf("u1")).toMatchObject({ key: undefined });
  });

  test("is read again when nothing may come from the cache", async () => {
    await keyOf("u1");
    database.set("farms/f1/apiKey", "k2");
    expect(await keyOf("u1")).toEqual({ key: "k", isCached: true });
    expect(await keyOf("u1", false)).toEqual({ key: "k2", isCached: false });
    database.set("sensorKeys/u1", { farmId: "f1", key: "own" });
    expect(await keyOf("u1")).toEqual({ key: "k2", isCached: true });
    expect(await keyOf("u1", false)).toMatchObject({ key: "own" });
  });

  test("of a farm that has none is never cached", async () => {
    for (const key of [undefined, undefined, "k2"]) {
      if (key !== undefined) database.set("farms/f2/apiKey", key);
      expect(await lookUp().findFarmKey("f2")).toBe(key);
    }
  });

  test("that was removed is dropped from the cache", async () => {
    await keyOf("u1");
    database.set("farms/f1/apiKey", null);
    await lookUp(false).findFarmKey("f1");
    expect(await lookUp().findFarmKey("f1")).toBeUndefined();
  });

  test.each(["f3", "f4", "f9", "f1/apiKey", ""])("of the farm %j: none", async (farmId) => {
    expect(await lookUp().findFarmKey(farmId)).toBeUndefined();
  });
});

describe("a database that does not apply its rules to the functions", () => {
  beforeEach(() => (database.canRead = () => true));

  test("is reported once, and nothing of it comes from the cache", async () => {
    for (const round of [1, 2]) {
      expect({ round, reads: await readsOf("u1") }).toEqual({ round, reads: BOTH });
    }
    expect(await keyOf("u1")).toEqual({ key: "k", isCached: false });
    expect(overridesIgnored).toBe(1);
  });
});

describe("whether the rules apply", () => {
  let asked: number;
  beforeEach(() => {
    asked = 0;
    const read = database.read.bind(database);
    database.read = (path) => {
      asked += path === UNREADABLE_PATH ? 1 : 0;
      return read(path);
    };
  });

  test("is asked once, beside the first look-up, also of requests at the same time", async () => {
    await Promise.all([find("u1"), find("u2"), find("own")]);
    await find("u3");
    expect(asked).toBe(1);
  });

  test("is asked again if the database did not answer, and the request goes on", async () => {
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
    expect(asked).toBe(3);
  });
});
