/** Finds the outputs with plans, whose runs the charts mark. Renders nothing. */

import { fieldOf } from "@greenhouse/domain/stored";
import type { FunctionComponent, VNode } from "preact";
import { asStored, valueOf } from "../data/watches/watch";
import type { PlanMarkersProps } from "../plans/plan-markers";
import { useFarm } from "../shared/hooks/farm";
import { useWatch } from "../shared/hooks/hooks";
import { Lazy } from "../shared/hooks/lazy";

const PLAN_MARKERS = (): Promise<FunctionComponent<PlanMarkersProps>> =>
  import("../plans/plan-markers").then((module) => module.PlanMarkers);

/** With all outputs of the greenhouse. */
export type PlannedRunsProps = PlanMarkersProps;

export function PlannedRuns({ outputs, ...shared }: PlannedRunsProps): VNode | null {
  const { id } = useFarm();
  const plans = valueOf(useWatch(`outputPlans/${id}`, asStored));
  const planned = outputs.filter(
    ({ uid, output }) => fieldOf(fieldOf(plans, uid), output) !== undefined,
  );
  return planned.length === 0 ? null : (
    <Lazy load={PLAN_MARKERS} props={{ outputs: planned, ...shared }}>
      {null}
    </Lazy>
  );
}
