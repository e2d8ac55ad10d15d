/** Loads the module for long ranges and bands once one is shown. */

import { useEffect, useState } from "preact/hooks";
import type { GreenhouseWatch } from "../data/watches/greenhouse-watch";
import type { LongHistory } from "../data/history/long-history";
import { usePage } from "../shared/hooks/page";

/** Undefined until it is loaded, or while it is not needed. */
export function useLongHistory(
  watch: GreenhouseWatch,
  greenhouseId: string,
  isNeeded: boolean,
): LongHistory | undefined {
  const { connection } = usePage();
  const { isConnected } = connection.state.value;
  const [, setLoaded] = useState(0);
  useEffect(() => {
    if (!isNeeded || watch.longHistory !== undefined) return;
    import("../data/history/long-history").then(
      ({ longHistoryOf }) => {
        watch.longHistory ??= longHistoryOf(watch, greenhouseId);
        setLoaded((count) => count + 1);
      },
      // The page says that it is offline.
      () => undefined,
    );
  }, [watch, greenhouseId, isNeeded, isConnected]);
  return isNeeded ? watch.longHistory?.value : undefined;
}
