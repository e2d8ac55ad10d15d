import {
  Registrations,
  type LookupResult,
  type Query,
} from "../../../../functions/src/database/registrations";
import { MemoryDatabase, type Json } from "../../../support/memory-database";

const sensor = (greenhouse: string | null, farmId = "f1"): Json => ({
  sensorName: "A",
  sensorType: "climate",
  farmId,
  greenhouse,
});
const found = (greenhouse: string, isFresh: boolean): object => ({
  registration: { sensorName: "A", sensorType: "climate", farmId: "f1", greenhouse, farmKey: "k" },
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
      loose: sensor(null),
      keyless: sensor("g1", "f2"),
      untyped: { sensorName: "A", farmId: "f1", greenhouse: "g1" },
    },
  });
  rulesApply = true;
  registrations = new Registrations(2, () => rulesApply);
});

const find = (uid: string, query: Partial<Query> = {}): Promise<LookupResult> =>
  registrations.find({ uid, needsKey: true, mustBeFresh: false, ...query }, database);

/** The paths that finding the sensor reads. */
async function readsOf(uid: string, query: Partial<Query> = {}): Promise<readonly string[]> {
  database.reads.length = 0;
  await find(uid, query);
  return [...database.reads];
}

test("the first time is read, the second is not", async () => {
  expect(await readsOf("u1")).toEqual(["registeredSensors/u1", "farms/f1/apiKey"]);
  expect(await find("u1")).toEqual(found("g1", false));
  expect(await readsOf("u1")).toEqual([]);
});

test("a farm's key is read once for all of its sensors", async () => {
  await find("u1");
  expect(await readsOf("u2")).toEqual(["registeredSensors/u2"]);
});

test("no key is read where none is needed", async () => {
  expect(await readsOf("u1", { needsKey: false })).toEqual(["registeredSensors/u1"]);
  expect(await find("u1", { needsKey: false })).toMatchObject({ isFresh: false });
  expect(await readsOf("u1")).toEqual(["farms/f1/apiKey"]);
});

test("an unlinked sensor's farm is not read", async () => {
  expect(await readsOf("loose")).toEqual(["registeredSensors/loose"]);
});

test("a fresh record is read though one is cached, and replaces it", async () => {
  await find("u1");
  database.set("registeredSensors/u1", sensor("g2"));
  expect(await find("u1")).toEqual(found("g1", false));
  expect(await find("u1", { mustBeFresh: true })).toEqual(found("g2", true));
  expect(await find("u1")).toEqual(found("g2", false));
});

test("a cached key is no fresh record", async () => {
  await find("u1");
  expect(await find("u2")).toEqual(found("g1", false));
  expect(await readsOf("u2", { mustBeFresh: true })).toEqual([
    "registeredSensors/u2",
    "farms/f1/apiKey",
  ]);
});

test.each(["loose", "unknown", "keyless"])("what only refuses is never cached: %s", async (uid) => {
  const reads = await readsOf(uid);
  expect((await readsOf(uid)).at(-1)).toBe(reads.at(-1));
});

test("a sensor without a name or a type is never cached: the rules would not notice one that is added", async () => {
  await find("untyped");
  expect(await readsOf("untyped")).toEqual(["registeredSensors/untyped"]);
});

test("a flood of unknown uids leaves the known ones cached", async () => {
  await find("u1");
  for (let index = 0; index < 100; index += 1) await find(`unknown-${index}`);
  expect(await readsOf("u1")).toEqual([]);
});

test("a sensor that a fresh record unlinks is forgotten, and so is a key that is gone", async () => {
  await find("u1");
  database.set("registeredSensors/u1", sensor(null));
  await find("u1", { mustBeFresh: true });
  expect(await readsOf("u1")).toEqual(["registeredSensors/u1"]);
  database.set("farms/f1/apiKey", null);
  await find("u2", { mustBeFresh: true });
  expect(await readsOf("u3")).toEqual(["registeredSensors/u3", "farms/f1/apiKey"]);
});

test("the sensor used longest ago makes room", async () => {
  for (const uid of ["u1", "u2", "u3"]) await find(uid);
  expect(await readsOf("u3")).toEqual([]);
  expect(await readsOf("u2")).toEqual([]);
  expect(await readsOf("u1")).toEqual(["registeredSensors/u1"]);
});

test("nothing comes from the cache while the database does not confirm writes", async () => {
  rulesApply = false;
  for (const [round] of [1, 2].entries()) {
    expect({ round, reads: await readsOf("u1") }).toEqual({
      round,
      reads: ["registeredSensors/u1", "farms/f1/apiKey"],
    });
  }
  expect((await find("u1")).isFresh).toBe(true);
});
