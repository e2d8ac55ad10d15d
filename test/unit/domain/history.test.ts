/** History: keys, sources, rollups and when sensors were last seen. */

import {
  countingSensors,
  exclusionsOfImports,
  stateOfImport,
} from "@greenhouse/domain/history/excluded-imports";
import {
  containersIn,
  historySources,
  parseHistoryEntry,
} from "@greenhouse/domain/history/history-sources";
import {
  KEPT_FOR_MS,
  LAST_SEEN_NAMES,
  lastSeenNames,
  parseLastSeen,
  supersededNames,
} from "@greenhouse/domain/history/last-seen";
import { keyRangeOf, keysBetween, splitRange } from "@greenhouse/domain/identity/key-range";
import type { KeyRange } from "@greenhouse/domain/identity/key-range";
import {
  createPushKeys,
  firstKeyAt,
  lastKeyAt,
  timeOfKey,
} from "@greenhouse/domain/identity/push-key";
import { AMBIENT, MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import { foldFineHour, parseFineHour } from "@greenhouse/domain/rollups/fine-rollups";
import { foldHour } from "@greenhouse/domain/rollups/folding";
import {
  foldableUntil,
  lateHourOf,
  parseCoverage,
  parseGreenhouseRollup,
  parseRollup,
  parseSeries,
  startOf,
} from "@greenhouse/domain/rollups/rollups";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { fc } from "rtdb-emulator/testing/properties";
import { createCorrections, NO_CORRECTIONS } from "@greenhouse/domain/quantities/corrections";

describe("push keys", () => {
  const TIME = 1_700_000_000_000;

  /** Draws these digits of the key, one after the other, then zeros. */
  function drawing(...digits: number[]): () => number {
    return () => (digits.shift() ?? 0) / 64;
  }

  describe("new keys", () => {
    test("hold the time and twelve random characters", () => {
      const key = createPushKeys(drawing(0, 1, 2, 61, 62, 63))(TIME);
      expect(key).toBe("-NjEtLV--01xyz------");
    });

    test("count up within a millisecond", () => {
      const createKey = createPushKeys(drawing(5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 62, 62));
      const keys = [createKey(TIME), createKey(TIME), createKey(TIME)];
      expect(keys.map((key) => key.slice(-3))).toEqual(["4yy", "4yz", "4z-"]);
    });
  });

  const someTime = fc.integer({ min: 0, max: 64 ** 8 - 2 });

  test("the bounds of a time enclose every key made then, and none made before or after", () => {
    const newKey = createPushKeys(Math.random);
    fc.assert(
      fc.property(someTime, (time) => {
        const [before, key, after] = [
          newKey(Math.max(0, time - 1)),
          newKey(time),
          newKey(time + 1),
        ];
        expect(firstKeyAt(time) <= key && key <= lastKeyAt(time)).toBe(true);
        if (time > 0) expect(before < firstKeyAt(time)).toBe(true);
        expect(after > lastKeyAt(time)).toBe(true);
        expect(timeOfKey(key)).toBe(time);
      }),
    );
  });

  test.each([
    ["below the first time", -5, "--------"],
    ["with a fraction", 1.9, "-------0"],
    ["beyond all times", Infinity, "zzzzzzzz"],
  ])("a time %s", (_, time, key) => {
    expect(firstKeyAt(time)).toBe(key);
  });

  test.each(["", "short", "with spaces and more", "toma.es-air"])(
    "%j is not a push key",
    (text) => {
      expect(timeOfKey(text)).toBeUndefined();
    },
  );
});

describe("ranges of keys", () => {
  test("a range is wide enough for clocks that differ by ten minutes", () => {
    expect(keyRangeOf({ fromMs: 10_000_000, toMs: 20_000_000 })).toEqual({
      from: firstKeyAt(9_400_000),
      before: firstKeyAt(20_600_001),
    });
  });

  const FROM = 1_700_000_000_000;
  const TO = FROM + 86_400_000;

  test("uids that are integers sort before all push keys, and split nothing", () => {
    const range = keysBetween(0, TO);
    expect(splitRange(range, ["-1234567890", "0"])).toEqual([range]);
    expect(splitRange(range, ["-1234567890x"])).toHaveLength(2);
  });

  test("a range whose end is before its start has no parts", () => {
    expect(splitRange(keysBetween(TO, FROM), [])).toEqual([]);
  });

  test("every key of the range, except the keys left out, is in exactly one part", () => {
    const someKey = fc.integer({ min: FROM - 1000, max: TO + 1000 }).map((time) => lastKeyAt(time));
    const range = keysBetween(FROM, TO);
    fc.assert(
      fc.property(fc.array(someKey), fc.array(someKey), (keys, holes) => {
        const parts = splitRange(range, holes);
        for (const key of keys) {
          const isAsked = key >= range.from && key < range.before && !holes.includes(key);
          expect(parts.filter((part) => holds(part, key))).toHaveLength(isAsked ? 1 : 0);
        }
      }),
    );
  });

  function holds({ from = "", after = "", before = "~" }: KeyRange, key: string): boolean {
    return key >= from && key > after && key < before;
  }
});

describe("sources of history", () => {
  const range = { from: "-A", before: "-Z" };

  test("shared fields are not sensors with their own node", () => {
    const shared = { temperature: 1, humidity: 2, light: 3, updatedAt: 4 };
    expect(containersIn({ ...shared, herbs: { temperature: 5 }, "-M": {} })).toEqual([
      "herbs",
      "-M",
    ]);
    expect(containersIn(null)).toEqual([]);
  });

  test("signed entries have sources around each node, and each node has its source", () => {
    const path = "sensors/north/history";
    expect(historySources("north", ["-M", "herbs"], range)).toEqual([
      { path, uid: undefined, range: { from: "-A", before: "-M" } },
      { path, uid: undefined, range: { after: "-M", before: "-Z" } },
      { path: `${path}/-M`, uid: "-M", range },
      { path: `${path}/herbs`, uid: "herbs", range },
    ]);
  });

  test("an entry has the sensor of its source, or names its own", () => {
    const stored = { sensorName: "Herbs", temperature: 1, rain: 2, updatedAt: 3 };
    const entry = {
      uid: "herbs",
      sensorName: "Herbs",
      measurements: { temperature: 1 },
      excluded: undefined,
      sent: { temperature: 1 },
      updatedAt: 3,
    };
    expect(parseHistoryEntry({ uid: "herbs" }, stored, NO_CORRECTIONS)).toEqual(entry);
    expect(
      parseHistoryEntry({ uid: undefined }, { ...stored, uid: "herbs" }, NO_CORRECTIONS),
    ).toEqual(entry);
    expect(parseHistoryEntry({ uid: undefined }, { "-N": stored }, NO_CORRECTIONS)).toBeUndefined();
  });
});

describe("last-seen times", () => {
  /** A reading of these. */
  const readingOf = (names: readonly string[]): Record<string, number> =>
    Object.fromEntries(names.map((name) => [name, 1]));

  test.each([
    [[], ["none"]],
    [
      ["battery", "temperature"],
      ["temperature", "battery"],
    ],
    [
      ["light", "humidity", "temperature", "battery"],
      ["temperature,humidity", "light", "battery"],
    ],
    [MEASUREMENTS, ["temperature,humidity", ...MEASUREMENTS.slice(2)]],
  ])("a reading of %j renews %j", (names, expected) => {
    expect(lastSeenNames(readingOf(names))).toEqual(expected);
  });

  test("all readings, 2,048 signed and 8 with the key in the body, have names from a list of 17", () => {
    const subsets = MEASUREMENTS.reduce<readonly (readonly string[])[]>(
      (sets, name) => sets.flatMap((subset) => [subset, [...subset, name]]),
      [[]],
    );
    expect(subsets).toHaveLength(2048);
    const used = new Set<string>();
    const ambient = subsets.filter((names) =>
      names.every((name) => AMBIENT.some((ambientName) => ambientName === name)),
    );
    expect(ambient).toHaveLength(8);
    const signed = subsets.map((subset) => ({ subset, isSigned: true }));
    const all = [...signed, ...ambient.map((subset) => ({ subset, isSigned: false }))];
    const parsed = all.map(({ subset, isSigned }) => {
      const names = lastSeenNames(readingOf(subset), isSigned);
      for (const name of names) used.add(name);
      return parseLastSeen(Object.fromEntries(names.map((name) => [name, 7])));
    });
    expect(parsed).toEqual(
      all.map(({ subset, isSigned }) => ({
        at: 7,
        measured: Object.fromEntries(subset.map((name) => [name, 7])),
        unsigned: isSigned ? [] : subset,
        isOneReading: subset.includes("temperature") && subset.includes("humidity"),
      })),
    );
    expect([...used].sort()).toEqual([...LAST_SEEN_NAMES].sort());
    expect(LAST_SEEN_NAMES).toHaveLength(17);
  });

  test.each([
    ["a mere sign of life", { none: 7 }, { at: 7, measured: {}, isOneReading: false }],
    [
      "a pair under a name of an earlier version, and a newer one",
      { "temperature,humidity,light": 3, "temperature,humidity": 5, light: 5 },
      { at: 5, measured: { temperature: 5, humidity: 5, light: 5 }, isOneReading: true },
    ],
    [
      "a probe that died: the board goes on without it",
      { "temperature,humidity,battery": 5, humidity: 9, none: 8 },
      { at: 9, measured: { temperature: 5, humidity: 9, battery: 5 }, isOneReading: false },
    ],
    [
      "what is no time",
      { temperature: "5", rain: 3, humidity: 2 },
      { at: 3, measured: { humidity: 2 }, isOneReading: false },
    ],
    [
      "a reading of both and one of a part in one batch: which is newer is not known",
      { "temperature,humidity": 5, "temperature,light": 5 },
      { at: 5, measured: { temperature: 5, humidity: 5, light: 5 }, isOneReading: false },
    ],
    [
      "a signed reading, and a newer one with the key in the body",
      { "temperature,humidity": 5, light: 5, "unsigned,light": 6 },
      {
        at: 6,
        measured: { temperature: 5, humidity: 5, light: 6 },
        unsigned: ["light"],
        isOneReading: true,
      },
    ],
    [
      "a reading with the key in the body, and signed ones at its time and after it",
      { "unsigned,temperature,humidity": 5, temperature: 5, humidity: 6 },
      { at: 6, measured: { temperature: 5, humidity: 6 }, unsigned: [], isOneReading: false },
    ],
    [
      "times that no date can hold",
      { temperature: 1e20, humidity: -9e15, light: 5 },
      { at: 5, measured: { light: 5 }, isOneReading: false },
    ],
  ])("%s", (_, stored, expected) => {
    expect(parseLastSeen(stored)).toEqual({ unsigned: [], ...expected });
  });

  const NOW = 10 * KEPT_FOR_MS;

  test.each([
    ["renewed within 30 days", { temperature: NOW - KEPT_FOR_MS, "temperature,humidity": NOW }, []],
    ["newer under another name", { temperature: 5, "temperature,humidity": NOW }, ["temperature"]],
    ["the last of all", { none: 5, temperature: 4 }, []],
    ["a sign of life that was followed", { none: 5, temperature: 6 }, ["none"]],
  ])("of a name that was %s", (_, stored, expected) => {
    expect(supersededNames(stored, NOW)).toEqual(expected);
  });

  test("without superseded names the result is the same", () => {
    // Earlier versions stored a name for each combination.
    const measured = fc.subarray(MEASUREMENTS.slice(0, 4)).map((names) => names.join(","));
    const name = fc
      .tuple(measured, fc.boolean())
      .map(([names, isSigned]) => names && (isSigned ? names : `unsigned,${names}`))
      .map((names) => names || "none");
    fc.assert(
      fc.property(fc.dictionary(name, fc.integer({ min: 1, max: 9 })), (stored) => {
        const names = supersededNames(stored, NOW);
        const left = Object.entries(stored).filter(([storedName]) => !names.includes(storedName));
        expect(parseLastSeen(Object.fromEntries(left))).toEqual(parseLastSeen(stored));
      }),
    );
  });
});

describe("rollups", () => {
  const NOON = Date.UTC(2026, 2, 1, 12);

  describe("hours and days", () => {
    test("begin in UTC", () => {
      expect(startOf("hour", NOON + 59 * MINUTE_MS)).toBe(NOON);
      expect(startOf("day", NOON)).toBe(NOON - 12 * HOUR_MS);
      expect(startOf("day", NOON - 12 * HOUR_MS - 1)).toBe(NOON - 12 * HOUR_MS - DAY_MS);
    });

    test("are folded ten minutes after their end", () => {
      expect(foldableUntil(NOON + 10 * MINUTE_MS - 1)).toBe(NOON - HOUR_MS);
      expect(foldableUntil(NOON + 10 * MINUTE_MS)).toBe(NOON);
    });

    test("are marked by a reading that comes more than two minutes after their end", () => {
      expect(lateHourOf(NOON - 1, NOON + 2 * MINUTE_MS)).toBeUndefined();
      expect(lateHourOf(NOON - 1, NOON + 2 * MINUTE_MS + 1)).toBe(NOON - HOUR_MS);
      expect(lateHourOf(NOON, NOON + 30 * MINUTE_MS)).toBeUndefined();
    });
  });

  describe("an hour", () => {
    test("loses nothing where large and small values cancel", () => {
      const light = [200_000, 0.1, 0.1, 0.1];
      const many = Array.from({ length: 40_000 }, (_, index) => ({ light: light[index % 4]! }));
      expect(foldHour(many).light!.sum).toBeCloseTo(2_000_003_000, 6);
    });
  });

  test("five minutes keep lows and highs, include slow sensors, and are empty without readings", () => {
    const at = (part: number): number => NOON + part * 5 * MINUTE_MS;
    const fast = new Map([
      [at(0), { min: 9, max: 11, sum: 30, n: 3 }],
      [at(1), { min: -2.5, max: 12.1239, sum: 22, n: 2 }],
      [at(11), { min: 12, max: 12, sum: 12, n: 1 }],
    ]);
    const slow = new Map([
      [at(1), { min: 20, max: 22, sum: 42, n: 2 }],
      [at(12), { min: 99, max: 99, sum: 99, n: 1 }],
    ]);
    const text = foldFineHour([fast, slow], NOON);
    expect(text).toBe("9/15.5/21,-2.5/16/22,,,,,,,,,,12/16.5/21");
    expect(parseFineHour(text, NOON)).toEqual([
      [at(0), { min: 9, median: 15.5, max: 21 }],
      [at(1), { min: -2.5, median: 16, max: 22 }],
      [at(11), { min: 12, median: 16.5, max: 21 }],
    ]);
    const single = foldFineHour([new Map([[at(2), { min: 0.1, max: 0.1, sum: 0.1, n: 1 }]])], NOON);
    expect(single).toBe(",,0.1,,,,,,,,,");
    expect(parseFineHour(single, NOON)).toEqual([[at(2), { min: 0.1, median: 0.1, max: 0.1 }]]);
    expect(foldFineHour([slow], NOON + 2 * HOUR_MS)).toBeUndefined();
    expect(parseFineHour("x,1/y", NOON)).toEqual([]);
  });

  describe("what is stored", () => {
    const hour = { min: 1, max: 3, sum: 4, n: 2 };

    test("is parsed in the order of time, without invalid rollups", () => {
      const stored = { [NOON]: hour, [NOON - HOUR_MS]: hour, [NOON + HOUR_MS]: { min: 1 }, x: 3 };
      expect([...parseSeries(stored, parseRollup)]).toEqual([
        [NOON - HOUR_MS, hour],
        [NOON, hour],
      ]);
      expect([...parseSeries(null, parseRollup)]).toEqual([]);
      const ofGreenhouse = { min: 1, max: 3, median: 2, n: 1 };
      expect(parseGreenhouseRollup(ofGreenhouse)).toEqual(ofGreenhouse);
      expect(parseRollup({ ...hour, n: 0 })).toBeUndefined();
      expect(parseGreenhouseRollup(hour)).toBeUndefined();
    });

    test("covers its hours, and is none where it is incomplete", () => {
      const coverage = { from: 0, until: NOON, version: 2 };
      expect(parseCoverage(coverage)).toEqual(coverage);
      expect(parseCoverage({ ...coverage, prunedUntil: 5 })?.prunedUntil).toBe(5);
      expect(parseCoverage({ from: 0, until: NOON })).toBeUndefined();
    });
  });
});

describe("excluded imports", () => {
  const found = { id: "import01", from: 5, until: 9, at: 9, file: "a.csv", readings: 4 };
  const whole = { from: 5, until: 9, import: "import01", by: "olga", at: 9 };

  test.each<[string, Readonly<Record<string, object>>, readonly string[], string]>([
    ["without exclusions", {}, ["a", "b"], "counts"],
    ["of one sensor", { a: whole }, ["b"], "partly excluded"],
    ["of both sensors", { a: whole, b: { ...whole, until: 10 } }, [], "excluded"],
    ["undone", { a: { ...whole, undoneAt: 9 } }, ["a", "b"], "counts"],
    ["before the import went on", { a: { ...whole, until: 8 } }, ["a", "b"], "counts"],
    ["of a quantity", { a: { ...whole, quantity: "light" } }, ["a", "b"], "counts"],
    ["of another import", { a: { ...whole, import: "import02" } }, ["a", "b"], "counts"],
    ["of a span", { a: { ...whole, import: undefined } }, ["a", "b"], "counts"],
  ])("%s", (_, stored, counting, state) => {
    const exclusions = exclusionsOfImports(
      createCorrections(
        {},
        Object.fromEntries(Object.entries(stored).map(([uid, change]) => [uid, { a0: change }])),
      ),
    );
    const imported = { ...found, sensors: ["a", "b"] };
    expect(countingSensors(imported, exclusions)).toEqual(counting);
    expect(stateOfImport(imported, exclusions)).toBe(state);
  });
});
