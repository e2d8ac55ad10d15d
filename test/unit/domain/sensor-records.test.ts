import { ownKeyIn, sensorRemoval } from "@greenhouse/domain/identity/sensor-records";

test.each<[string, unknown, string | undefined]>([
  ["a whole record", { farmId: "f1", key: "k" }, "k"],
  ["nothing", null, undefined],
  ["a text", "k", undefined],
  ["no key", { farmId: "f1" }, undefined],
  ["an empty key", { farmId: "f1", key: "" }, undefined],
  ["a key that is no text", { farmId: "f1", key: 5 }, undefined],
  ["another farm", { farmId: "f2", key: "k" }, undefined],
  ["no farm, which no registration names", { key: "k" }, undefined],
])("a sensor's own key: %s", (_name, record, expected) => {
  expect(ownKeyIn(record, "f1")).toBe(expected);
  expect(ownKeyIn(record, undefined)).toBeUndefined();
});

test("a removal deletes a key only where there is one", () => {
  const others = {
    "registeredSensors/u1": null,
    "ingest/u1": null,
    "lastSeen/f1/u1": null,
    "outputs/f1/u1": null,
    "outputOrders/f1/u1": null,
    "outputStates/f1/u1": null,
    "outputLog/f1/u1": null,
    "outputPlaces/f1/u1": null,
  };
  const sensor = { uid: "u1", farmId: "f1" };
  expect(sensorRemoval(sensor, false)).toEqual(others);
  expect(sensorRemoval(sensor, true)).toEqual({ ...others, "sensorKeys/u1": null });
});
