/** What people type: forms, addresses, numbers, and names. */

import type { Output } from "@greenhouse/domain/outputs/model";
import fc from "fast-check";
import {
  changedIn,
  conflictsIn,
  keepTyped,
  NO_DRAFT,
  shownOf,
  takeStored,
  typeInto,
} from "../../../../web/src/model/input/draft";
import { parseRoute, pathOf } from "../../../../web/src/model/input/route";
import {
  BOUND_FIELDS,
  boundFrom,
  faultIn,
  storedBound,
  typedFrom,
} from "../../../../web/src/model/input/typed-bounds";
import type { TypedThresholds } from "../../../../web/src/model/input/typed-bounds";
import {
  numberText,
  parseNumber,
  parseUngrouped,
} from "../../../../web/src/model/input/typed-number";
import { isInterval, secondsFrom } from "../../../../web/src/model/input/typed-interval";
import {
  faultsOfPlace,
  minLeaseSeconds,
  NEW_OUTPUT,
  parseTime,
  parseTypedOutput,
  typedOutput,
} from "../../../../web/src/model/input/typed-output";
import type { TimeFault } from "../../../../web/src/model/input/typed-output";
import {
  parsePair,
  parseTypedPlace,
  typedPlace,
} from "../../../../web/src/model/input/typed-place";
import { checkNewUid } from "@greenhouse/domain/identity/keys";
import { createFormatter } from "../../../../web/src/model/values/format";

describe("a form", () => {
  const BEFORE = { name: "Herbs", min: "15", max: "30" };

  test("follows the database in untouched fields, and does not save them", () => {
    const draft = typeInto(NO_DRAFT, BEFORE, "max", "32");
    const later = { ...BEFORE, name: "Basil", min: "16" };
    expect(shownOf(later, draft)).toEqual({ name: "Basil", min: "16", max: "32" });
    expect(changedIn(later, draft)).toEqual(["max"]);
    expect(conflictsIn(later, draft)).toEqual([]);
  });

  test("reports a conflict until one of both changes is chosen", () => {
    const draft = typeInto(typeInto(NO_DRAFT, BEFORE, "max", "3"), BEFORE, "max", "32");
    const later = { ...BEFORE, max: "28" };
    expect(conflictsIn(later, draft)).toEqual(["max"]);
    expect(shownOf(later, takeStored(draft, "max"))).toEqual(later);
    const kept = keepTyped(draft, later, "max");
    expect([conflictsIn(later, kept), changedIn(later, kept)]).toEqual([[], ["max"]]);
    // The form asks again after a third change.
    expect(conflictsIn({ ...later, max: "27" }, kept)).toEqual(["max"]);
  });

  test("keeps the first stored value during further typing", () => {
    const later = { ...BEFORE, max: "28" };
    const draft = typeInto(typeInto(NO_DRAFT, BEFORE, "max", "3"), later, "max", "32");
    expect(conflictsIn(later, draft)).toEqual(["max"]);
  });

  test("ignores texts with the same meaning", () => {
    const draft = typeInto(NO_DRAFT, BEFORE, "max", "30.0");
    const meaningOf = (_: string, text: string): number => Number(text);
    expect(changedIn(BEFORE, draft, meaningOf)).toEqual([]);
  });
});

describe("an address", () => {
  test.each([
    ["/", { view: "start" }],
    ["/join/sunny-acres/abc_-9", { view: "join", invitedTo: "sunny-acres", token: "abc_-9" }],
    ["/f/sunny-acres", { view: "farm", farmId: "sunny-acres" }],
    ["/f/a%20%C3%A4/g/b%25", { view: "greenhouse", farmId: "a ä", greenhouseId: "b%" }],
    ["/f/x/sensors/dht%201", { view: "sensors", farmId: "x", uid: "dht 1" }],
    ["/f/x/settings/b%25", { view: "settings", farmId: "x", greenhouseId: "b%" }],
  ] as const)("parses %s and writes the same address", (path, route) => {
    expect(parseRoute(path)).toEqual(route);
    expect(pathOf(route)).toBe(path);
  });

  test.each(["/f", "/f/x/settings/y/z", "/f/a%2Fb", "/f/%"])("rejects the address %s", (path) => {
    expect(parseRoute(path)).toEqual({ view: "unknown" });
  });
});

describe("limits", () => {
  const en = createFormatter("en");

  function typed(min = "", max = "", nightMin = "", nightMax = ""): TypedThresholds {
    return {
      ...typedFrom({}, en),
      "temperature/min": min,
      "temperature/max": max,
      "temperature/nightMin": nightMin,
      "temperature/nightMax": nightMax,
    };
  }

  test.each([
    ["C", "de"],
    ["F", "en"],
  ] as const)("returns stored bounds in °%s unchanged in %s", (unit, locale) => {
    const reader = createFormatter(locale, undefined, unit);
    const thresholds = {
      temperature: { min: -2.5, max: 30, nightMin: 1.25 },
      light: { max: 30_000, min: 1.25 },
    };
    const texts = typedFrom(thresholds, reader);
    for (const field of BOUND_FIELDS) {
      expect(boundFrom(texts, field, reader)).toBe(storedBound(thresholds, field) ?? null);
    }
  });

  test.each([
    ["the day turned around", typed("20", "10"), "minAboveMax", undefined],
    ["a night above the day's highest", typed("15", "30", "31"), undefined, "minAboveMax"],
    ["a night bound that corrects nothing", typed("20", "10", "", "30"), "minAboveMax", undefined],
    ["no number by night", typed("15", "30", "cold"), undefined, "notANumber"],
  ] as const)("%s", (_, bounds, day, night) => {
    expect(faultIn(bounds, "temperature", "day", en)).toBe(day);
    expect(faultIn(bounds, "temperature", "night", en)).toBe(night);
  });

  test.each([
    ["temperature", "F", "176", 80],
    ["temperature", "F", "-77", "outOfRange"],
    ["humidity", "F", "60,000", "grouped"],
  ] as const)("%s in °%s: %j is %s", (quantity, unit, text, expected) => {
    const reader = createFormatter("en", undefined, unit);
    for (const field of BOUND_FIELDS.filter((name) => name.startsWith(`${quantity}/`))) {
      const all = { ...typedFrom({}, reader), [field]: text };
      const part = field.includes("night") ? "night" : "day";
      const outcome = faultIn(all, quantity, part, reader) ?? boundFrom(all, field, reader);
      expect([field, outcome]).toEqual([field, expected]);
    }
  });
});

describe("a number", () => {
  test.each([
    ["26.5", 26.5],
    ["-0", 0],
    ["0,850", 0.85],
    ["1234.567", 1234.567],
    ["\u22125", -5],
    ["３０", 30],
    ["30 °C", 30],
    ["30\u202f° C", 30],
  ])("parses %j as %d", (text, value) => {
    expect(parseNumber(text, "°C")).toEqual({ kind: "number", value });
  });

  test.each(["1.234,5", "30’000", "1,00,000"])(
    "refuses %j, which may have a thousands separator",
    (text) => {
      expect(parseNumber(text)).toEqual({ kind: "grouped" });
    },
  );

  test.each(["warm", "1e3", "9".repeat(50), "30 °F", "."])("rejects %j as a number", (text) => {
    expect(parseNumber(text, "°C")).toEqual({ kind: "notANumber" });
  });

  test("accepts no thousands separators in degrees of latitude", () => {
    expect(parseUngrouped("52,520°", "°")).toEqual({ kind: "number", value: 52.52 });
    expect(parseUngrouped("52.520.008", "°")).toEqual({ kind: "notANumber" });
  });

  test("writes a number with its digits, and parses the same number", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -10_000_000, max: 10_000_000 }),
        fc.constantFrom("en", "de", "de-AT", "de-CH"),
        (hundredths, locale) => {
          const value = hundredths / 100;
          expect(parseNumber(numberText(value, locale, 2))).toEqual({
            kind: "number",
            value: value + 0,
          });
        },
      ),
    );
  });
});

describe("an output", () => {
  const OUTPUT: Output = {
    name: "Drip line",
    kind: "level",
    leaseSeconds: 100,
    maxOnSeconds: 86_399,
    viewersMay: true,
  };

  test("leaves the daily limit of a new output empty until somebody types it", () => {
    expect(parseTypedOutput(NEW_OUTPUT, "switch")).toEqual({
      faults: { name: "empty", lease: undefined, limit: "empty" },
    });
    expect(parseTypedOutput({ ...NEW_OUTPUT, name: " Fan ", limit: "30" }, "switch")).toEqual({
      output: {
        name: "Fan",
        kind: "switch",
        leaseSeconds: 600,
        maxOnSeconds: 1_800,
        viewersMay: false,
      },
    });
  });

  test.each<[unknown, string, TimeFault | undefined]>([
    [{ kind: "hold" }, "2.9", "shortForPlan"],
    [{ kind: "hold" }, "3", undefined],
    [null, "1", undefined],
    [{ kind: "hold" }, "0.5", "outOfRange"],
  ])("with the plan %j, a lease of %j minutes has the fault %p", (plan, lease, fault) => {
    const minLease = minLeaseSeconds(plan, { ...OUTPUT, leaseSeconds: 600 });
    const parsed = parseTypedOutput({ ...typedOutput(OUTPUT, "en"), lease }, "level", minLease);
    expect("faults" in parsed ? parsed.faults.lease : undefined).toBe(fault);
  });

  test("a lease that is too short for its plan already may stay", () => {
    expect(minLeaseSeconds({ kind: "hold" }, OUTPUT)).toBe(OUTPUT.leaseSeconds);
  });

  test.each([
    ["lease", "60", "number"],
    ["limit", "1441", "outOfRange"],
  ] as const)("parses as %s the text %j: %s", (field, text, kind) => {
    expect(parseTime(field, text).kind).toBe(kind);
  });

  const EIGHT = Array.from({ length: 8 }, (_, index) => [`valve-${index}`, OUTPUT] as const);
  const STORED = { full: Object.fromEntries(EIGHT), air: { valve: OUTPUT } };

  test.each([
    ["", "", "empty", "empty"],
    ["air", "Valve", undefined, "badOutput"],
    ["air", "valve", undefined, "takenOutput"],
    ["soil", "valve", undefined, undefined],
    ["full", "pump", "full", undefined],
  ])("checks board %j and output %j: %s, %s", (uid, output, board, name) => {
    expect(faultsOfPlace({ uid, output }, STORED)).toEqual({
      uid: board,
      output: name,
    });
  });
});

describe("a location", () => {
  test.each([
    [" 52.520008,13.404954 ", "52.520008", "13.404954"],
    ["52,52 13,40", "52,52", "13,40"],
    ["-33.87°, 151.21°", "-33.87", "151.21"],
  ])("parses the pair %p", (text, latitude, longitude) => {
    expect(parsePair(text)).toEqual({ latitude, longitude });
  });

  test.each(["52,52", "52.52, 13.40, 7"])("rejects the pair %p", (text) => {
    expect(parsePair(text)).toBeUndefined();
  });

  const berlin = { latitude: 52.52, longitude: 13.405, timeZone: "Europe/Berlin" };

  test("returns a stored location unchanged", () => {
    expect(parseTypedPlace(typedPlace(berlin, "de"))).toEqual(berlin);
  });

  test.each([
    [{ latitude: "90.1" }, "latitude"],
    [{ longitude: "-181" }, "longitude"],
    [{ timeZone: "Berlin" }, "timeZone"],
  ])("rejects %j because of the %s", (wrong, field) => {
    expect(parseTypedPlace({ ...typedPlace(berlin, "en"), ...wrong })).toBe(field);
  });
});

test.each([
  ["air-1", undefined],
  ["a/b", "forbiddenCharacters"],
  ["updatedAt", "reservedUid"],
  ["-OaNewEntry000000001", "uidLikeKey"],
])("checks the uid %p: %s", (text, fault) => {
  expect(checkNewUid(text)).toBe(fault);
});

test.each([
  ["", true, undefined],
  ["10", true, 10],
  [" 300 s", true, 300],
  ["9", false, undefined],
  ["3,600", false, undefined],
])("the interval %j is valid: %s", (text, isValid, seconds) => {
  expect([isInterval(text), secondsFrom(text)]).toEqual([isValid, seconds]);
});
