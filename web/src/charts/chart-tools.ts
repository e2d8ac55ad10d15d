/**
 * Loads the charts' tools (notes, nights, gestures) after the charts are drawn, so that they do not delay the charts.
 */

import { useEffect, useState } from "preact/hooks";
import type { ChartTools } from "./tools/chart-tools";

/** Returns undefined until the tools are loaded. @param isDrawn whether the charts show the requested data */
export function useChartTools(isDrawn: boolean): ChartTools | undefined {
  const [tools, setTools] = useState<ChartTools>();
  useEffect(() => {
    if (!isDrawn || tools !== undefined) return;
    import("./tools/chart-tools").then(
      ({ CHART_TOOLS }) => setTools(CHART_TOOLS),
      // The page says that it is offline; the charts work without the tools.
      () => undefined,
    );
  }, [isDrawn, tools]);
  return tools;
}
