/** Loads the module for long ranges and bands when one is shown for the first time. */

import { useEffect } from "preact/hooks";
import type { GreenhouseWatch } from "../data/watches/greenhouse-watch";
import type { LongHistory } from "../data/history/long-history";
import { usePage } from "../shared/hooks/page";

/** Returns undefined until the module is loaded, and while it is not needed. */
export function useLongHistory(
  watch: GreenhouseWatch,
  greenhouseId: string,
  isNeeded: boolean,
): LongHistory | undefined {
  const { connection } = usePage();
  const { isConnected } = connection.state.value;
  const { longHistory } = watch;
  useEffect(() => {
    if (!isNeeded || longHistory.peek() !== undefined) return;
    import("../data/history/long-history").then(
      ({ longHistoryOf }) => {
        longHistory.value ??= longHistoryOf(watch, greenhouseId);
      },
      // The page says that it is offline.
      () => undefined,
    );
  }, [watch, longHistory, greenhouseId, isNeeded, isConnected]);
  return isNeeded ? longHistory.value?.value : undefined;
}
