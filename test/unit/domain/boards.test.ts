import {
  boardStatusIn,
  parseBoardReport,
  parseBoardStatus,
} from "@greenhouse/domain/boards/board-status";
import { parseInterval } from "@greenhouse/domain/boards/intervals";
import { newerVersion, newestVersions } from "@greenhouse/domain/boards/old-versions";
import { isSignalWeak } from "@greenhouse/domain/boards/weak-signal";

test("reads the valid fields of what a board says", () => {
  const valid = { version: "arduino 1.2.0", rssi: -71, snr: -3.5, linkquality: 0 };
  expect(parseBoardReport({ ...valid, light: 5 })).toEqual(valid);
  expect(parseBoardReport({ version: " 1", rssi: 5, snr: null, linkquality: "9" })).toBeUndefined();
  expect(parseBoardReport({ version: "2", rssi: NaN })).toEqual({ version: "2" });
  expect(boardStatusIn({ a: { rssi: -1, heard: 9 } }, "a")).toEqual({ rssi: -1, heard: 9 });
  for (const stored of [null, {}, { rssi: -1 }, "text"])
    expect(parseBoardStatus(stored)).toBeUndefined();
});

test.each([
  [{}, undefined],
  [{ version: "1" }, undefined],
  [{ rssi: -80 }, false],
  [{ rssi: -81 }, true],
  [{ rssi: -118, snr: -9 }, false],
  [{ rssi: -60, snr: -11 }, true],
  [{ linkquality: 39, rssi: -20 }, true],
  [{ linkquality: 40 }, false],
])("%j: weak is %s", (report, isWeak) => {
  expect(isSignalWeak(report)).toBe(isWeak);
});

test("a version is old if the farm has a newer one of the same program", () => {
  const versions = ["arduino 1.9", "arduino 1.10.0", "arduino 1.10", "bench v7", "dev", "python 2"];
  const newest = newestVersions(versions);
  expect(versions.map((version) => newerVersion(version, newest))).toEqual([
    "arduino 1.10.0",
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(newerVersion("bench 6.99", newest)).toBe("bench v7");
  expect(newerVersion("other 1", newest)).toBeUndefined();
  expect(newerVersion("1.0", newestVersions(["1.0.1", "1.0"]))).toBe("1.0.1");
});

test.each([
  [10, 10],
  [3_600, 3_600],
  [9, undefined],
  [3_601, undefined],
  [60.5, undefined],
  ["60", undefined],
])("the interval %s is read as %s", (stored, seconds) => {
  expect(parseInterval(stored)).toBe(seconds);
});
