import {
  lookUpFarmKey,
  lookUpSensor,
  lookUpSensorKey,
} from "../../../../functions/src/database/lookup";
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

const linked = { greenhouse: "g1" };

test.each<[string, Json, object | undefined]>([
  ["a whole record", whole, whole],
  ["nothing", null, undefined],
  ["a text", "Bench 4", undefined],
  ["an unlinked sensor", { sensorName: "A", farmId: "f1" }, { farmId: "f1" }],
  ["an empty link", { sensorName: "A", farmId: "f1", greenhouse: "" }, { farmId: "f1" }],
  ["a link that is no key", { sensorName: "A", greenhouse: "a/b" }, {}],
  ["a link that is no text", { sensorName: "A", greenhouse: 5 }, {}],
  ["no farm", linked, linked],
  ["a farm that is no key", { farmId: "a/b", ...linked }, linked],
  ["names that are no text", { sensorName: 5, sensorType: { a: "b" }, ...linked }, linked],
  ["paths longer than can be written", { ...whole, greenhouse: "g".repeat(716) }, undefined],
  ["a farm's paths longer than can be written", { ...whole, farmId: "f".repeat(716) }, undefined],
  ["paths just short enough", { greenhouse: "g".repeat(715) }, { greenhouse: "g".repeat(715) }],
])("%s", async (_name, record, expected) => {
  expect(await lookUpSensor("u1", databaseWith(record))).toEqual(expected);
});

test.each(["temperature", "humidity", "light", "updatedAt", "", "a/b", "u1.", "\ud83c"])(
  "the uid %j is never looked for",
  async (uid) => {
    const database = new MemoryDatabase({ registeredSensors: { [uid]: whole }, farms });
    expect(await lookUpSensor(uid, database)).toBeUndefined();
    expect(database.reads).toEqual([]);
  },
);

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

test("a sensor's own key is looked for where there can be one", async () => {
  const record = { farmId: "f1", key: "k" };
  const database = new MemoryDatabase({ sensorKeys: { u1: record } });
  expect(await lookUpSensorKey("u1", database)).toEqual(record);
  expect(await lookUpSensorKey("a/b", database)).toBeUndefined();
  expect(database.reads).toEqual(["sensorKeys/u1"]);
});
