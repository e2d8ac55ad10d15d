/**
 * The fields for the limits of a greenhouse: the usual limits for the day, then folded the limits for the night and for
 * other quantities.
 */

import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import { SHOWN } from "@greenhouse/domain/quantities/measurements";
import type { Shown, Thresholds } from "@greenhouse/domain/quantities/measurements";
import { hasNightBounds } from "../model/plot/band";
import { cardOf } from "../model/values/measurement";
import { faultIn } from "../model/input/typed-bounds";
import type { DayPart } from "../model/input/typed-bounds";
import { pathOf } from "../model/input/route";
import { useFarm } from "../shared/hooks/farm";
import { usePage } from "../shared/hooks/page";
import { Link } from "../shared/hooks/router";
import { useSettingsTexts } from "../text/settings";
import { BoundsFields } from "./bounds-fields";
import type { BoundsFieldsProps } from "./bounds-fields";
import { PLACE } from "./place-card";

export interface ThresholdsFieldsProps extends Pick<
  BoundsFieldsProps,
  "typed" | "isTried" | "onTyped"
> {
  /** Includes computed quantities. */
  readonly measured: readonly Shown[];
  readonly stored: Thresholds;
}

export function ThresholdsFields({ measured, stored, ...form }: ThresholdsFieldsProps): VNode {
  const { texts, format } = usePage();
  const { settings } = useSettingsTexts();
  // Before anything is measured, shows the quantities that most greenhouses measure.
  const usual = measured.length === 0 ? cardOf([], SHOWN) : measured;
  const offered = SHOWN.filter((listed) => usual.includes(listed) || stored[listed] !== undefined);
  const first = cardOf([], offered);
  const more = offered.filter((listed) => !first.includes(listed));
  const hasError = (part: DayPart, quantities: readonly Shown[]): boolean =>
    form.isTried &&
    quantities.some((quantity) => faultIn(form.typed, quantity, part, format) !== undefined);
  const fieldsOf = (part: DayPart, quantities: readonly Shown[]): VNode[] =>
    quantities.map((quantity) => <BoundsFields key={quantity} {...{ quantity, part }} {...form} />);
  return (
    <>
      {fieldsOf("day", first)}
      <FoldedFields
        title={settings.night}
        isNeeded={
          first.some((quantity) => hasNightBounds(stored[quantity] ?? {})) ||
          hasError("night", first)
        }
      >
        <NightHint />
        {fieldsOf("night", first)}
      </FoldedFields>
      {more.length > 0 && (
        <FoldedFields
          title={settings.more(more.map((quantity) => texts.measurements[quantity]))}
          isNeeded={
            more.some((quantity) => stored[quantity] !== undefined) ||
            hasError("day", more) ||
            hasError("night", more)
          }
        >
          {fieldsOf("day", more)}
          {fieldsOf("night", more)}
        </FoldedFields>
      )}
    </>
  );
}

interface FoldedFieldsProps {
  readonly title: string;
  /** Whether the part is open at first. */
  readonly isNeeded: boolean;
  readonly children: ComponentChildren;
}

function FoldedFields({ title, isNeeded, children }: FoldedFieldsProps): VNode {
  const [isOpen, setOpen] = useState<boolean>();
  return (
    <details
      class="thresholds-part"
      open={isOpen ?? isNeeded}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{title}</summary>
      <div class="thresholds-fields">{children}</div>
    </details>
  );
}

function NightHint(): VNode {
  const { id: farmId, place } = useFarm();
  const { settings } = useSettingsTexts();
  return (
    <p class={place === undefined ? "hint warn" : "hint"}>
      {place === undefined ? settings.nightNeedsPlace : settings.nightHint}{" "}
      {place === undefined && (
        <Link href={`${pathOf({ view: "settings", farmId })}#${PLACE}`}>{settings.setPlace}</Link>
      )}
    </p>
  );
}
