import { QUANTITY } from "@greenhouse/domain/quantities/measurements";
import {
  FIRST_CHOICES,
  firstLimitsOf,
  isFirstLimits,
} from "../../../../web/src/model/farm/first-limits";
import { firstStepsOf } from "../../../../web/src/model/farm/first-steps";
import type { Start } from "../../../../web/src/model/farm/first-steps";
import type { Gap } from "../../../../web/src/model/findings/coverage";
import type { Sensor } from "../../../../web/src/model/farm/farm";
import { parseRoute } from "../../../../web/src/model/input/route";

function house(id: string, gap: Gap | undefined, count = 1): Start["greenhouses"][number] {
  const sensors = Array.from({ length: count }, (_, index): Sensor => {
    return { uid: `${id}-${index}`, name: "Air", type: "SHT31", greenhouse: id, role: "air" };
  });
  return { greenhouse: { id }, sensors, gap };
}

test.each<{ name: string; greenhouses: Start["greenhouses"]; isWatched?: boolean; left: object }>([
  {
    name: "a new farm",
    greenhouses: [],
    left: {
      greenhouse: "/f/acres#new-greenhouse",
      sensor: "/f/acres/sensors",
      limits: "/f/acres/settings",
      alerts: "/f/acres/alerts",
    },
  },
  {
    name: "a greenhouse with limits, without a sensor",
    greenhouses: [house("a", "no-readings", 0)],
    left: { sensor: "/f/acres/sensors", alerts: "/f/acres/alerts" },
  },
  {
    name: "no limits: first where sensors are",
    greenhouses: [house("a", "no-limits", 0), house("b", "no-limits", 2)],
    left: { limits: "/f/acres/settings/b", alerts: "/f/acres/alerts" },
  },
  {
    name: "limits for what no sensor measures",
    greenhouses: [house("a", "not-measured")],
    isWatched: true,
    left: { limits: "/f/acres/settings/a" },
  },
  {
    name: "alerts are off",
    greenhouses: [house("a", undefined)],
    left: { alerts: "/f/acres/alerts" },
  },
  { name: "all is done", greenhouses: [house("a", undefined)], isWatched: true, left: {} },
  {
    name: "one of two greenhouses has limits",
    greenhouses: [house("a", undefined), house("b", "no-limits")],
    isWatched: true,
    left: {},
  },
])("$name", ({ greenhouses, isWatched = false, left }) => {
  const steps = firstStepsOf({ farmId: "acres", greenhouses, isWatched });
  expect(steps.map(({ step }) => step)).toEqual(["greenhouse", "sensor", "limits", "alerts"]);
  const open = steps.filter(({ isDone }) => !isDone);
  expect(Object.fromEntries(open.map(({ step, path }) => [step, path]))).toEqual(left);
  for (const { path } of open) {
    expect(parseRoute(path.split("#")[0]!)).toMatchObject({ farmId: "acres" });
  }
});

test("offers valid first limits with frost first, and rejects unknown words", () => {
  expect(FIRST_CHOICES[0]).toBe("frost");
  for (const choice of FIRST_CHOICES) {
    const { temperature, ...others } = firstLimitsOf(choice);
    expect(others).toEqual({});
    if (temperature === undefined) continue;
    const { min = -Infinity, max = Infinity } = temperature;
    expect(min).toBeLessThan(max);
    expect(min).toBeGreaterThan(QUANTITY.temperature.min);
  }
  expect(firstLimitsOf("none")).toEqual({});
  expect(isFirstLimits("toString")).toBe(false);
});
