import { parseLastSeen } from "@greenhouse/domain/history/last-seen";
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

const seen = (...names: readonly string[]): Update =>
  Object.fromEntries(names.map((name) => [`lastSeen/f1/u1/${name}`, SERVER_TIME]));
describe("last-seen times", () => {
  const namesOf = (update: Update): readonly string[] =>
    Object.keys(update).flatMap((path) => path.split("lastSeen/f1/u1/")[1] ?? []);

  test("are those of all measurements, and temperature and humidity of a reading belong together", () => {
    expect(planSigned(reading, KEY, NOW_MS)).toMatchObject(
      seen("temperature,humidity", "light", "battery"),
    );
    const measurements = { temperature: -1, humidity: 0, light: 5 };
    expect(namesOf(planKeyInBody({ ...reading, measurements }, KEY))).toEqual([
      "unsigned,temperature,humidity",
      "unsigned,light",
    ]);
  });

  test("include a sign of life of a sensor without a name or a type", () => {
    const bare = { ...reading, sensorName: undefined, sensorType: undefined, measurements: {} };
    expect(planSigned(bare, KEY, NOW_MS)).toEqual({
      "sensors/g1/current/updatedAt": NOW_MS,
      [`sensors/g1/history/${KEY}`]: { uid: "u1", updatedAt: NOW_MS },
      ...seen("none"),
      "ingest/u1": "farm-key",
    });
  });

  test("are not stored for a sensor without a farm", () => {
    const paths = Object.keys(planKeyInBody({ ...reading, farmId: undefined }, KEY));
    expect(paths.filter((path) => path.startsWith("lastSeen/"))).toEqual([]);
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

  test("stores what the board says, unless a newer reading is stored", () => {
    const readings = [{ ...at(1, {}), board: { rssi: -70 } }];
    const path = "boards/f1/u1";
    expect(planHmac(readings, NOW_MS, always)[path]).toEqual({ rssi: -70, heard: SERVER_TIME });
    expect(planHmac(readings, NOW_MS, never)).not.toHaveProperty([path]);
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

  test("stores a reading of an import only in history, however new it is", () => {
    const update = planHmac([at(0, {})], NOW_MS, always, "import01");
    const [key = ""] = keysOf(update);
    expect(Object.keys(update)).toEqual([`sensors/g1/history/${key}`, "ingest/u1"]);
    expect(update).toHaveProperty([`sensors/g1/history/${key}`, "import"], "import01");
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

test("derived keys differ for parts that join to the same text", () => {
  const keys = [["ab", "c"], ["a", "bc"], ["abc"], ["abc", ""], ['a","b', "c"], [["ab"], "c"]];
  expect(new Set(keys.map((parts) => deriveKey(NOW_MS, parts))).size).toBe(keys.length);
});
