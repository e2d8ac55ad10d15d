/** Adds a plan from a template, or changes a plan. */

import type { KnownOutput } from "@greenhouse/domain/outputs/model";
import type { Plan } from "@greenhouse/domain/outputs/plans/model";
import { parsePlan } from "@greenhouse/domain/outputs/plans/records";
import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { PLAN_TEMPLATES, planOf } from "../model/input/plan-templates";
import type { PlanTemplate } from "../model/input/plan-templates";
import { Dialog } from "../shared/controls/dialog";
import { usePlanTexts } from "../text/plans";
import { PlanForm } from "./plan-form";
import { usePlanSetting } from "./plan-situation";
import "./plans.css";

export interface PlanDialogProps {
  readonly output: KnownOutput;
  /** `outputPlans/<farmId>/<uid>/<output>`; null without a plan. */
  readonly stored: unknown;
  readonly onClose: () => void;
  /** Called before the dialog closes because the plan is saved. */
  readonly onSaved: () => void;
}

export function PlanDialog({ output, stored, onClose, onSaved }: PlanDialogProps): VNode {
  const texts = usePlanTexts();
  const setting = usePlanSetting(output);
  const plan = parsePlan(stored);
  const [isNew, setNew] = useState(plan === undefined);
  const [draft, setDraft] = useState<{ readonly template: PlanTemplate; readonly plan: Plan }>();
  // Another person may remove the plan.
  const last = useRef(plan);
  if (plan !== undefined) last.current = plan;
  const { name } = output.defined;
  const title =
    isNew && draft ? `${texts.templates[draft.template].name}: ${name}` : texts.dialog(name);
  const shared = { output, plan, onClose, onSaved };
  const choose = (template: PlanTemplate): void =>
    setDraft({ template, plan: planOf(template, setting) });
  return (
    <Dialog title={title} onClose={onClose}>
      {isNew && draft === undefined && <TemplateChoice onTemplate={choose} />}
      {isNew && draft && (
        <PlanForm
          {...shared}
          key={draft.template}
          base={draft.plan}
          onBack={() => setDraft(undefined)}
          onTheirs={() => setNew(false)}
        />
      )}
      {!isNew && last.current && <PlanForm {...shared} base={last.current} />}
    </Dialog>
  );
}

function TemplateChoice({
  onTemplate,
}: {
  readonly onTemplate: (template: PlanTemplate) => void;
}): VNode {
  const texts = usePlanTexts();
  return (
    <>
      <p class="quiet">{texts.choose}</p>
      <ul class="plain plan-templates">
        {PLAN_TEMPLATES.map((template) => (
          <li key={template}>
            <button type="button" class="plan-template" onClick={() => onTemplate(template)}>
              <strong>{texts.templates[template].name}</strong>
              <span class="quiet">{texts.templates[template].lead}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
