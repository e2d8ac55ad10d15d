/** The field for the interval that boards are asked for. */

import { INTERVAL_SECONDS, isNearlySilent } from "@greenhouse/domain/boards/intervals";
import { DEFAULT_SILENT_AFTER_MS } from "@greenhouse/domain/alerts/settings";
import type { VNode } from "preact";
import { isInterval, secondsFrom } from "../model/input/typed-interval";
import { numberText } from "../model/input/typed-number";
import { durationText } from "../model/values/duration";
import { useBoardTexts } from "../text/boards";
import { useFarm } from "../shared/hooks/farm";
import { usePage } from "../shared/hooks/page";
import { Field } from "../shared/controls/controls";

export interface IntervalFieldProps {
  readonly label: string;
  /** What an empty field means. */
  readonly empty: string;
  readonly value: string;
  readonly onValue: (text: string) => void;
}

/** Warns if a single lost reading could make the sensors count as silent. */
export function IntervalField({ label, empty, value, onValue }: IntervalFieldProps): VNode {
  const { limits } = useFarm();
  const { locale } = usePage();
  const { interval: words } = useBoardTexts();
  const { silentAfter = DEFAULT_SILENT_AFTER_MS } = limits;
  const { min, max } = INTERVAL_SECONDS;
  const bounds = words.bounds(numberText(min, locale), numberText(max, locale));
  const isLong = isNearlySilent(secondsFrom(value) ?? 0, silentAfter);
  return (
    <>
      <Field
        inputMode="numeric"
        label={label}
        value={value}
        onValue={onValue}
        hint={`${empty} ${words.obeyed}`}
        error={isInterval(value) ? undefined : bounds}
      />
      {isLong && (
        <p class="attention warn" role="status">
          {words.nearlySilent(durationText(silentAfter, locale))}
        </p>
      )}
    </>
  );
}
