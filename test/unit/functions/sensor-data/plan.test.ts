import { parseLastSeen } from "@greenhouse/domain/history/last-seen";
import { timeOfKey } from "@greenhouse/domain/identity/push-key";
import { SERVER_TIME } from "@greenhouse/domain/stored";
import type { Update } from "@greenhouse/database/client/database";
import { deriveKey } from "../../../../functions/src/sensor-data/plan";
import {
  planHmac,
  planKeyInBody,
  planSigned,
  type AcceptedReading,
} from "../../../support/planning";

const KEY = "-NewKey0123456789abc";
const NOW_MS = 1_700_000_000_000;

const reading: AcceptedReading = {
  uid: "u1",
  farmId: "f1",
  greenhouse: "g1",
  sensorName: "Bench 4",
  sensorType: "climate",
  measurements: { temperature: 21.5, humidity: 60, light: 0, battery: 88 },
  updatedAt: 1_700_000_000_000,
  key: "farm-key",
};

/** @param values by path below the greenhouse */
const below = (values: Update): Update =>
  Object.fromEntries(Object.entries(values).map(([path, value]) => [`sensors/g1/${path}`, value]));
const seen = (...names: readonly string[]): Update =>
  Object.fromEntries(names.map((name) => [`lastSeen/f1/u1/${name}`, SERVER_TIME]));
const signed = (names: readonly string[], values: Update): Update => ({
  ...below(values),
  ...seen(...names),
  "ingest/u1": "farm-key",
});

describe("signed", () => {
  test("stores all measurements", () => {
    expect(planSigned(reading, KEY, NOW_MS)).toEqual(
      signed(["temperature,humidity", "light", "battery"], {
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

  test("stores a sign of life of a sensor without a name or a type", () => {
    const bare = { ...reading, sensorName: undefined, sensorType: undefined, measurements: {} };
    expect(planSigned(bare, KEY, NOW_MS)).toEqual(
      signed(["none"], {
        "current/updatedAt": 1_700_000_000_000,
        [`history/${KEY}`]: { uid: "u1", updatedAt: 1_700_000_000_000 },
      }),
    );
  });
});

describe("key in the body", () => {
  test("stores all measurements", () => {
    const measurements = { temperature: -1, humidity: 0, light: 5 };
    expect(planKeyInBody({ ...reading, measurements }, KEY)).toEqual({
      ...seen("unsigned,temperature,humidity", "unsigned,light"),
      ...below({
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
    });
  });

  test("stores no last-seen times for a sensor without a farm", () => {
    const paths = Object.keys(planKeyInBody({ ...reading, farmId: undefined }, KEY));
    expect(paths.filter((path) => !path.startsWith("sensors/g1/"))).toEqual([]);
  });
});

describe("with an idempotency key", () => {
  const historyKey = (changes: Partial<AcceptedReading>, idempotencyKey: string): string => {
    const update = planSigned({ ...reading, ...changes }, KEY, NOW_MS, idempotencyKey);
    const path = Object.keys(update).find((key) => key.includes("/history/"));
    return path?.split("/").at(-1) ?? "";
  };

  test("gives the same reading the same entry, also after a renaming", () => {
    expect(historyKey({}, "retry-1")).toMatch(/^[-\w]{20}$/);
    expect(historyKey({ sensorName: "Bench 5" }, "retry-1")).toBe(historyKey({}, "retry-1"));
  });

  test("gives different readings different entries", () => {
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
});

describe("signed as a whole", () => {
  const at = (secondsAgo: number, changes: Partial<AcceptedReading>): AcceptedReading => ({
    ...reading,
    updatedAt: reading.updatedAt - secondsAgo * 1000,
    ...changes,
  });
  const always = (): boolean => true;
  const never = (): boolean => false;
  const keysOf = (update: Update): readonly string[] =>
    Object.keys(update).flatMap((path) => path.split("/history/")[1] ?? []);

  test("uses the newest value of each field from several readings", () => {
    const update = planHmac(
      [
        at(1, { measurements: { temperature: 2, light: 7 } }),
        at(0, { measurements: { temperature: 1 } }),
        at(2, { measurements: { temperature: 3, light: 8, humidity: 60 } }),
      ],
      NOW_MS,
      always,
    );
    expect(update).toMatchObject({
      "sensors/g1/current/temperature": 1,
      "sensors/g1/current/light": 7,
      "sensors/g1/current/humidity": 60,
      "sensors/g1/current/updatedAt": reading.updatedAt,
      "sensors/g1/bySensor/u1/temperature": 1,
      "sensors/g1/bySensor/u1/light": 7,
      "sensors/g1/bySensor/u1/humidity": 60,
      ...seen("temperature", "light", "temperature,humidity"),
      "ingest/u1": "farm-key",
    });
    expect(keysOf(update)).toHaveLength(3);
  });

  test("does not combine temperature and humidity of two readings", () => {
    const readings = [
      at(1, { measurements: { temperature: 2 } }),
      at(0, { measurements: { humidity: 60 } }),
    ];
    const paths = Object.keys(planHmac(readings, NOW_MS, always));
    const names = paths.flatMap((path) => path.split("lastSeen/f1/u1/")[1] ?? []);
    expect(names.sort()).toEqual(["humidity", "temperature"]);
    const stored = Object.fromEntries(names.map((name) => [name, NOW_MS]));
    expect(parseLastSeen(stored).isOneReading).toBe(false);
  });

  test("stores an old reading only in history", () => {
    expect(planHmac([at(300, {})], NOW_MS, always)).toHaveProperty([
      "sensors/g1/current/updatedAt",
    ]);
    const old = at(301, {});
    const update = planHmac([old], NOW_MS, always);
    const [key = ""] = keysOf(update);
    expect(update).toEqual({
      [`sensors/g1/history/${key}`]: {
        uid: "u1",
        sensorName: "Bench 4",
        ...old.measurements,
        updatedAt: old.updatedAt,
      },
      "ingest/u1": "farm-key",
    });
  });

  test("marks an hour once if it ended more than two minutes ago", () => {
    const [first, last] = [1_699_992_000_000, 1_699_995_599_999];
    const readings = [at(0, { updatedAt: first }), at(0, { updatedAt: last }), reading];
    const marksAt = (nowMs: number): readonly string[] =>
      Object.entries(planHmac(readings, nowMs, never)).flatMap(([path, value]) =>
        path.startsWith("rollupDue/") && value === SERVER_TIME ? [path] : [],
      );
    expect(marksAt(NOW_MS)).toEqual([`rollupDue/g1/${first}/u1`]);
    readings.push(at(0, { updatedAt: first - 1 }), at(0, { updatedAt: last, greenhouse: "g2" }));
    const hours = marksAt(NOW_MS).map((path) => path.slice(0, path.lastIndexOf("/")));
    expect(hours.sort()).toEqual([
      `rollupDue/g1/${first - 3_600_000}`,
      `rollupDue/g1/${first}`,
      `rollupDue/g2/${first}`,
    ]);
    readings.splice(2);
    expect(marksAt(last + 120_001)).toEqual([]);
    expect(marksAt(last + 120_002)).toHaveLength(1);
    const late = planSigned({ ...reading, updatedAt: last }, KEY, NOW_MS);
    expect(late).toMatchObject({ [`rollupDue/g1/${first}/u1`]: SERVER_TIME });
  });

  test("treats a recent reading that is not the newest only as a sign of life", () => {
    const update = planHmac([at(0, { measurements: {} })], NOW_MS, never);
    expect(Object.keys(update).filter((path) => !path.includes("/history/"))).toEqual([
      "ingest/u1",
      "lastSeen/f1/u1/none",
    ]);
  });

  test("gives the same reading the same entry in any batch and order", () => {
    const others = [at(1, {}), at(0, { measurements: {} }), at(0, { uid: "u2" })];
    const keys = keysOf(planHmac([reading, ...others], NOW_MS, always));
    expect(new Set(keys).size).toBe(4);
    expect([...keysOf(planHmac([...others, reading, reading], NOW_MS, always))].sort()).toEqual(
      [...keys].sort(),
    );
    expect(keys).toEqual(expect.arrayContaining([...keysOf(planHmac([reading], NOW_MS, never))]));
    const renamed = at(0, { sensorName: "Bench 5", greenhouse: "g2", key: "another" });
    expect(keysOf(planHmac([renamed], NOW_MS, never))).toEqual(
      keysOf(planHmac([reading], NOW_MS, never)),
    );
  });
});

test("derived keys contain the time and twelve characters of the alphabet", () => {
  const key = deriveKey(NOW_MS, ["header", 1]);
  expect(timeOfKey(key)).toBe(NOW_MS);
  expect(key).toMatch(/^[-0-9A-Z_a-z]{20}$/);
});

test("derived keys differ for parts that join to the same text", () => {
  const keys = [["ab", "c"], ["a", "bc"], ["abc"], ["abc", ""], ['a","b', "c"], [["ab"], "c"]];
  expect(new Set(keys.map((parts) => deriveKey(NOW_MS, parts))).size).toBe(keys.length);
});
