/** Tells when the charts were read, so that everything else on the page may use the network. */

import { useEffect, useState } from "preact/hooks";
import { useAction } from "../shared/hooks/stable";
import { NEAR } from "./chart-panel";

export interface ReadCharts {
  /** Whether a chart close to the screen was read, or none is close. Stays true. */
  readonly areRead: boolean;
  /** Called by each chart that was read. */
  readonly noteRead: () => void;
}

/**
 * @param section holds the charts
 * @param isHistoryRead whether the history of the range was read, without the rollups of each chart
 * @param hasPanels whether there are charts that call `noteRead`
 */
export function useReadCharts(
  section: { readonly current: Element | null },
  isHistoryRead: boolean,
  hasPanels: boolean,
): ReadCharts {
  const [areRead, setRead] = useState(false);
  const noteRead = useAction(() => setRead(true));
  useEffect(() => {
    const { current } = section;
    if (!isHistoryRead || current === null) return;
    if (!hasPanels || current.getBoundingClientRect().top > innerHeight + NEAR) setRead(true);
  }, [section, isHistoryRead, hasPanels]);
  return { areRead, noteRead };
}
