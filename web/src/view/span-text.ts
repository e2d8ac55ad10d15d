/** The lowest and the highest value of several sensors, in words. */

import type { Charted } from "../model/measurement";
import type { Figure } from "../model/summary";
import { usePage } from "./page";

export interface SpanTextOptions {
  readonly hasUnit: boolean;
}

export function useSpanText({
  hasUnit,
}: SpanTextOptions): (figure: Figure, measurement: Charted) => string {
  const { speech, format } = usePage();
  const { greenhouse } = speech.texts;
  return (figure, measurement) => {
    const low = format.number(figure.low, measurement);
    const high = format.number(figure.high, measurement);
    const last = hasUnit ? format.value(figure.high, measurement) : high;
    return low === high ? greenhouse.allAlike(last) : greenhouse.span(low, last);
  };
}
