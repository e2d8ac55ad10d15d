/** The charts' tools: comparing, notes, nights. They are loaded once the charts are drawn, and never delay them. */

import { useEffect, useState } from "preact/hooks";
import { usePage } from "../shared/page";
import type { ChartTools } from "./tools/chart-tools";

/** Undefined until they are loaded. @param isDrawn whether the charts hold what was asked for */
export function useChartTools(isDrawn: boolean): ChartTools | undefined {
  const { language } = usePage();
  const [tools, setTools] = useState<ChartTools>();
  useEffect(() => {
    if (!isDrawn || tools !== undefined) return;
    import("./tools/chart-tools").then(
      async ({ loadChartTools }) => setTools(await loadChartTools(language)),
      // The page says that it is offline; the charts are there without them.
      () => undefined,
    );
  }, [isDrawn]);
  return tools;
}
