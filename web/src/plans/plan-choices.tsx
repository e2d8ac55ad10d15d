/** The fields of a plan that are chosen, not typed: the sensor, the condition, and the days. */

import { PLAN_QUANTITIES } from "@greenhouse/domain/outputs/plans/model";
import type { VNode } from "preact";
import { Select } from "../shared/controls/controls";
import { useFarm } from "../shared/hooks/farm";
import { usePlanTexts } from "../text/plans";
import { typedQuantity, useDayNames } from "./plan-field-words";
import type { PlanFieldsProps } from "./plan-fields";
import { usePlanSetting } from "./plan-situation";
import { usePlanQuantities } from "./plan-teller";

/** The sensor whose values count: one of the greenhouse, or the median of all. */
export function Source({ output, draft }: PlanFieldsProps): VNode {
  const { fields } = usePlanTexts();
  const { sensors } = useFarm();
  const { sourcesOf } = usePlanSetting(output);
  const { shown, type } = draft;
  const quantity = typedQuantity(shown);
  const offered = quantity === undefined ? [] : sourcesOf(quantity).map(({ uid }) => uid);
  const chosen = shown.source === "" ? [] : [shown.source];
  const nameOf = (uid: string): string => sensors.find((sensor) => sensor.uid === uid)?.name ?? uid;
  return (
    <Select
      label={fields.source}
      value={shown.source}
      options={[
        ["", fields.median],
        ...[...new Set([...offered, ...chosen])].map((uid) => [uid, nameOf(uid)] as const),
      ]}
      onValue={(uid) => type("source", uid)}
    />
  );
}

/** The quantity that the plan depends on, and the side of the bound on which it acts. */
export function Condition({ draft, faults }: PlanFieldsProps): VNode {
  const { fields, faults: words } = usePlanTexts();
  const quantities = usePlanQuantities();
  const { shown, type } = draft;
  const isTimes = shown.kind === "times";
  const offered = PLAN_QUANTITIES.filter((quantity) => !isTimes || quantity !== "dli");
  return (
    <>
      <Select
        label={fields.quantity}
        value={shown.quantity}
        options={[
          ...(isTimes ? [["", fields.inAnyCase] as const] : []),
          ...offered.map((quantity) => [quantity, quantities[quantity]] as const),
        ]}
        onValue={(quantity) => type("quantity", quantity)}
        error={faults.quantity && words.empty}
      />
      {shown.quantity !== "" && (
        <Select
          label={fields.side}
          value={shown.side}
          options={(["below", "above"] as const).map((side) => [side, fields.sides[side]] as const)}
          onValue={(side) => type("side", side)}
        />
      )}
    </>
  );
}

export function Days({ draft, faults }: PlanFieldsProps): VNode {
  const { fields, faults: words } = usePlanTexts();
  const names = useDayNames();
  const { days } = draft.shown;
  const toggled = (day: number): string =>
    Array.from(days, (set, index) => (index === day ? String(1 - Number(set)) : set)).join("");
  return (
    <fieldset>
      <legend>{fields.days}</legend>
      <div class="segments plan-days">
        {names.map((name, day) => (
          <button
            key={name}
            type="button"
            aria-pressed={days[day] === "1"}
            onClick={() => draft.type("days", toggled(day))}
          >
            {name}
          </button>
        ))}
      </div>
      {faults.days && (
        <p class="error" role="alert">
          {words.noDay}
        </p>
      )}
    </fieldset>
  );
}
