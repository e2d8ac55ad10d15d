import { parseBoardReport, parseBoardStatus } from "@greenhouse/domain/boards/board-status";
import { linkedUids, readBoards } from "@greenhouse/domain/boards/board-states";
import { askedInterval, isNearlySilent, parseInterval } from "@greenhouse/domain/boards/intervals";
import { newerVersion, newestVersions } from "@greenhouse/domain/boards/old-versions";
import { isSignalWeak } from "@greenhouse/domain/boards/weak-signal";

test("reads the valid fields of what a board says", () => {
  const valid = { version: "arduino 1.2.0", rssi: -71, snr: -3.5, linkquality: 0 };
  expect(parseBoardReport({ ...valid, light: 5 })).toEqual(valid);
  expect(parseBoardReport({ version: " 1", rssi: 5, snr: null, linkquality: "9" })).toBeUndefined();
  expect(parseBoardReport({ version: "2", rssi: NaN })).toEqual({ version: "2" });
  expect(parseBoardStatus({ rssi: -1, heard: 9 })).toEqual({ rssi: -1, heard: 9 });
  for (const stored of [null, {}, { rssi: -1 }, "text"])
    expect(parseBoardStatus(stored)).toBeUndefined();
});

test.each([
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
  [3_601, undefined],
  [60.5, undefined],
])("the interval %s is read as %s", (stored, seconds) => {
  expect(parseInterval(stored)).toBe(seconds);
});

test("compares the boards of a farm", () => {
  const heard = 9;
  const stored = {
    a: { version: "arduino 1.10", rssi: -71, heard },
    b: { version: "arduino 1.9", rssi: -118, snr: -11, heard },
    c: { linkquality: 90, heard },
    d: { rssi: -71 },
    // Was unlinked, and sent a newer version.
    e: { version: "arduino 2.0", heard },
    // No such time can be shown.
    f: { rssi: -71, heard: 1e20 },
  };
  const linked = linkedUids([
    ...["a", "b", "c", "d", "f"].map((uid) => ({ uid, greenhouse: "north" })),
    { uid: "e", greenhouse: undefined },
  ]);
  expect(Object.fromEntries(readBoards(stored, linked))).toEqual({
    a: { ...stored.a, signal: "rssi", isWeak: false, newer: undefined },
    b: { ...stored.b, signal: "snr", isWeak: true, newer: "arduino 1.10" },
    c: { ...stored.c, signal: "linkquality", isWeak: false, newer: undefined },
    e: { ...stored.e, signal: undefined, isWeak: false, newer: undefined },
  });
  expect(readBoards(null, linked).size).toBe(0);
});

test.each([
  [60, 300, { seconds: 60, isOwn: true }],
  [undefined, 300, { seconds: 300, isOwn: false }],
  [undefined, undefined, undefined],
])("of the intervals %s and %s, the sensor's own comes first", (own, ofGreenhouse, asked) => {
  expect(askedInterval(own, ofGreenhouse)).toEqual(asked);
});

test.each([
  [900, 30, false],
  [901, 30, true],
  [3_600, 0, false],
])(
  "an interval of %i s, silent after %i min: one lost reading is enough: %s",
  (s, min, expected) => {
    expect(isNearlySilent(s, min * 60_000)).toBe(expected);
  },
);
