/** Loads the module for long ranges and bands once one is shown. */

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import type { GreenhouseWatch } from "../data/watches/greenhouse-watch";
import type { LongHistory } from "../data/history/long-history";
import { useSignalChanges } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";

/** Keeps what was read of a greenhouse as long as the farm is shown. */
const known = new WeakMap<GreenhouseWatch, LongHistory>();
const NEVER = signal(0);

/** Undefined until it is loaded, or while it is not needed. */
export function useLongHistory(
  watch: GreenhouseWatch,
  greenhouseId: string,
  isNeeded: boolean,
): LongHistory | undefined {
  const { connection } = usePage();
  const { isConnected } = connection.state.value;
  const [, setLoaded] = useState(0);
  const long = isNeeded ? known.get(watch) : undefined;
  useEffect(() => {
    if (!isNeeded || known.has(watch)) return;
    import("../data/history/long-history").then(
      ({ LongHistory: Loaded }) => {
        known.set(watch, new Loaded(watch, greenhouseId));
        setLoaded((count) => count + 1);
      },
      // The page says that it is offline.
      () => undefined,
    );
  }, [watch, isNeeded, isConnected]);
  useSignalChanges(long?.rollups.version ?? NEVER);
  return long;
}
