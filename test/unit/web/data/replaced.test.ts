/** Why the database refuses a replacement of a sensor. Its rules do not say. */

import { provideSdk } from "../../../../web/src/data/connection/sdk";
import type { Sdk } from "../../../../web/src/data/connection/sdk";
import { isRefusedForChange, readReplaced } from "../../../../web/src/data/changes/replaced";

const SENSOR = { farmId: "oak", greenhouse: "north" };
const ORDER = { value: 0, version: 3 };
const BEFORE = {
  "registeredSensors/a": SENSOR,
  "registeredSensors/spare": { farmId: "oak" },
  "outputPlans/oak": { a: { valve: { kind: "times" } } },
  "outputOrders/oak": { a: { valve: ORDER }, other: { fan: ORDER } },
  "outputStates/oak": { a: { valve: { value: 0, heard: 1 } } },
};
const REFUSED = new Error("PERMISSION_DENIED: Permission denied");
const NEW = { kind: "new", uid: "b" } as const;

let stored: Readonly<Record<string, unknown>> = BEFORE;
beforeAll(() =>
  provideSdk({
    ref: (_: unknown, path: string) => path,
    get: (path: string) => {
      // A registration that does not exist, or is of another farm, cannot be read.
      const isHidden = path.startsWith("registeredSensors/") && !(path in stored);
      return isHidden ? Promise.reject(REFUSED) : Promise.resolve({ val: () => stored[path] });
    },
  } as unknown as Sdk),
);

test.each([
  ["the uid is of another farm", {}, NEW, false],
  ["the board has reported", { "outputStates/oak": {} }, NEW, false],
  ["another board has an order", { "outputOrders/oak": { a: { valve: ORDER } } }, NEW, false],
  ["another owner has replaced it", { "registeredSensors/a": { farmId: "oak" } }, NEW, true],
  ["a person has ordered", { "outputOrders/oak": { a: { valve: { value: 1 } } } }, NEW, true],
  ["a plan was removed", { "outputPlans/oak": null }, NEW, true],
  ["another owner has used the device", { "registeredSensors/b": SENSOR }, NEW, true],
  ["the registered device is free", {}, { kind: "registered", uid: "spare" }, false],
  [
    "the registered device has taken another place",
    { "registeredSensors/spare": { continues: "c" } },
    { kind: "registered", uid: "spare" },
    true,
  ],
] as const)("is known after the refusal: %s", async (_, changed, device, expected) => {
  stored = BEFORE;
  const before = await readReplaced("oak", "a");
  stored = { ...BEFORE, ...changed };
  const attempted = { farmId: "oak", replaced: "a", device };
  expect(await isRefusedForChange(REFUSED, before, attempted)).toBe(expected);
});

test("is asked only after a refusal", async () => {
  stored = BEFORE;
  const before = await readReplaced("oak", "a");
  stored = {};
  const attempted = { farmId: "oak", replaced: "a", device: NEW };
  expect(await isRefusedForChange(new Error("network"), before, attempted)).toBe(false);
});
