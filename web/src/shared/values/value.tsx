/** Values with their units: a large figure, grey when it is old, and a value as it was sent. */

import type { VNode } from "preact";
import { countedValue, shownValue } from "@greenhouse/domain/quantities/measurements";
import type { Measurement, Quantity } from "@greenhouse/domain/quantities/measurements";
import type { Figure } from "../../model/values/summary";
import { usePage } from "../hooks/page";

export interface ValueProps {
  readonly measurement: Quantity;
  readonly figure: Figure | undefined;
  readonly isSmall?: boolean;
  /** The bound that it is beyond. This is also said in words beside it. */
  readonly bound?: number | undefined;
}

/** A small figure that has more characters than these, with its unit, is written smaller: it fits its column on a phone. */
const LONG = 7;

export function Value({ measurement, figure, isSmall, bound }: ValueProps): VNode {
  const { format } = usePage();
  const isOld = figure !== undefined && !figure.isLive;
  const unit = format.unit(measurement);
  const text = figure && format.number(figure.value, measurement, bound);
  const isLong = text !== undefined && text.length + unit.length > LONG;
  return (
    <p
      class={`value ${isSmall ? "small" : ""} ${isOld ? "is-old" : ""} ${bound === undefined ? "" : "is-bad"} ${isLong ? "is-long" : ""}`}
    >
      {text === undefined ? (
        <span class="none">–</span>
      ) : (
        <>
          {text}
          {unit !== "" && (
            // The space stays on the number's line where the unit has no room beside it.
            <>
              {"\u202f"}
              <span class="unit">{unit}</span>
            </>
          )}
        </>
      )}
    </p>
  );
}

export interface SentProps {
  readonly measurement: Measurement;
  readonly value: number;
  /** The bound that it is beyond. */
  readonly bound?: number | undefined;
  /** With up to two digits after the decimal separator, as the newest reading has. */
  readonly isExact?: boolean;
}

/** A value slightly beyond what can be is shown as the bound. A fault is labelled as a fault, and shown in small type. */
export function Sent({ measurement, value, bound, isExact }: SentProps): VNode {
  const { texts, format } = usePage();
  const shown = shownValue(measurement, value);
  const text = isExact ? format.exact(shown, measurement) : format.value(shown, measurement, bound);
  if (countedValue(measurement, value) !== undefined) return <>{text}</>;
  return (
    <>
      <span class="fault">{texts.sensorFault}</span> <small>{text}</small>
    </>
  );
}
