/** The fields for the limits of one quantity, by day or by night. */

import type { VNode } from "preact";
import { QUANTITY, withUnit } from "@greenhouse/domain/quantities/measurements";
import type { Shown } from "@greenhouse/domain/quantities/measurements";
import { faultIn, parseBound, DAY_PARTS } from "../model/input/typed-bounds";
import type { BoundField, DayPart, TypedThresholds } from "../model/input/typed-bounds";
import { Field } from "../shared/controls/controls";
import { useFormTexts } from "../text/forms";
import { usePage } from "../shared/hooks/page";
import { useSettingsTexts } from "../text/settings";

export interface BoundsFieldsProps {
  readonly quantity: Shown;
  readonly part: DayPart;
  readonly typed: TypedThresholds;
  /** Whether to show errors. */
  readonly isTried: boolean;
  readonly onTyped: (field: BoundField, text: string) => void;
}

export function BoundsFields(props: BoundsFieldsProps): VNode {
  const { quantity, part, typed, isTried, onTyped } = props;
  const { texts, format } = usePage();
  const { faults, outOfRange } = useFormTexts();
  const { settings } = useSettingsTexts();
  const fault = isTried ? faultIn(typed, quantity, part, format) : undefined;
  const unit = format.unit(quantity);
  const { min, max } = QUANTITY[quantity];
  const errors = {
    ...faults,
    outOfRange: outOfRange(
      format.bound(min, quantity),
      withUnit(format.bound(max, quantity), unit),
    ),
  };
  const fieldOf = (index: 0 | 1): VNode => {
    const field: BoundField = `${quantity}/${DAY_PARTS[part][index]}`;
    const word = index === 0 ? settings.lowest : settings.highest;
    const number = parseBound(typed, field, format);
    const isRight = number.kind === "number" || number.kind === "empty";
    const own = isTried && !isRight ? number.kind : undefined;
    const error = own ?? (index === 0 && fault === "minAboveMax" ? fault : undefined);
    return (
      <Field
        inputMode="decimal"
        label={word}
        isLabelHidden
        // The daytime limit also applies at night unless the field has another value.
        placeholder={(part === "night" && typed[`${quantity}/${DAY_PARTS.day[index]}`]) || word}
        value={typed[field]}
        onValue={(text) => onTyped(field, text)}
        error={error && errors[error]}
      />
    );
  };
  return (
    <fieldset>
      <legend>
        {texts.measurements[quantity]}
        {part === "night" && ` ${settings.atNight}`}
        {unit && ` (${unit})`}
      </legend>
      <div class="pair">
        {fieldOf(0)}
        <span aria-hidden="true">–</span>
        {fieldOf(1)}
      </div>
    </fieldset>
  );
}
