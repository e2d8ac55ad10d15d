/** The words for plans in the person's language and units, and the farm's clock. */

import { createFarmClock } from "@greenhouse/domain/outputs/plans/clock";
import type { FarmClock } from "@greenhouse/domain/outputs/plans/clock";
import { withUnit } from "@greenhouse/domain/quantities/measurements";
import { createPlanTeller } from "@greenhouse/domain/words/plan-sentences";
import type { PlanTeller } from "@greenhouse/domain/words/plan-sentences";
import { createPlanFormat } from "@greenhouse/domain/words/plan-format";
import type { PlanFormat } from "@greenhouse/domain/words/plan-format";
import { NAMES } from "@greenhouse/domain/words/names";
import type { PlanQuantity } from "@greenhouse/domain/outputs/plans/model";
import { de } from "@greenhouse/domain/words/plans-de";
import { en } from "@greenhouse/domain/words/plans-en";
import { useMemo } from "preact/hooks";
import { useFarm } from "../shared/hooks/farm";
import { useMemberName } from "../shared/hooks/names";
import { usePage } from "../shared/hooks/page";

const WORDS = { de, en };

/** Returns the names of quantities, as written in the middle of a sentence. */
export function usePlanQuantities(): Readonly<Record<PlanQuantity, string>> {
  const { language } = usePage();
  return { ...NAMES[language], dli: WORDS[language].quantities.dli };
}

/** Returns the clock by which the farm's plans run. */
export function useFarmClock(): FarmClock {
  const { place } = useFarm();
  return useMemo(() => createFarmClock(place), [place]);
}

/** @param now Unix milliseconds */
export function usePlanTeller(now: number): PlanTeller {
  const { language, format } = usePage();
  const { sensors } = useFarm();
  const personName = useMemberName();
  const clock = useFarmClock();
  const words = WORDS[language];
  const own = createPlanFormat(words, clock, now);
  const figures: Pick<PlanFormat, "value" | "bound"> = {
    value: (value, quantity, bound) =>
      quantity === "dli" || value === undefined
        ? own.value(value, quantity, bound)
        : format.value(value, quantity, bound),
    bound: (value, quantity) =>
      quantity === "dli" || value === undefined
        ? own.bound(value, quantity)
        : withUnit(format.bound(value, quantity), format.unit(quantity)),
  };
  return createPlanTeller({
    words,
    clock,
    nowMs: now,
    sensorName: (uid) => sensors.find((sensor) => sensor.uid === uid)?.name ?? uid,
    personName,
    figures,
  });
}
