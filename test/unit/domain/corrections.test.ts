/** Corrections of readings: what people measure, what is stored, what counts, and which hours a change affects. */

import { isDeepStrictEqual } from "node:util";
import {
  fromDifference,
  fromDryAndWet,
  fromPoints,
} from "@greenhouse/domain/quantities/calibrating";
import { changedSpans } from "@greenhouse/domain/quantities/changed-spans";
import { calibrated, createCorrections } from "@greenhouse/domain/quantities/corrections";
import type { Corrections } from "@greenhouse/domain/quantities/corrections";
import {
  calibrationsPath,
  exclusionsPath,
  freeKey,
  MAX_CHANGES,
  parseCalibration,
  parseExclusion,
  UNDONE_KEPT_MS,
} from "@greenhouse/domain/quantities/corrections-model";
import { parseHistoryEntry } from "@greenhouse/domain/history/history-sources";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import { fc, timesUsual } from "rtdb-emulator/testing/properties";

const SIGNED = { by: "olga", at: 1, entry: "-N" };

describe("what people measure", () => {
  test.each([
    ["reads 0.8 too high", fromDifference(0.8), 21.4, 20.6],
    ["two points", fromPoints({ sent: 4.2, real: 4 }, { sent: 7.4, real: 7 }), 7.4, 7],
    ["a probe that counts down", fromDryAndWet(3_000, 1_200), 2_100, 50],
    ["a probe that counts up", fromDryAndWet(200, 700), 200, 0],
  ])("%s becomes scale and offset", (_, scaling, sent, real) => {
    const quantity = sent > 150 ? "soilMoisture" : "temperature";
    expect(calibrated(scaling, quantity, sent)).toBe(real);
  });

  test.each([
    ["equal readings", fromPoints({ sent: 4, real: 4 }, { sent: 4, real: 7 })],
    ["equal values", fromPoints({ sent: 4, real: 7 }, { sent: 5, real: 7 })],
    ["readings that hardly differ", fromPoints({ sent: 4, real: 0 }, { sent: 4.00001, real: 7 })],
    ["a probe that always reads the same", fromDryAndWet(500, 500)],
  ])("%s become nothing", (_, scaling) => expect(scaling).toBeUndefined());
});

describe("a calibrated value", () => {
  const offset = (by: number) => ({ scale: 1, offset: by });
  const TO_CELSIUS = { scale: 5 / 9, offset: -160 / 9 };
  const KELVIN = offset(-273.15);
  const COUNTS = fromDryAndWet(3_000, 1_200);
  test.each([
    ["an offset, without the noise of binary fractions", offset(-0.8), "temperature", 21.4, 20.6],
    ["a value beyond the range counts as its bound", offset(5), "humidity", 103, 100],
    ["a fault stays a fault as it was sent", offset(60), "temperature", -127, -127],
    ["also if it would be possible", offset(-10), "temperature", 85, 85],
    ["a fault of a probe with a low scale", { scale: 0.7, offset: 0 }, "temperature", -127, -127],
    ["a fault of a probe with a high scale", { scale: 1.25, offset: -1.2 }, "ph", 15, 15],
    ["another unit", TO_CELSIUS, "temperature", 212, 80],
    ["another zero", KELVIN, "temperature", 293.15, 20],
    ["a fault in another unit", TO_CELSIUS, "temperature", -196.6, -127],
    ["a probe drier than dry", COUNTS, "soilMoisture", 3_200, 0],
    ["a probe wetter than wet", COUNTS, "soilMoisture", 1_000, 100],
    [
      "a broken probe that would be possible as it was sent",
      COUNTS,
      "soilMoisture",
      50,
      163.888889,
    ],
    ["a number that is too large", { scale: 1e4, offset: 0 }, "light", 1e308, 1e308],
  ] as const)("%s", (_, calibration, quantity, sent, value) => {
    expect(calibrated(calibration, quantity, sent)).toBe(value);
  });
});

describe("stored changes", () => {
  const calibration = { ...SIGNED, from: 5, scale: 1, offset: -0.8 };
  const exclusion = { ...SIGNED, from: 5, until: 9 };

  test("are parsed with what is valid", () => {
    const more = { note: "ice bath", undoneAt: 7, undoneBy: "vic" };
    const { by, at } = SIGNED;
    const parsed = { key: "a0", by, at, from: 5, ...more };
    expect(parseCalibration("ph", "a0", { ...calibration, ...more })).toEqual({
      ...parsed,
      quantity: "ph",
      scale: 1,
      offset: -0.8,
    });
    const ofImport = { ...exclusion, ...more, quantity: "ph", import: "20260301a" };
    expect(parseExclusion("a0", ofImport)).toEqual({
      ...parsed,
      until: 9,
      quantity: "ph",
      import: "20260301a",
    });
    expect(parseExclusion("a0", { ...exclusion, note: 5, undoneBy: null })).toEqual({
      key: "a0",
      by,
      at,
      from: 5,
      until: 9,
    });
  });

  test.each([
    ["no record", null],
    ["a scale of 0", { ...calibration, scale: 0 }],
    ["a scale that is too large", { ...calibration, scale: 1e5 }],
    ["an offset that is too large", { ...calibration, offset: -1e7 }],
    ["a time as text", { ...calibration, from: "5" }],
    ["nobody who stored it", { ...calibration, by: undefined }],
  ])("are no calibration: %s", (_, stored) => {
    expect(parseCalibration("ph", "a0", stored)).toBeUndefined();
  });

  test.each([
    ["no end", { ...exclusion, until: undefined }],
    ["a quantity of another version, which would exclude all", { ...exclusion, quantity: "rain" }],
    ["an import that is no text, which would exclude all", { ...exclusion, import: 5 }],
  ])("are no exclusion: %s", (_, stored) => {
    expect(parseExclusion("a0", stored)).toBeUndefined();
  });

  test("have sixty places, and an undone change frees its place after a time", () => {
    const now = UNDONE_KEPT_MS + 100;
    const undone = (undoneAt: number): object => ({ ...calibration, undoneAt });
    expect(freeKey(null, now)).toBe("a0");
    expect(freeKey({ a0: calibration, a1: undone(101), a2: undone(99) }, now)).toBe("a2");
    const keys = Array.from({ length: MAX_CHANGES }, (_, index) => {
      const [letter, digit] = ["abcdef"[Math.floor(index / 10)], index % 10];
      return [`${letter}${digit}`, calibration] as const;
    });
    expect(freeKey(Object.fromEntries(keys), now)).toBeUndefined();
    expect(freeKey(Object.fromEntries(keys.slice(0, -1)), now)).toBe("f9");
  });

  test("have their paths", () => {
    expect(calibrationsPath("oak", "s1", "ph")).toBe("calibrations/oak/s1/ph");
    expect(exclusionsPath("oak", "s1")).toBe("exclusions/oak/s1");
  });
});

test("a reading is corrected by what is in force at its time", () => {
  const corrections = createCorrections(
    {
      s1: {
        temperature: {
          a0: { ...SIGNED, from: 100, scale: 1, offset: 1 },
          a1: { ...SIGNED, from: 200, scale: 1, offset: 2 },
          a2: { ...SIGNED, from: 200, at: 2, scale: 1, offset: 3 },
          a3: { ...SIGNED, from: 300, scale: 1, offset: 9, undoneAt: 5 },
        },
        rain: { a0: { ...SIGNED, from: 0, scale: 2, offset: 0 } },
      },
    },
    {
      s1: {
        a0: { ...SIGNED, from: 400, until: 500, quantity: "humidity" },
        a1: { ...SIGNED, from: 600, until: 700 },
        a2: { ...SIGNED, from: 0, until: 1_000, import: "20260301a" },
        a3: { ...SIGNED, from: 0, until: 1_000, undoneAt: 5 },
      },
    },
  );
  const sent = { temperature: 20, humidity: 50 };
  const corrected = (updatedAt: number, more = {}, uid = "s1"): unknown => {
    const stored = { uid, updatedAt, ...sent, ...more };
    const entry = parseHistoryEntry({ uid: undefined }, stored, corrections);
    expect(entry?.sent).toEqual(sent);
    return [entry?.measurements, entry?.excluded];
  };
  expect(corrected(99)).toEqual([sent, undefined]);
  expect(corrected(100)).toEqual([{ temperature: 21, humidity: 50 }, undefined]);
  // Of two from the same time, the later change counts.
  expect(corrected(399)).toEqual([{ temperature: 23, humidity: 50 }, undefined]);
  expect(corrected(400)).toEqual([{ temperature: 23 }, { humidity: 50 }]);
  expect(corrected(500)).toEqual([{ temperature: 23, humidity: 50 }, undefined]);
  expect(corrected(600)).toEqual([{}, { temperature: 23, humidity: 50 }]);
  expect(corrected(50, { import: "20260301a" })).toEqual([{}, sent]);
  expect(corrected(50, { import: "20260301b" })).toEqual([sent, undefined]);
  expect(corrected(600, {}, "s2")).toEqual([sent, undefined]);
  expect(corrections.valueOf({ uid: "s1", at: 450 }, "temperature", 20)).toBe(23);
  expect(corrections.valueOf({ uid: "s1", at: 450 }, "humidity", 50)).toBeUndefined();
  expect(corrections.isExcluded({ uid: "s1", at: 450 }, "humidity")).toBe(true);
  expect(corrections.isExcluded({ uid: "s2", at: 450 }, "humidity")).toBe(false);
});

describe("whatever people change", () => {
  const UIDS = ["s1", "s2"] as const;
  const QUANTITIES = ["temperature", "humidity"] as const satisfies Measurement[];
  const MAX_TIME = 40;
  const time = fc.integer({ min: 0, max: MAX_TIME });
  const about = {
    uid: fc.constantFrom(...UIDS),
    quantity: fc.constantFrom(...QUANTITIES),
    from: time,
  };
  const action = fc.oneof(
    fc.record({ ...about, kind: fc.constant("calibrate"), offset: fc.integer({ min: 1, max: 9 }) }),
    fc.record({
      ...about,
      kind: fc.constant("exclude"),
      until: time,
      isWhole: fc.boolean(),
      isOfImport: fc.boolean(),
    }),
    fc.record({ kind: fc.constant("undo"), index: fc.nat(30) }),
  );
  type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

  interface Stored {
    readonly path: readonly string[];
    readonly record: Record<string, unknown>;
  }

  /** Stores the actions, each at its own time, starting with `firstAt`. */
  function store(actions: readonly Action[], before: readonly Stored[], firstAt = 1): Stored[] {
    const stored = before.map(({ path, record }) => ({ path, record: { ...record } }));
    for (const [index, change] of actions.entries()) {
      const at = firstAt + index;
      const key = `k${at}`;
      if ("index" in change) {
        const undone = stored[change.index % Math.max(1, stored.length)];
        if (undone !== undefined) undone.record["undoneAt"] ??= at;
      } else if ("offset" in change) {
        const { uid, quantity, from, offset } = change;
        const record = { by: "olga", at, from, scale: 1, offset };
        stored.push({ path: ["calibrations", uid, quantity, key], record });
      } else {
        const { uid, quantity, from, until, isWhole, isOfImport } = change;
        const record = { by: "olga", at, from, until };
        const optional = { ...(!isWhole && { quantity }), ...(isOfImport && { import: "file" }) };
        stored.push({ path: ["exclusions", uid, key], record: { ...record, ...optional } });
      }
    }
    return stored;
  }

  function correctionsOf(stored: readonly Stored[]): Corrections {
    const root: Record<string, unknown> = {};
    for (const { path, record } of stored) {
      let node = root;
      for (const name of path.slice(0, -1)) {
        node = (node[name] ??= {}) as Record<string, unknown>;
      }
      node[path.at(-1)!] = record;
    }
    return createCorrections(root["calibrations"], root["exclusions"]);
  }

  /** The figures of a reading of each sensor at each time. */
  function figures({ correct }: Corrections): Record<string, unknown> {
    const all = UIDS.flatMap((uid) =>
      Array.from({ length: MAX_TIME + 2 }, (_, at) =>
        [undefined, "file"].map((id) => {
          const corrected = correct({ uid, at, import: id }, { temperature: 20, humidity: 50 });
          return [`${uid} ${at} ${id}`, corrected] as const;
        }),
      ),
    );
    return Object.fromEntries(all.flat());
  }

  const some = fc.array(action, { maxLength: 12 });

  test("the order of the records in the database does not matter", () => {
    const shuffled = some.chain((actions) => {
      const stored = store(actions, []);
      return fc.record({
        stored: fc.constant(stored),
        other: fc.shuffledSubarray(stored, { minLength: stored.length }),
      });
    });
    fc.assert(
      fc.property(shuffled, ({ stored, other }) => {
        // Two people may store at the same time, and changes may begin together.
        const rounded = (all: readonly Stored[]): readonly Stored[] =>
          all.map(({ path, record: { at, from, ...others } }) => {
            const [rough, begin] = [Math.floor(Number(at) / 4), Math.floor(Number(from) / 20) * 20];
            return { path, record: { ...others, at: rough, from: begin } };
          });
        expect(figures(correctionsOf(rounded(other)))).toEqual(
          figures(correctionsOf(rounded(stored))),
        );
      }),
      timesUsual(0.5),
    );
  });

  test("after everything is undone again, the figures are those of before", () => {
    fc.assert(
      fc.property(some, some, (before, changes) => {
        const stored = store(before, []);
        const isNew = (index: number): boolean => index >= stored.length;
        const additions = changes.filter((change) => !("index" in change));
        const undone = store(additions, stored, 100).map(({ path, record }, index) => ({
          path,
          record: isNew(index) ? { ...record, undoneAt: 200 } : record,
        }));
        expect(figures(correctionsOf(undone))).toEqual(figures(correctionsOf(stored)));
      }),
      timesUsual(0.5),
    );
  });

  test("only readings in the changed spans have other figures", () => {
    fc.assert(
      fc.property(some, some, (before, changes) => {
        const stored = store(before, []);
        const after = correctionsOf(store(changes, stored, 100));
        const spans = changedSpans(after, 99);
        const [old, now] = [figures(correctionsOf(stored)), figures(after)];
        const unnamed = Object.keys(now).filter((name) => {
          const [uid, at] = name.split(" ");
          const isNamed = spans.some(
            (span) => span.uid === uid && span.from <= Number(at) && Number(at) < span.until,
          );
          return !isNamed && !isDeepStrictEqual(now[name], old[name]);
        });
        expect(unnamed).toEqual([]);
      }),
      timesUsual(2),
    );
  });
});

test("a change affects the readings up to the next calibration, or up to its end", () => {
  const corrections = createCorrections(
    {
      s1: {
        ph: {
          a0: { ...SIGNED, from: 10, scale: 1, offset: 1, at: 50 },
          a1: { ...SIGNED, from: 20, scale: 1, offset: 1, at: 30, undoneAt: 60 },
          a2: { ...SIGNED, from: 40, scale: 1, offset: 1, at: 40 },
        },
        ec: { a0: { ...SIGNED, from: 15, scale: 1, offset: 1, at: 70 } },
      },
    },
    { s2: { a0: { ...SIGNED, from: 5, until: 8, at: 30, undoneAt: 80 } } },
  );
  const all = [
    { uid: "s1", from: 10, until: 40, at: 50 },
    { uid: "s1", from: 20, until: 40, at: 60 },
    { uid: "s1", from: 40, until: Infinity, at: 40 },
    { uid: "s1", from: 15, until: Infinity, at: 70 },
    { uid: "s2", from: 5, until: 8, at: 80 },
  ];
  const sorted = (spans: typeof all): typeof all =>
    spans.toSorted((a, b) => a.at - b.at || a.from - b.from);
  for (const since of [0, 45, 60, 79, 80]) {
    expect(sorted([...changedSpans(corrections, since)])).toEqual(
      sorted(all.filter(({ at }) => at > since)),
    );
  }
});
