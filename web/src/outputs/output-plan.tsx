/** The place of an output's plan. The code of plans is loaded if the output has a plan, or when an owner adds one. */

import type { FunctionComponent, VNode } from "preact";
import { useState } from "preact/hooks";
import type { KnownOutput } from "@greenhouse/domain/outputs/model";
import { Button } from "../shared/controls/controls";
import { useFarm } from "../shared/hooks/farm";
import { Lazy } from "../shared/hooks/lazy";
import { useAction } from "../shared/hooks/stable";
import { useOutputTexts } from "../text/outputs";
import type { PlanCardProps } from "../plans/plan-card";
import type { PlanDialogProps } from "../plans/plan-dialog";

const PLAN_CARD = (): Promise<FunctionComponent<PlanCardProps>> =>
  import("../plans/plan-card").then((module) => module.PlanCard);
const PLAN_DIALOG = (): Promise<FunctionComponent<PlanDialogProps>> =>
  import("../plans/plan-dialog").then((module) => module.PlanDialog);

export interface OutputPlanProps {
  readonly output: KnownOutput;
  /** The stored plan; null if there is none, undefined until it is known. */
  readonly stored: unknown;
}

export function OutputPlan({ output, stored }: OutputPlanProps): VNode | null {
  const { role } = useFarm();
  const { addPlan } = useOutputTexts();
  const [isEditing, setEditing] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const onShown = useAction(() => setSaved(false));
  const shown = isSaved && !isEditing ? onShown : undefined;
  const edit = role === "owner" ? (): void => setEditing(true) : undefined;
  if (stored === undefined) return null;
  return (
    <>
      {stored === null && edit && (
        <div class="plan-add">
          <Button kind="quiet" label={`${addPlan}: ${output.defined.name}`} onClick={edit}>
            {addPlan}
          </Button>
        </div>
      )}
      {stored !== null && (
        <Lazy load={PLAN_CARD} props={{ output, stored, onEdit: edit, onShown: shown }}>
          <div class="plan is-loading" />
        </Lazy>
      )}
      {isEditing && (
        <Lazy
          load={PLAN_DIALOG}
          props={{
            output,
            stored,
            onClose: () => setEditing(false),
            onSaved: () => setSaved(true),
          }}
        >
          {null}
        </Lazy>
      )}
    </>
  );
}
