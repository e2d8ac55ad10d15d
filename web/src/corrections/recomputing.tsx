/** Says which hours of a long range are computed again after a change of calibrations or exclusions. */

import { withUnit } from "@greenhouse/domain/quantities/measurements";
import type { Coverage } from "@greenhouse/domain/rollups/rollups";
import { DAY_MS } from "@greenhouse/domain/time";
import type { VNode } from "preact";
import type { Window } from "../model/plot/time-range";
import { usePage } from "../shared/hooks/page";
import { useCorrectionTexts } from "../text/corrections";

export interface RecomputingProps {
  readonly coverage: Coverage | undefined;
  readonly shown: Window;
}

/** Long enough to be named as its month. */
const MONTH_MS = 30 * DAY_MS;

export function Recomputing({ coverage, shown }: RecomputingProps): VNode | null {
  const { format, connection } = usePage();
  const words = useCorrectionTexts();
  const again = coverage?.again;
  if (again === undefined || again.next >= shown.to || again.until <= shown.from) return null;
  const { from, next, until } = again;
  const month = format.part(next, next + MONTH_MS, connection.now());
  const percent = Math.floor((100 * (next - from)) / (until - from));
  return (
    <p class="quiet" role="status">
      {words.recomputing(month, withUnit(String(percent), "%"))}
    </p>
  );
}
