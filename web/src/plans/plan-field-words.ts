/** The labels of a plan's fields, and the texts of their values. */

import type { Plan, PlanQuantity } from "@greenhouse/domain/outputs/plans/model";
import { PLAN_QUANTITIES } from "@greenhouse/domain/outputs/plans/model";
import { boundRange } from "@greenhouse/domain/outputs/plans/limits";
import { DAY_MS } from "@greenhouse/domain/time";
import { withUnit } from "@greenhouse/domain/quantities/measurements";
import { planUnit, SECONDS, shownBound, WHOLE } from "../model/input/typed-plan";
import type { PlanFault, PlanField, TypedPlan } from "../model/input/typed-plan";
import { numberText } from "../model/input/typed-number";
import { useFarm } from "../shared/hooks/farm";
import { usePage } from "../shared/hooks/page";
import { usePlanTexts } from "../text/plans";
import { usePlanQuantities } from "./plan-teller";

type Side = "below" | "above";

/** Returns the quantity of typed fields; undefined for a plan without a condition. */
export function typedQuantity({ quantity }: Pick<TypedPlan, "quantity">): PlanQuantity | undefined {
  return PLAN_QUANTITIES.find((listed) => listed === quantity);
}

/** @param base the plan whose conditions the labels describe */
export function useFieldWords(base: Plan): {
  readonly nameOf: (field: PlanField) => string;
  readonly textOf: (field: PlanField, text: string) => string;
} {
  const { fields } = usePlanTexts();
  const { sensors } = useFarm();
  const labelOf = useBoundLabels();
  const quantities = usePlanQuantities();
  const dayNames = useDayNames();
  const { kind, condition } = base;
  const labels = labelOf({
    kind,
    quantity: condition?.quantity ?? "",
    side: condition?.side ?? "below",
  });
  return {
    nameOf: (field) => {
      if (field === "bound" || field === "backAt") return labels[field];
      return field === "kind" ? "" : fields[field];
    },
    textOf: (field, text) => {
      if (field === "source") {
        return text === ""
          ? fields.median
          : (sensors.find(({ uid }) => uid === text)?.name ?? text);
      }
      if (field === "side") return fields.sides[text as Side];
      if (field === "quantity") {
        const quantity = typedQuantity({ quantity: text });
        return quantity === undefined ? fields.inAnyCase : quantities[quantity];
      }
      if (field !== "days") return text;
      return dayNames.filter((_, day) => text[day] === "1").join(", ");
    },
  };
}

/** Returns the labels of the bound and of the value at which the plan switches off. */
export function useBoundLabels(): (
  typed: Pick<TypedPlan, "kind" | "quantity" | "side">,
) => Readonly<Record<"bound" | "backAt", string>> {
  const { fields } = usePlanTexts();
  const { format } = usePage();
  const quantities = usePlanQuantities();
  return ({ kind, quantity, side }) => {
    const known = typedQuantity({ quantity });
    const name = known === undefined ? "" : quantities[known];
    const unit = known === undefined ? "" : planUnit(known, format);
    const label = kind === "times" ? fields.onlyIf : fields.switchOn;
    return {
      bound: label(name, side === "above" ? "above" : "below", unit),
      backAt: fields.backAt(unit),
    };
  };
}

/** A Monday. */
const MONDAY = Date.UTC(2026, 10, 30, 12);

/** Returns the short names of the days of the week, Monday first. */
export function useDayNames(): readonly string[] {
  const { locale } = usePage();
  const format = new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" });
  return Array.from({ length: 7 }, (_, day) => format.format(MONDAY + day * DAY_MS));
}

/** Returns the error message of a field. */
export function useFaultText(): (
  field: PlanField,
  fault: PlanFault | undefined,
  typed: TypedPlan,
) => string | undefined {
  const { faults, outOfRange, wholeNumber } = usePlanTexts();
  const { format, locale } = usePage();
  return (field, fault, typed) => {
    if (fault === undefined) return undefined;
    if (fault !== "outOfRange") return faults[fault];
    const text = (value: number): string => numberText(value, locale, 2);
    if (field in WHOLE) {
      const { min, max } = WHOLE[field as keyof typeof WHOLE];
      return wholeNumber(text(min), text(max));
    }
    if (field in SECONDS) {
      const { min, max } = SECONDS[field as keyof typeof SECONDS];
      return outOfRange(text(min / 60), text(max / 60));
    }
    const quantity = typedQuantity(typed) ?? "temperature";
    const { min, max } = boundRange(quantity);
    const unit = planUnit(quantity, format);
    return outOfRange(
      text(shownBound(min, quantity, format)),
      withUnit(text(shownBound(max, quantity, format)), unit),
    );
  };
}
