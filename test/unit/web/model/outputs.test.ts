import { outputsOf, withOrders } from "../../../../web/src/model/outputs";
import type { Sensor } from "../../../../web/src/model/farm";

const DEFINED = { name: "Valve", kind: "switch", leaseSeconds: 60, maxOnSeconds: 600 };
const ORDER = { value: 1, version: 5, until: 9, by: "olga", at: 1 };
const STATE = { value: 1, version: 5, reason: "order", at: 2 };
const sensors = [{ uid: "a" }, { uid: "b" }] as unknown as readonly Sensor[];

test("the outputs of a greenhouse's boards, each with its order and state", () => {
  const stored = { a: { valve: DEFINED, odd: { name: "x" } }, other: { pump: DEFINED } };
  const outputs = outputsOf("oak", stored, sensors);
  expect(outputs).toMatchObject([{ farmId: "oak", uid: "a", output: "valve" }]);
  const known = withOrders(outputs, { a: { valve: ORDER } }, { a: { valve: STATE } });
  expect(known).toMatchObject([{ order: ORDER, state: STATE }]);
  expect(withOrders(outputs, undefined, null)).toMatchObject([
    { order: undefined, state: undefined },
  ]);
});
