/** Plans of outputs in a form: templates, typed fields and faults. */

import { dailyMaximum } from "@greenhouse/domain/outputs/plans/day-limit";
import type { Plan, PlanQuantity } from "@greenhouse/domain/outputs/plans/model";
import type { PlanInput } from "@greenhouse/domain/outputs/plans/situation";
import { parsePlan, storedPlan } from "@greenhouse/domain/outputs/plans/records";
import { PLAN_TEMPLATES, planOf } from "../../../../web/src/model/input/plan-templates";
import type { PlanSetting, PlanSource } from "../../../../web/src/model/input/plan-templates";
import { parsePlanTimes, planTimesText } from "../../../../web/src/model/input/plan-times";
import { parseTypedPlan } from "../../../../web/src/model/input/parse-plan";
import { meaningOfPlan, typedPlan } from "../../../../web/src/model/input/typed-plan";
import type { PlanReader, TypedPlan } from "../../../../web/src/model/input/typed-plan";
import { createFormatter } from "../../../../web/src/model/values/format";
import type { PlanLook, PlanObstacle } from "../../../../web/src/model/findings/plan-look";
import { planLook, planObstacles } from "../../../../web/src/model/findings/plan-look";
import { at, HOLD, OUTPUT, situation, TIMES } from "../../domain/plans/fixtures";

const SUN = { sunrise: "Sonnenaufgang", sunset: "Sonnenuntergang" };
const GERMAN: PlanReader = { ...createFormatter("de"), sun: SUN };
const AMERICAN: PlanReader = {
  ...createFormatter("en-US", "UTC", "F"),
  sun: { sunrise: "sunrise", sunset: "sunset" },
};
const LAMP: Plan = {
  ...HOLD,
  condition: { quantity: "dli", side: "below", bound: 14.5 },
  backAt: 15,
};
const CLOCK: Plan = {
  ...TIMES,
  condition: undefined,
  cycles: 1,
  pauseSeconds: 0,
  forSeconds: 90,
  times: ["0615", "sunrise+30", "sunset+0", "sunset-15"],
};

describe("a plan in a form", () => {
  test.each<[string, Plan]>([
    ["water when dry", { ...TIMES, source: "soil-2", days: "1111100" }],
    ["water by the clock and the sun", CLOCK],
    ["a lamp", LAMP],
    ["a level, the whole day", { ...HOLD, between: undefined, value: 40 }],
  ])("stays the same if nothing is typed: %s", (_, plan) => {
    const output = { ...OUTPUT, kind: plan.value === undefined ? "switch" : "level" } as const;
    for (const reader of [GERMAN, AMERICAN]) {
      const parsed = parseTypedPlan(typedPlan(plan, reader), output, reader);
      expect(parsed).toEqual({ plan });
    }
  });

  test("keeps whether it is on, and its pause", () => {
    const kept = { isOn: false, pausedUntil: 5 };
    expect(parseTypedPlan(typedPlan(HOLD, GERMAN), OUTPUT, GERMAN, kept)).toEqual({
      plan: { ...HOLD, ...kept },
    });
  });

  test("shows bounds in the person's units", () => {
    const typed = typedPlan(HOLD, AMERICAN);
    expect([typed.bound, typed.backAt]).toEqual(["82.4", "77"]);
    expect(parseTypedPlan({ ...typed, bound: "86 °F" }, OUTPUT, AMERICAN)).toMatchObject({
      plan: { condition: { bound: 30 } },
    });
    expect(typedPlan(LAMP, AMERICAN).bound).toBe("14.5");
  });

  test.each<[Plan, Partial<TypedPlan>, object]>([
    [TIMES, { times: " " }, { times: "noTime" }],
    [TIMES, { times: "25:00" }, { times: "badTime" }],
    [TIMES, { times: "6, noon" }, { times: "badTime" }],
    [
      TIMES,
      { times: Array.from({ length: 25 }, (_, i) => `5:${i + 10}`).join() },
      { times: "manyTimes" },
    ],
    [TIMES, { minutes: "61" }, { minutes: "outOfRange" }],
    [TIMES, { minutes: "", days: "0000000" }, { minutes: "empty", days: "noDay" }],
    [TIMES, { cycles: "2,5", pause: "" }, { cycles: "outOfRange" }],
    [TIMES, { pause: "" }, { pause: "empty" }],
    [TIMES, { bound: "x", fresh: "1.000" }, { bound: "notANumber", fresh: "grouped" }],
    [HOLD, { backAt: "29" }, { backAt: "wrongSide" }],
    [HOLD, { quantity: "" }, { quantity: "empty" }],
    [HOLD, { from: "" }, { from: "oneTime" }],
    [HOLD, { until: "" }, { until: "oneTime" }],
  ])("says what is wrong with a field", (plan, typed, faults) => {
    expect(parseTypedPlan({ ...typedPlan(plan, GERMAN), ...typed }, OUTPUT, GERMAN)).toEqual({
      faults,
    });
  });

  test("refuses to hold a value if the output's lease ends between two checks", () => {
    const output = { ...OUTPUT, leaseSeconds: 120 };
    expect(parseTypedPlan(typedPlan(HOLD, GERMAN), output, GERMAN)).toEqual({
      faults: { kind: "shortLease" },
    });
    expect(parseTypedPlan(typedPlan(TIMES, GERMAN), output, GERMAN)).toHaveProperty("plan");
  });

  test("ignores fields that the plan does not use", () => {
    const typed = { ...typedPlan(TIMES, GERMAN), cycles: "1", pause: "", value: "x", source: "s" };
    const parsed = parseTypedPlan({ ...typed, quantity: "", bound: "" }, OUTPUT, GERMAN);
    expect(parsed).toEqual({
      plan: { ...TIMES, condition: undefined, cycles: 1, pauseSeconds: 0 },
    });
  });

  test("compares fields by their meaning", () => {
    const meaning = meaningOfPlan(GERMAN);
    expect(meaning("times", "18:30, 6:15")).toBe(meaning("times", "0615 1830"));
    expect(meaning("bound", "30,0")).toBe(meaning("bound", "30"));
    expect(meaning("minutes", "5")).not.toBe(meaning("minutes", "6"));
  });
});

test.each([
  ["6, 6:15 0615; 18.30", ["0600", "0615", "1830"]],
  ["sunrise, Sonnenuntergang − 15", ["sunrise+0", "sunset-15"]],
  ["SUNSET+180", ["sunset+180"]],
  ["6:15 am, 7 pm, 7:30PM", ["0615", "1900", "1930"]],
  ["12 am; 12 p.m.", ["0000", "1200"]],
  ["19.00, 6 Uhr, Sunrise + 30 min", ["0600", "1900", "sunrise+30"]],
  ["13 pm", undefined],
  ["0 am", undefined],
  ["", []],
])("reads the times %j", (text, times) => {
  expect(parsePlanTimes(text, SUN)).toEqual(times);
  if (times !== undefined) expect(parsePlanTimes(planTimesText(times, SUN), SUN)).toEqual(times);
});

describe("a template", () => {
  const setting = (
    sources: Partial<Record<PlanQuantity, readonly PlanSource[]>>,
    more: Partial<PlanSetting> = {},
  ): PlanSetting => ({
    output: OUTPUT,
    board: "pump",
    thresholds: {},
    sourcesOf: (quantity) => sources[quantity] ?? [],
    ...more,
  });
  const soil = (uid: string): PlanSource => ({ uid, role: "soil" });

  test.each(PLAN_TEMPLATES)("%s gives a plan that can be stored", (template) => {
    const plan = planOf(template, setting({}));
    expect(parsePlan(storedPlan(plan))).toEqual(plan);
    expect(parseTypedPlan(typedPlan(plan, GERMAN), OUTPUT, GERMAN)).toEqual({ plan });
  });

  test("uses the output's own board, the only other sensor, or else the median", () => {
    const sourceOf = (...sources: PlanSource[]): string | undefined =>
      planOf("dry", setting({ soilMoisture: sources })).source;
    expect(sourceOf(soil("bed-1"), soil("pump"))).toBe("pump");
    expect(sourceOf(soil("bed-1"))).toBe("bed-1");
    expect(sourceOf(soil("bed-1"), soil("bed-2"))).toBeUndefined();
    // A probe in the soil does not measure the air.
    const temperature: readonly PlanSource[] = [soil("pump"), { uid: "air", role: "air" }];
    expect(planOf("hot", setting({ temperature })).source).toBe("air");
  });

  test("stays within the output's daily limit", () => {
    const output = { ...OUTPUT, maxOnSeconds: 400 };
    const { planMs, limitMs } = dailyMaximum(planOf("clock", setting({}, { output })), output);
    expect([planMs, limitMs]).toEqual([360_000, 400_000]);
  });

  test("acts before an alert of the greenhouse does", () => {
    const thresholds = { temperature: { min: 15, max: 32 }, soilMoisture: { min: 40 } };
    const boundOf = (template: (typeof PLAN_TEMPLATES)[number]): number | undefined =>
      planOf(template, setting({}, { thresholds })).condition?.bound;
    expect([boundOf("dry"), boundOf("hot"), boundOf("cold")]).toEqual([45, 30, 17]);
  });
});

describe("a plan at a glance", () => {
  const NOW = at("05:00");
  const REPORT = {
    value: 0,
    version: 0,
    reason: "start",
    at: NOW,
    heard: NOW,
    since: NOW,
  } as const;
  const base = situation(TIMES, NOW, { value: 40 });
  const heardBefore = (ms: number): PlanInput => ({
    ...base,
    output: { ...base.output, order: undefined, state: { ...REPORT, heard: NOW - ms } },
  });
  const heard = heardBefore(0);
  const CHECKED = { runs: { lookedAt: NOW } };

  test.each<[string, PlanInput, PlanLook, readonly PlanObstacle[]]>([
    ["acts", heard, "on", []],
    ["acts while the board may miss requests", heardBefore(600_000), "on", []],
    [
      "cannot act if the board is offline for a lease",
      heardBefore(600_001),
      "failing",
      [{ kind: "offline", since: NOW - 600_001 }],
    ],
    [
      "cannot act if the board never reported and no sensor has a value",
      {
        ...heard,
        output: { ...heard.output, state: undefined },
        value: { kind: "old", at: undefined },
      },
      "failing",
      [{ kind: "unheard" }, { kind: "noValue", at: undefined }],
    ],
    [
      "cannot act if its value is too old",
      { ...heard, value: { kind: "old", at: 5 } },
      "failing",
      [{ kind: "noValue", at: 5 }],
    ],
    [
      "needs no value without a condition",
      { ...heard, plan: { ...TIMES, condition: undefined }, value: undefined },
      "on",
      [],
    ],
    [
      "waits for a person's order",
      {
        ...heard,
        output: {
          ...heard.output,
          order: { value: 1, version: 1, until: NOW + 1, by: "p", at: NOW },
        },
      },
      "waits",
      [],
    ],
    [
      "is paused, whatever is missing",
      { ...heard, plan: { ...TIMES, pausedUntil: NOW + 1 }, value: { kind: "old", at: 5 } },
      "paused",
      [],
    ],
    ["is off", { ...heard, plan: { ...TIMES, isOn: false } }, "off", []],
  ])("%s", (_, input, look, obstacles) => {
    expect(planLook(input, CHECKED)).toBe(look);
    expect(planObstacles(input, CHECKED)).toEqual(obstacles);
  });

  test.each<[string, Parameters<typeof planObstacles>[1], readonly PlanObstacle[]]>([
    ["for three minutes", { runs: { lookedAt: NOW - 180_000 } }, []],
    [
      "for longer",
      { runs: { lookedAt: NOW - 180_001 } },
      [{ kind: "unchecked", since: NOW - 180_001 }],
    ],
    ["at all, without jobs", { runs: undefined }, [{ kind: "unchecked", since: undefined }]],
    ["as far as the page knows yet", undefined, []],
  ])("was not checked %s", (_, jobs, obstacles) => {
    expect(planObstacles(heard, jobs)).toEqual(obstacles);
    expect(planLook(heard, jobs)).toBe(obstacles.length > 0 ? "failing" : "on");
    expect(planObstacles({ ...heard, plan: { ...TIMES, isOn: false } }, jobs)).toEqual([]);
  });
});
