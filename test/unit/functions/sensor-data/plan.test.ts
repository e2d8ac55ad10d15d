import type { Update } from "../../../../functions/src/database/database";
import { planUpdate, type AcceptedReading } from "../../../../functions/src/sensor-data/plan";

const KEY = "-NewKey0123456789abc";

const reading: AcceptedReading = {
  uid: "u1",
  greenhouse: "g1",
  sensorName: "Bench 4",
  sensorType: "climate",
  measurements: { temperature: 21.5, humidity: 60, light: 0, battery: 88 },
  updatedAt: 1_700_000_000_000,
  farmKey: "farm-key",
};
const keyInBody: AcceptedReading = { ...reading, farmKey: undefined };

/** @param values by path below the greenhouse's readings */
const below = (values: Update): Update =>
  Object.fromEntries(Object.entries(values).map(([path, value]) => [`sensors/g1/${path}`, value]));
const signed = (values: Update): Update => ({ ...below(values), "ingest/u1": "farm-key" });

describe("signed", () => {
  test("all measurements", () => {
    expect(planUpdate(reading, KEY)).toEqual(
      signed({
        "current/temperature": 21.5,
        "current/humidity": 60,
        "current/light": 0,
        "current/updatedAt": 1_700_000_000_000,
        "bySensor/u1/sensorName": "Bench 4",
        "bySensor/u1/sensorType": "climate",
        "bySensor/u1/temperature": 21.5,
        "bySensor/u1/humidity": 60,
        "bySensor/u1/light": 0,
        "bySensor/u1/battery": 88,
        [`history/${KEY}`]: {
          uid: "u1",
          sensorName: "Bench 4",
          temperature: 21.5,
          humidity: 60,
          light: 0,
          battery: 88,
          updatedAt: 1_700_000_000_000,
        },
      }),
    );
  });

  test("one measurement leaves the others alone", () => {
    expect(planUpdate({ ...reading, measurements: { battery: 3 } }, KEY)).toEqual(
      signed({
        "current/updatedAt": 1_700_000_000_000,
        "bySensor/u1/sensorName": "Bench 4",
        "bySensor/u1/sensorType": "climate",
        "bySensor/u1/battery": 3,
        [`history/${KEY}`]: {
          uid: "u1",
          sensorName: "Bench 4",
          battery: 3,
          updatedAt: 1_700_000_000_000,
        },
      }),
    );
  });

  test("a sign of life from a sensor without a name or a type", () => {
    const bare = { ...reading, sensorName: undefined, sensorType: undefined, measurements: {} };
    expect(planUpdate(bare, KEY)).toEqual(
      signed({
        "current/updatedAt": 1_700_000_000_000,
        [`history/${KEY}`]: { uid: "u1", updatedAt: 1_700_000_000_000 },
      }),
    );
  });
});

describe("key in the body", () => {
  test("all measurements", () => {
    const measurements = { temperature: -1, humidity: 0, light: 5 };
    expect(planUpdate({ ...keyInBody, measurements }, KEY)).toEqual(
      below({
        "current/u1/sensorName": "Bench 4",
        "current/u1/sensorType": "climate",
        "current/u1/temperature": -1,
        "current/u1/humidity": 0,
        "current/u1/light": 5,
        "current/u1/updatedAt": 1_700_000_000_000,
        [`history/u1/${KEY}`]: {
          sensorName: "Bench 4",
          temperature: -1,
          humidity: 0,
          light: 5,
          updatedAt: 1_700_000_000_000,
        },
      }),
    );
  });

  test("an idempotency key changes nothing", () => {
    expect(planUpdate(keyInBody, KEY, "retry-1")).toEqual(planUpdate(keyInBody, KEY));
  });
});

describe("with an idempotency key", () => {
  const historyKey = (changes: Partial<AcceptedReading>, idempotencyKey: string): string => {
    const plan = planUpdate({ ...reading, ...changes }, KEY, idempotencyKey);
    const path = Object.keys(plan).find((each) => each.includes("/history/"));
    return path?.split("/").at(-1) ?? "";
  };

  test("the same submission has the same entry", () => {
    expect(historyKey({}, "retry-1")).toBe(historyKey({}, "retry-1"));
    expect(historyKey({}, "retry-1")).toMatch(/^[-\w]{20}$/);
  });

  test("a sensor that was renamed in between has no second entry", () => {
    expect(historyKey({ sensorName: "Bench 5" }, "retry-1")).toBe(historyKey({}, "retry-1"));
  });

  test("anything that differs gives another entry", () => {
    const keys = [
      historyKey({}, "retry-1"),
      historyKey({}, "retry-2"),
      historyKey({ uid: "u2" }, "retry-1"),
      historyKey({ updatedAt: reading.updatedAt + 1 }, "retry-1"),
      historyKey({ measurements: { temperature: 21.5, humidity: 60, light: 0 } }, "retry-1"),
      historyKey({ measurements: { temperature: 21.5 } }, "retry-1"),
      historyKey({ measurements: { humidity: 21.5 } }, "retry-1"),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("entries sort by the time of the reading", () => {
    const times = [1_600_000_000_000, 1_700_000_000_000, 1_700_000_000_001, 1_800_000_000_000];
    const keys = times.map((updatedAt) => historyKey({ updatedAt }, "retry-1"));
    expect([...keys].sort()).toEqual(keys);
  });
});
