/** Says by which clock a plan runs, if it is not the person's own. */

import type { Plan } from "@greenhouse/domain/outputs/plans/model";
import type { VNode } from "preact";
import { useFarm } from "../shared/hooks/farm";
import { usePage } from "../shared/hooks/page";
import { usePlanTexts } from "../text/plans";

export function PlanZone({ plan }: { readonly plan: Plan }): VNode | null {
  const texts = usePlanTexts();
  const { format, connection } = usePage();
  const { place } = useFarm();
  if (place === undefined) {
    const hasTimes = plan.kind === "times" || plan.between !== undefined;
    return hasTimes ? <p class="attention warn">{texts.noPlace}</p> : null;
  }
  // Zones with different names may have the same time.
  const timeIn = (timeZone: string | undefined): string =>
    new Date(connection.now()).toLocaleString("en-GB", { timeZone });
  return timeIn(place.timeZone) === timeIn(format.timeZone) ? null : (
    <p class="hint">{texts.zone(place.timeZone)}</p>
  );
}
