/** Values with their units: a large figure, grey when it is old, and a value as it was sent. */

import type { VNode } from "preact";
import { countedValue, shownValue } from "@greenhouse/domain/quantities/measurements";
import type { Measurement, Quantity } from "@greenhouse/domain/quantities/measurements";
import type { Headline } from "../../model/values/summary";
import { usePage } from "../hooks/page";

export interface ValueProps {
  readonly measurement: Quantity;
  /** Its bound is also in the words next to the value. */
  readonly headline: Headline | undefined;
  readonly isSmall?: boolean;
}

/**
 * A small figure with more characters than this, including its unit, has smaller type, so that it fits its column on a
 * phone.
 */
const LONG = 7;

export function Value({ measurement, headline, isSmall }: ValueProps): VNode {
  const { format } = usePage();
  const bound = headline?.bound;
  const isOld = headline?.isLive === false;
  const unit = format.unit(measurement);
  const text = headline && format.number(headline.value, measurement, bound);
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
            // If the unit does not fit, the space stays on the number's line.
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
  /** The bound, if the value is beyond it. */
  readonly bound?: number | undefined;
  /** Shows up to two digits after the decimal separator, like the newest reading. */
  readonly isExact?: boolean;
}

/**
 * Shows a value. A value slightly outside the possible range is shown as the bound. A fault is labelled as a fault, in
 * small type.
 */
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
