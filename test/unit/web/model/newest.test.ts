import { sendersIn } from "../../../../web/src/model/values/newest";

test("returns no values if nothing was sent", () => {
  expect(sendersIn({ current: undefined, bySensor: null })).toEqual({
    uids: [],
    containers: [],
    signedCount: 0,
    measured: [],
    byMeasurement: {},
  });
});

test("lists signed and keyed sensors once with their quantities", () => {
  const current = {
    temperature: 20,
    updatedAt: 1,
    soil: { ec: 30, battery: 80 },
    air: { temperature: 19 },
  };
  const bySensor = { air: { humidity: 50, temperature: 20 }, leaf: { temperature: 21 } };
  expect(sendersIn({ current, bySensor })).toEqual({
    uids: ["air", "leaf", "soil"],
    containers: ["soil", "air"],
    signedCount: 2,
    measured: ["temperature", "humidity", "ec"],
    byMeasurement: { temperature: ["air", "leaf"], humidity: ["air"], ec: ["soil"] },
  });
});
