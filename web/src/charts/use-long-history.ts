/** The data of long ranges and bands, from the first time that one is shown. */

import { useEffect } from "preact/hooks";
import { longHistoryOf } from "../data/history/long-history";
import type { LongHistory } from "../data/history/long-history";
import type { GreenhouseWatch } from "../data/watches/greenhouse-watch";

/** Returns undefined at the first rendering, and while it is not needed. */
export function useLongHistory(
  watch: GreenhouseWatch,
  greenhouseId: string,
  isNeeded: boolean,
): LongHistory | undefined {
  const { longHistory } = watch;
  useEffect(() => {
    if (isNeeded) longHistory.value ??= longHistoryOf(watch, greenhouseId);
  }, [watch, longHistory, greenhouseId, isNeeded]);
  return isNeeded ? longHistory.value?.value : undefined;
}
