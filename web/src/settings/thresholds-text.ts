/** Writes all limits of a greenhouse in one line. */

import { SHOWN } from "@greenhouse/domain/quantities/measurements";
import type { Thresholds } from "@greenhouse/domain/quantities/measurements";
import { hasNightBounds } from "../model/plot/band";
import { usePage } from "../shared/hooks/page";
import { useBoundsText } from "../shared/values/words";
import { useSettingsTexts } from "../text/settings";

export function useThresholdsText(): (thresholds: Thresholds) => string {
  const { texts } = usePage();
  const { settings } = useSettingsTexts();
  const textOf = useBoundsText();
  return (thresholds) => {
    const parts = SHOWN.flatMap((quantity) => {
      const bounds = thresholds[quantity];
      const night = bounds && hasNightBounds(bounds) && textOf(quantity, bounds, true);
      const dayAndNight = [textOf(quantity, bounds, false), night && settings.boundsAtNight(night)];
      const limits = dayAndNight.filter(Boolean).join(", ");
      return limits === "" ? [] : [`${texts.measurements[quantity]} ${limits}`];
    });
    return parts.length === 0 ? settings.noThresholds : parts.join(" · ");
  };
}
