import { Unavailable } from "../../../../functions/src/database/database";
import {
  createRegistrations,
  type Found,
  type Registrations,
} from "../../../../functions/src/database/registrations";
import { createLog } from "../../../../functions/src/log";
import { MemoryDatabase, type Json } from "../../../support/memory-database";

const sensor = (greenhouse: string | null): Json => ({
  sensorName: "A",
  sensorType: "climate",
  farmId: "f1",
  greenhouse,
});
const registration = (greenhouse: string): object => ({
  sensorName: "A",
  sensorType: "climate",
  greenhouse,
  farmKey: "secret",
});

let database: MemoryDatabase;
let registrations: Registrations;
let nowMs: number;
let logged: object[];

function create(limits = { maxEntries: 2, maxAgeMs: 60_000 }): Registrations {
  return createRegistrations(
    database,
    limits,
    () => nowMs,
    createLog((entry) => logged.push(entry)),
  );
}

beforeEach(() => {
  database = new MemoryDatabase({
    farms: { f1: { apiKey: "secret" } },
    registeredSensors: {
      u1: sensor("g1"),
      u2: sensor("g1"),
      u3: sensor("g1"),
      loose: sensor(null),
    },
  });
  nowMs = 0;
  logged = [];
  registrations = create();
});

async function find(uid: string): Promise<Found> {
  return registrations.find(uid, false);
}

/** Whether finding the uid reads anything. */
async function isCached(uid: string): Promise<boolean> {
  const before = database.reads.length;
  const { isFresh } = await find(uid);
  expect(isFresh).toBe(database.reads.length > before);
  return !isFresh;
}

test("the first time is read, beside a path that must be denied; the second is not", async () => {
  expect(await find("u1")).toEqual({
    registration: registration("g1"),
    isFresh: true,
  });
  expect(database.reads).toEqual([
    "registeredSensors/u1",
    "forbiddenToSensorIngest",
    "farms/f1/apiKey",
  ]);
  expect(await find("u1")).toEqual({
    registration: registration("g1"),
    isFresh: false,
  });
  expect(database.reads).toHaveLength(3);
});

test("the forbidden path is read once", async () => {
  await find("u1");
  await find("u2");
  expect(database.reads.filter((path) => path === "forbiddenToSensorIngest")).toHaveLength(1);
});

test("a fresh record is read though one is cached, and replaces it", async () => {
  await find("u1");
  database.set("registeredSensors/u1", sensor("g2"));
  expect(await registrations.find("u1", true)).toEqual({
    registration: registration("g2"),
    isFresh: true,
  });
  expect(await find("u1")).toEqual({
    registration: registration("g2"),
    isFresh: false,
  });
});

test("after 60 seconds it is read again", async () => {
  await find("u1");
  nowMs = 59_999;
  expect(await isCached("u1")).toBe(true);
  nowMs = 60_000;
  expect(await isCached("u1")).toBe(false);
});

test("what only refuses is never cached", async () => {
  await find("loose");
  await find("unknown");
  expect(await isCached("loose")).toBe(false);
  expect(await isCached("unknown")).toBe(false);
});

test("a flood of unknown uids leaves the known ones cached", async () => {
  await find("u1");
  for (let index = 0; index < 100; index += 1) {
    await find(`unknown-${index}`);
  }
  expect(await isCached("u1")).toBe(true);
});

test("a sensor that a fresh record unlinks is forgotten", async () => {
  await find("u1");
  database.set("registeredSensors/u1", sensor(null));
  await registrations.find("u1", true);
  expect(await isCached("u1")).toBe(false);
});

test("the sensor used longest ago makes room", async () => {
  for (const uid of ["u1", "u2", "u3"]) await find(uid);
  expect(await isCached("u3")).toBe(true);
  expect(await isCached("u2")).toBe(true);
  expect(await isCached("u1")).toBe(false);
});

test("all who ask at once share one look-up, and only the first has it fresh", async () => {
  const found = await Promise.all(Array.from({ length: 50 }, () => find("u1")));
  expect(found.map(({ isFresh }) => isFresh)).toEqual([true, ...Array<boolean>(49).fill(false)]);
  expect(database.reads).toHaveLength(3);
});

test("a look-up that fails fails for all who share it, and is made again", async () => {
  const canRead = database.canRead;
  database.canRead = () => false;
  const asked = [1, 2].map(() => find("u1"));
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  database.canRead = canRead;
  expect(await find("u1")).toMatchObject({ isFresh: true });
});

test.each([
  ["of the same sensor", "u1"],
  ["of another sensor, which shares the read of the forbidden path", "u2"],
])("a look-up that times out ends no later request %s", async (_name, uid) => {
  const read = database.read.bind(database);
  database.read = () => Promise.reject(new Unavailable("timeout", "The time is over."));
  const first = find("u1");
  database.read = read;
  const second = find(uid);
  await expect(first).rejects.toThrow("The time is over.");
  expect((await second).registration).toEqual(registration("g1"));
  expect(await isCached(uid)).toBe(true);
});

describe("a database that takes the functions for an administrator", () => {
  beforeEach(() => {
    database.canRead = () => true;
  });

  test("is never answered for from the cache, which is logged once", async () => {
    for (let index = 0; index < 3; index += 1) expect(await isCached("u1")).toBe(false);
    expect(logged).toMatchObject([{ severity: "WARNING", event: "override_ignored" }]);
  });

  test("is asked by each of those who ask at once", async () => {
    const found = await Promise.all([1, 2, 3].map(() => find("u1")));
    expect(found.map(({ isFresh }) => isFresh)).toEqual([true, true, true]);
  });
});
