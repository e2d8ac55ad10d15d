import type { Sensor } from "../../../../web/src/model/farm/farm";
import { withPendingSensors } from "../../../../web/src/model/farm/pending-sensors";

const stored = (uid: string): Sensor => ({
  uid,
  name: uid,
  type: "SHT31",
  greenhouse: undefined,
  role: "air",
});
const record = { sensorName: "New one", sensorType: "BME280", farmId: "farm", greenhouse: "herbs" };

function pendingOf(...writes: readonly Readonly<Record<string, unknown>>[]): object {
  const all = withPendingSensors([stored("a"), stored("b")], "farm", writes);
  return Object.fromEntries(all.map(({ sensor, pending }) => [sensor.name, pending]));
}

test("lists an unregistered sensor with its typed values", () => {
  const key = { "sensorKeys/new": { farmId: "farm", key: "secret" } };
  expect(withPendingSensors([], "farm", [{ "registeredSensors/new": record, ...key }])).toEqual([
    {
      sensor: {
        uid: "new",
        name: "New one",
        type: "BME280",
        greenhouse: "herbs",
        role: "air",
      },
      pending: "added",
    },
  ]);
});

test.each([
  ["nothing", [], { a: undefined, b: undefined }],
  ["a field", [{ "registeredSensors/a/greenhouse": "herbs" }], { a: "changed", b: undefined }],
  ["a removed field", [{ "registeredSensors/a/role": null }], { a: "changed", b: undefined }],
  ["a removal", [{ "registeredSensors/b": null }], { a: undefined, b: "removed" }],
  [
    "a new one that is changed",
    [{ "registeredSensors/new": record }, { "registeredSensors/new/role": "soil" }],
    { a: undefined, b: undefined, "New one": "added" },
  ],
  [
    "what is of others, or no sensor",
    [
      { "registeredSensors/c": { ...record, farmId: "other" } },
      { "registeredSensors/d/role": "soil", "farms/a": null, registeredSensors: null },
    ],
    { a: undefined, b: undefined },
  ],
])("marks as pending: %s", (_, writes, expected) => {
  expect(pendingOf(...writes)).toEqual(expected);
});
