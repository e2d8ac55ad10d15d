/** The fields for the thresholds of one quantity, by day or by night. */

import type { VNode } from "preact";
import { UNITS } from "../../../domain/src/measurements";
import { faultIn, PARTS } from "../model/typed-bounds";
import type { Edited, Part, TypedBounds } from "../model/typed-bounds";
import { Field } from "../shared/controls";
import { usePage } from "../shared/page";
import { useSettingsTexts } from "../shared/settings-texts";

export interface BoundsFieldsProps {
  readonly quantity: Edited;
  readonly part: Part;
  readonly typed: TypedBounds;
  /** Whether to say what is wrong. */
  readonly isTried: boolean;
  readonly onTyped: (typed: TypedBounds) => void;
}

export function BoundsFields({
  quantity,
  part,
  typed,
  isTried,
  onTyped,
}: BoundsFieldsProps): VNode {
  const { texts, locale } = usePage();
  const { validation, measurements } = texts;
  const { settings } = useSettingsTexts();
  const name = measurements[quantity];
  const error = isTried ? faultIn(typed, part, locale) : undefined;
  const [min, max] = PARTS[part];
  // What holds by night too unless another value is typed.
  const [lowest, highest] =
    part === "day"
      ? [settings.lowest, settings.highest]
      : [typed.min || settings.lowest, typed.max || settings.highest];
  return (
    <fieldset>
      <legend>
        {name}
        {part === "night" && <span class="visually-hidden"> {settings.atNight}</span>} (
        {UNITS[quantity]})
      </legend>
      <div class="pair">
        <Field
          label={settings.lowest}
          isLabelHidden
          placeholder={lowest}
          inputMode="decimal"
          value={typed[min]}
          onValue={(text) => onTyped({ ...typed, [min]: text })}
          error={error && validation[error]}
        />
        <span aria-hidden="true">–</span>
        <Field
          label={settings.highest}
          isLabelHidden
          placeholder={highest}
          inputMode="decimal"
          value={typed[max]}
          onValue={(text) => onTyped({ ...typed, [max]: text })}
        />
      </div>
    </fieldset>
  );
}
