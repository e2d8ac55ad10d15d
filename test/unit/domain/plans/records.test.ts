/** Reading stored plans and runs, and the value of a plan. */

import { parseLastSeen } from "@greenhouse/domain/history/last-seen";
import { PLAN_TIME, TIMES_RUN_ID } from "@greenhouse/domain/outputs/plans/limits";
import type { PlanQuantity } from "@greenhouse/domain/outputs/plans/model";
import { parsePlan, parsePlanRuns, storedPlan } from "@greenhouse/domain/outputs/plans/records";
import { runUpdates } from "@greenhouse/domain/outputs/plans/updates";
import { planValue } from "@greenhouse/domain/outputs/plans/value";
import type { PlanSensor } from "@greenhouse/domain/outputs/plans/value";
import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { at, BERLIN_CLOCK, HOLD, TIMES } from "./fixtures";
import { NO_CORRECTIONS } from "@greenhouse/domain/quantities/corrections";

const STORED_TIMES = {
  kind: "times",
  isOn: true,
  days: "1111100",
  times: ["0615", "sunrise+30"],
  forSeconds: 240,
  cycles: 3,
  pauseSeconds: 600,
  quantity: "soilMoisture",
  below: 30,
  freshMinutes: 30,
};
const STORED_HOLD = {
  kind: "hold",
  isOn: true,
  quantity: "temperature",
  above: 28,
  backAt: 25,
  freshMinutes: 15,
  between: { from: "0600", until: "2000" },
};

describe("a stored plan", () => {
  test.each([TIMES, { ...TIMES, source: "soil-1", value: 40, at: 5 }, HOLD])(
    "is read as it was stored: %#",
    (plan) => expect(parsePlan(JSON.parse(JSON.stringify(storedPlan(plan))))).toEqual(plan),
  );

  test("has defaults for what is absent", () => {
    const { days, cycles, pauseSeconds, ...rest } = STORED_TIMES;
    expect(parsePlan({ ...rest, isOn: "yes", below: null, quantity: null })).toEqual({
      ...TIMES,
      isOn: false,
      times: ["0615", "sunrise+30"],
      cycles: 1,
      pauseSeconds: 0,
      condition: undefined,
    });
    expect([days, cycles, pauseSeconds]).toHaveLength(3);
    const { backAt, ...hold } = STORED_HOLD;
    expect(parsePlan(hold)).toMatchObject({ backAt: 28, minOnSeconds: 0, minOffSeconds: 0 });
    expect(backAt).toBe(25);
  });

  test.each<[string, unknown]>([
    ["no record", null],
    ["a text", "times"],
    ["an unknown kind", { ...STORED_TIMES, kind: "sometimes" }],
    ["no valid time", { ...STORED_TIMES, times: ["2500", false] }],
    ["too long a cycle", { ...STORED_TIMES, forSeconds: 3_601 }],
    ["too many cycles", { ...STORED_TIMES, cycles: 11 }],
    ["cycles without a pause", { ...STORED_TIMES, pauseSeconds: null }],
    ["damaged days", { ...STORED_TIMES, days: "Monday" }],
    ["a damaged bound", { ...STORED_TIMES, below: "30" }],
    ["a bound without a quantity", { ...STORED_TIMES, quantity: null }],
    ["a quantity without a bound", { ...STORED_TIMES, below: null }],
    ["two bounds", { ...STORED_TIMES, above: 60 }],
    ["an impossible bound", { ...STORED_TIMES, below: 101 }],
    ["the day's light for watering", { ...STORED_TIMES, quantity: "dli" }],
    ["a value that may be too old", { ...STORED_TIMES, freshMinutes: 181 }],
    ["no condition to hold", { ...STORED_HOLD, quantity: null, above: null }],
    ["a bound to switch off on the wrong side", { ...STORED_HOLD, backAt: 29 }],
    ["a damaged window", { ...STORED_HOLD, between: { from: "0600" } }],
    ["a damaged minimum time", { ...STORED_HOLD, minOnSeconds: -1 }],
    ["a time that has no date", { ...STORED_TIMES, at: 1e300 }],
    ["a pause that has no end", { ...STORED_TIMES, pausedUntil: 9e15 }],
  ])("is invalid with %s", (_, stored) => {
    expect(parsePlan(stored)).toBeUndefined();
  });

  test("has at most 24 times", () => {
    const minutes = Array.from({ length: 30 }, (_, minute) => `06${minute + 10}`);
    expect(parsePlan({ ...STORED_TIMES, times: minutes })).toMatchObject({
      times: minutes.slice(0, 24),
    });
  });

  test.each([
    ["0000", true],
    ["2359", true],
    ["2400", false],
    ["615", false],
    ["sunrise+0", true],
    ["sunset-180", true],
    ["sunset-181", false],
    ["sunrise-0", false],
    ["sunrise+05", false],
    ["noon+5", false],
  ])("may have the time %s: %p", (time, isValid) => {
    expect(new RegExp(PLAN_TIME).test(time)).toBe(isValid);
    expect(new RegExp(TIMES_RUN_ID).test(`20261130T${time}`)).toBe(isValid);
  });
});

test("runs are read the newest first, without damaged records and fields", () => {
  const run = { action: "ran", reason: "below", at: 5, cycle: 1 } as const;
  const id = { farmId: "oak", uid: "dht-1", output: "valve" };
  const stored = {
    old: run,
    damaged: { ...run, reason: "hunger" },
    newer: { ...run, at: 9, cycle: "two" },
    text: "ran",
  };
  expect(parsePlanRuns(stored)).toEqual([
    { id: "newer", action: "ran", reason: "below", at: 9 },
    { id: "old", ...run },
  ]);
  expect(runUpdates(id, [{ id: "old", ...run }])).toEqual({
    "outputPlanRuns/oak/dht-1/valve/old": run,
  });
  expect(parsePlanRuns("runs")).toEqual([]);
});

describe("the value of a plan", () => {
  const NOW = at("12:00");
  const sensor = (
    uid: string,
    role: PlanSensor["role"],
    measurements: Readonly<Record<string, number>>,
    minutesAgo = 1,
    greenhouse = "north",
  ): PlanSensor => {
    const time = NOW - minutesAgo * MINUTE_MS;
    const names = Object.keys(measurements);
    const pair = "temperature,humidity";
    const isPair = names.length === 2 && pair === names.join(",");
    const seen = Object.fromEntries((isPair ? [pair] : names).map((name) => [name, time]));
    const newest = {
      current: undefined,
      bySensor: { [uid]: measurements },
      corrections: NO_CORRECTIONS,
    };
    return { uid, greenhouse, role, newest, seen: parseLastSeen(seen) };
  };
  const valueOf = (
    quantity: PlanQuantity,
    sensors: readonly PlanSensor[],
    source?: string,
  ): unknown => {
    const condition = { quantity, side: "below", bound: 30 } as const;
    const plan = { condition, source, freshMinutes: 30 };
    return planValue(plan, { greenhouse: "north", sensors, light: [] }, BERLIN_CLOCK, NOW);
  };
  const fresh = (value: number, minutesAgo = 1) => ({
    kind: "fresh",
    value,
    at: NOW - minutesAgo * MINUTE_MS,
  });
  const old = (minutesAgo: number) => ({ kind: "old", at: NOW - minutesAgo * MINUTE_MS });

  const air = sensor("air-1", "air", { temperature: 20, humidity: 50 });
  const soil = sensor("soil-1", "soil", { soilMoisture: 20, temperature: 12 });
  const wetSoil = sensor("soil-2", "soil", { soilMoisture: 40 }, 20);
  const oldSoil = sensor("soil-3", "soil", { soilMoisture: 90 }, 31);
  const south = sensor("soil-4", "soil", { soilMoisture: 1 }, 1, "south");

  test.each<[string, unknown, unknown]>([
    [
      "is the median of the greenhouse's fresh values",
      valueOf("soilMoisture", [soil, wetSoil, oldSoil, south]),
      fresh(30, 20),
    ],
    ["is the air's for a quantity of the air", valueOf("temperature", [air, soil]), fresh(20)],
    ["may be of a sensor elsewhere", valueOf("soilMoisture", [soil, south], "soil-4"), fresh(1)],
    ["is old when its sensor is silent", valueOf("soilMoisture", [oldSoil]), old(31)],
    ["is unknown without a sensor", valueOf("soilMoisture", [air]), { kind: "old", at: undefined }],
    [
      "is unknown for a fault of the sensor",
      valueOf("soilMoisture", [sensor("soil-5", "soil", { soilMoisture: -127 })]),
      { kind: "old", at: undefined },
    ],
    [
      "stays unknown while a fault is the last value",
      valueOf("soilMoisture", [sensor("soil-5", "soil", { soilMoisture: -127 }, 40)]),
      { kind: "old", at: undefined },
    ],
    [
      "is unknown for the pH of two tanks",
      valueOf("ph", [sensor("a", "soil", { ph: 5 }), sensor("b", "soil", { ph: 7 })]),
      { kind: "old", at: undefined },
    ],
    ["is the pH of one tank", valueOf("ph", [sensor("a", "soil", { ph: 5 })]), fresh(5)],
    ["is computed from one reading", valueOf("dewPoint", [air]), fresh(9.261)],
  ])("%s", (_, found, expected) => {
    const rounded = JSON.parse(JSON.stringify(found), (key, value: unknown) =>
      key === "value" && typeof value === "number" ? Number(value.toFixed(3)) : value,
    ) as unknown;
    expect(rounded).toEqual(JSON.parse(JSON.stringify(expected)));
  });

  test("is absent for a plan without a condition", () => {
    const plan = { ...TIMES, condition: undefined };
    const sources = { greenhouse: "north", sensors: [soil], light: [] };
    expect(planValue(plan, sources, BERLIN_CLOCK, NOW)).toBeUndefined();
  });

  test("is the light of the local day so far", () => {
    const condition = { quantity: "dli", side: "below", bound: 14 } as const;
    const lightAt = (nowMs: number, hours: readonly number[]) =>
      planValue(
        { condition, source: undefined, freshMinutes: 30 },
        {
          greenhouse: "north",
          sensors: [],
          light: hours.map((startMs) => ({ startMs, mean: 500 })),
        },
        BERLIN_CLOCK,
        nowMs,
      );
    // 500 µmol/m²/s for an hour are 1.8 mol/m².
    expect(lightAt(NOW, [at("10:00"), at("09:00"), at("23:00", "2026-11-29")])).toEqual({
      kind: "fresh",
      value: 3.6,
      at: at("11:00"),
    });
    expect(lightAt(at("00:30"), [at("23:00", "2026-11-29")])).toMatchObject({ value: 0 });
    expect(lightAt(NOW, [at("09:00") - 1 * HOUR_MS])).toEqual({ kind: "old", at: at("09:00") });
    expect(lightAt(NOW, [])).toEqual({ kind: "old", at: undefined });
  });
});
