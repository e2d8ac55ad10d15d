/** Formats the daily figures. */

import { withMinus } from "@greenhouse/domain/words/format";
import { useMemo } from "preact/hooks";
import { usePage } from "../shared/hooks/page";

export interface DayFormat {
  /** For example "Sun, 22 Nov". @param date such as 2026-11-22 */
  readonly date: (date: string) => string;
  /** @param integral in mol m⁻² d⁻¹ */
  readonly light: (integral: number) => string;
  /** @param sum in °C·d */
  readonly degreeDays: (sum: number) => string;
  /** Includes the sign. @param difference of two temperatures, in degrees Celsius */
  readonly difference: (difference: number) => string;
}

export function useDayFormat(): DayFormat {
  const { locale, format } = usePage();
  return useMemo(() => {
    const dates = new Intl.DateTimeFormat(locale, {
      weekday: "short",
      day: "numeric",
      month: "short",
      timeZone: "UTC",
    });
    const decimal = new Intl.NumberFormat(locale, {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
      signDisplay: "negative",
    });
    const signed = new Intl.NumberFormat(locale, {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
      signDisplay: "exceptZero",
    });
    const unit = format.unit("temperature");
    const shown = (value: number): number => format.shownDifference(value, "temperature");
    return {
      date: (date) => dates.format(Date.parse(date)),
      light: (integral) => `${withMinus(decimal.format(integral))}\u202fmol/m²`,
      degreeDays: (sum) => `${decimal.format(shown(sum))}\u202f${unit}·d`,
      difference: (difference) => `${withMinus(signed.format(shown(difference)))}\u202f${unit}`,
    };
  }, [locale, format]);
}
