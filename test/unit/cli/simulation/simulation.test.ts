import { HOUR_MS } from "@greenhouse/domain/time";
import {
  createClimate,
  measureAt,
  measureRarelyAt,
} from "../../../../tools/cli/src/simulation/curve";
import { planFleet } from "../../../../tools/cli/src/simulation/fleet";
import { countTurns, turnsOf } from "../../../../tools/cli/src/simulation/schedule";
import {
  briefly,
  createTally,
  isConsistent,
  record,
  tallyJson,
  tallyText,
} from "../../../../tools/cli/src/simulation/tally";
import { fc } from "rtdb-emulator/testing/properties";

const CLIMATE = { mean: 20, swing: 5, humidity: 60, noon: 40_000 };
const middle = (): number => 0.5;

test("a day is cool and dark at night, warm and bright by day", () => {
  const at = (hour: number): object => measureAt(CLIMATE, hour * HOUR_MS, middle);
  expect([at(4), at(12), at(16)]).toEqual([
    { temperature: 15, humidity: 72, light: 0, battery: 100 },
    { temperature: 22.5, humidity: 54, light: 40_000, battery: 99 },
    { temperature: 25, humidity: 48, light: 20_000, battery: 99 },
  ]);
});

test("soil dries from morning to morning, and plants take carbon dioxide by day", () => {
  const at = (hour: number): object => measureRarelyAt(hour * HOUR_MS, middle);
  expect([at(4), at(6), at(12)]).toEqual([
    { soilMoisture: 30.8, co2: 640 },
    { soilMoisture: 40, co2: 640 },
    { soilMoisture: 37.5, co2: 400 },
  ]);
});

test("the values are always possible", () => {
  const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), chance, (timeMs, random) => {
      const {
        temperature = NaN,
        humidity = NaN,
        light = NaN,
        battery = NaN,
      } = measureAt(
        createClimate(() => random),
        timeMs,
        () => random,
      );
      expect(temperature > 0 && temperature < 40).toBe(true);
      expect(humidity > 20 && humidity <= 100).toBe(true);
      expect(light >= 0 && light < 70_000).toBe(true);
      expect(battery >= 90 && battery <= 100).toBe(true);
    }),
  );
});

test("turns are spread evenly, in the order of their due times", () => {
  const schedule = { devices: 2, everyMs: 1000, forMs: 2500 };
  expect([...turnsOf(schedule)]).toEqual([
    { device: 0, dueMs: 0 },
    { device: 1, dueMs: 500 },
    { device: 0, dueMs: 1000 },
    { device: 1, dueMs: 1500 },
  ]);
  expect(countTurns(schedule)).toBe(4);
  expect(countTurns({ ...schedule, forMs: 10 })).toBe(2);
});

test("a fleet has every variant in every greenhouse", () => {
  const farm = { farmId: "f", name: "F", apiKey: "k", members: [], names: new Map() };
  const plan = { farm, devices: 5, greenhouses: ["a", "b"] };
  const fleet = planFleet({ ...plan, variants: ["signed", "key-in-body"] }, "0f", middle);
  expect(fleet.map(({ uid, greenhouse, variant }) => [uid, greenhouse, variant])).toEqual([
    ["sim-0f-1", "a", "signed"],
    ["sim-0f-2", "b", "signed"],
    ["sim-0f-3", "a", "key-in-body"],
    ["sim-0f-4", "b", "key-in-body"],
    ["sim-0f-5", "a", "signed"],
  ]);
});

describe("the tally", () => {
  const tally = createTally();
  const answered = (status: number, body: null | { error: string } = null): void =>
    record(tally, { outcome: "answered", answer: { status, body, dateMs: undefined } });
  answered(200);
  answered(200);
  answered(403, { error: "Invalid API key." });
  answered(503, { error: "Database unavailable. Try again." });
  record(tally, { outcome: "unanswered", reason: "socket hang up" });

  test("separates refused readings from those that may be stored", () => {
    expect(tallyJson(tally)).toEqual({
      sent: 5,
      accepted: 2,
      skipped: 0,
      refused: { "403 Invalid API key.": 1 },
      unconfirmed: { "503 Database unavailable. Try again.": 1, "socket hang up": 1 },
    });
    expect([1, 2, 3, 4, 5].map((stored) => isConsistent(tally, stored))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  test("as text", () => {
    expect(tallyText({ ...tally, skipped: 7 }, 3)).toBe(
      [
        "sent         5",
        "accepted     2",
        "refused      1 (1 × 403 Invalid API key.)",
        "unconfirmed  2 (1 × 503 Database unavailable. Try again.; 1 × socket hang up)",
        "not sent     7 (the server was slower than the devices)",
        "stored       3",
      ].join("\n"),
    );
    expect(briefly(tally)).toBe("5 readings sent, 2 accepted, 3 not");
  });
});
