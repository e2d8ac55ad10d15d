import { lookUpFarmKey, lookUpSensor } from "../../../../functions/src/database/lookup";
import { MemoryDatabase, type Json } from "../../../support/memory-database";

const farms: Json = {
  f1: { apiKey: "secret", name: "Farm" },
  f2: { apiKey: 5 },
  f3: { apiKey: "" },
};

function databaseWith(record: Json): MemoryDatabase {
  return new MemoryDatabase({ farms, registeredSensors: { u1: record } });
}

const whole = { sensorName: "Bench 4", sensorType: "climate", farmId: "f1", greenhouse: "g1" };

test.each<[string, Json, object | undefined]>([
  [
    "a whole record",
    whole,
    { sensorName: "Bench 4", sensorType: "climate", greenhouse: "g1", farmKey: "secret" },
  ],
  ["nothing", null, undefined],
  ["a text", "Bench 4", undefined],
  ["an unlinked sensor", { sensorName: "A", farmId: "f1" }, { sensorName: "A" }],
  ["an empty link", { sensorName: "A", farmId: "f1", greenhouse: "" }, { sensorName: "A" }],
  ["a link that is no key", { sensorName: "A", greenhouse: "a/b" }, { sensorName: "A" }],
  ["a link that is no text", { sensorName: "A", greenhouse: 5 }, { sensorName: "A" }],
  ["a farm that is not there", { greenhouse: "g1", farmId: "f9" }, { greenhouse: "g1" }],
  ["a farm without a usable key", { greenhouse: "g1", farmId: "f2" }, { greenhouse: "g1" }],
  ["a farm with an empty key", { greenhouse: "g1", farmId: "f3" }, { greenhouse: "g1" }],
  ["a farm that is no key", { greenhouse: "g1", farmId: "f1/apiKey" }, { greenhouse: "g1" }],
  ["no farm", { greenhouse: "g1" }, { greenhouse: "g1" }],
  [
    "names that are no text",
    { sensorName: 5, sensorType: { a: "b" }, greenhouse: "g1" },
    { greenhouse: "g1" },
  ],
  ["paths longer than can be written", { ...whole, greenhouse: "g".repeat(716) }, undefined],
  ["paths just short enough", { greenhouse: "g".repeat(715) }, { greenhouse: "g".repeat(715) }],
])("%s", async (_name, record, expected) => {
  expect(await lookUpSensor("u1", databaseWith(record))).toEqual(expected);
});

test("reads the sensor and its farm's key, and nothing else", async () => {
  const database = databaseWith(whole);
  await lookUpSensor("u1", database);
  expect(database.reads).toEqual(["registeredSensors/u1", "farms/f1/apiKey"]);
});

test("an unlinked sensor's farm is not read", async () => {
  const database = databaseWith({ sensorName: "A", farmId: "f1" });
  await lookUpSensor("u1", database);
  expect(database.reads).toEqual(["registeredSensors/u1"]);
});

test.each(["temperature", "humidity", "light", "updatedAt", "", "a/b", "u1.", "\ud83c"])(
  "the uid %j is never looked for",
  async (uid) => {
    const database = new MemoryDatabase({ registeredSensors: { [uid]: whole }, farms });
    expect(await lookUpSensor(uid, database)).toBeUndefined();
    expect(database.reads).toEqual([]);
  },
);

test("a denied read is the database's failure", async () => {
  const database = databaseWith(whole);
  database.canRead = () => false;
  await expect(lookUpSensor("u1", database)).rejects.toMatchObject({
    name: "Unavailable",
    reason: "denied",
  });
});

test.each([
  ["f1", "secret"],
  ["f2", undefined],
  ["f3", undefined],
  ["f9", undefined],
  ["f1/apiKey", undefined],
  ["", undefined],
])("the key of farm %j", async (farmId, expected) => {
  expect(await lookUpFarmKey(farmId, new MemoryDatabase({ farms }))).toBe(expected);
});
