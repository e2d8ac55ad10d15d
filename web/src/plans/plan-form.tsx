/** The form of a plan. It explains the plan before it is saved. */

import type { KnownOutput } from "@greenhouse/domain/outputs/model";
import type { Plan } from "@greenhouse/domain/outputs/plans/model";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { parseTypedPlan } from "../model/input/parse-plan";
import { meaningOfPlan, typedPlan } from "../model/input/typed-plan";
import type { PlanField, PlanReader } from "../model/input/typed-plan";
import { Button, Form } from "../shared/controls/controls";
import { BackIcon } from "../shared/controls/icons";
import { DialogActions } from "../shared/controls/dialog";
import { Conflicts, useDraft } from "../shared/controls/draft";
import { usePage } from "../shared/hooks/page";
import { usePlanTexts } from "../text/plans";
import { usePlanChanges } from "./plan-buttons";
import { PlanExplanation } from "./plan-explanation";
import { PlanFields } from "./plan-fields";
import { useFieldWords } from "./plan-field-words";
import { usePlanTeller } from "./plan-teller";

export interface PlanFormProps {
  readonly output: KnownOutput;
  /** The stored plan; undefined if there is none, or if it was removed in the meantime. */
  readonly plan: Plan | undefined;
  /** The plan whose fields the form shows at first: the stored plan or a template. */
  readonly base: Plan;
  /** For a new plan: back to the templates. */
  readonly onBack?: () => void;
  /** For a new plan: shows the plan that another person added in the meantime. */
  readonly onTheirs?: () => void;
  readonly onClose: () => void;
  /** Called before the form closes because the plan is saved. */
  readonly onSaved: () => void;
}

export function usePlanReader(): PlanReader {
  const { format } = usePage();
  const { sun } = usePlanTexts();
  return { ...format, sun };
}

export function PlanForm(props: PlanFormProps): VNode {
  const { output, plan, base, onBack, onClose, onSaved } = props;
  const { texts: common } = usePage();
  const texts = usePlanTexts();
  const reader = usePlanReader();
  const words = useFieldWords(base);
  const isNew = onBack !== undefined;
  const stored = typedPlan(isNew ? base : (plan ?? base), reader);
  const draft = useDraft(stored, meaningOfPlan(reader));
  const [isTried, setTried] = useState(false);
  const [isReplacing, setReplacing] = useState(false);
  const isTaken = isNew && plan !== undefined && !isReplacing;
  const parsed = parseTypedPlan(draft.shown, output.defined, reader, isNew ? base : (plan ?? base));
  const next = "plan" in parsed ? parsed.plan : undefined;
  const { saveAs, remove } = useSaving(props);
  const save = (): void => {
    setTried(true);
    if (next === undefined || draft.conflicts.length > 0 || isTaken) return;
    onSaved();
    onClose();
    if (isNew || plan === undefined || draft.changed.length > 0) saveAs(next);
  };
  return (
    <Form class="form plan-form" onSubmit={save}>
      {onBack && (
        <div class="plan-back">
          <Button kind="quiet" onClick={onBack}>
            <BackIcon />
            {texts.otherTemplate}
          </Button>
        </div>
      )}
      {!isNew && plan === undefined && <p role="alert">{texts.goneMeanwhile}</p>}
      <PlanFields
        {...{ output, draft }}
        faults={isTried && "faults" in parsed ? parsed.faults : {}}
      />
      <Conflicts
        draft={draft}
        nameOf={(field) => words.nameOf(field as PlanField)}
        textOf={(field, text) => words.textOf(field as PlanField, text)}
      />
      {isTaken && <Taken {...props} plan={plan} onReplace={() => setReplacing(true)} />}
      <PlanExplanation output={output} plan={next} isMarked={isTried} />
      <div class="plan-actions">
        <DialogActions submit={common.save} onCancel={onClose}>
          {!isNew && plan !== undefined && (
            <Button kind="quiet danger" onClick={remove}>
              {texts.remove}
            </Button>
          )}
        </DialogActions>
      </div>
    </Form>
  );
}

interface TakenProps extends PlanFormProps {
  readonly plan: Plan;
  readonly onReplace: () => void;
}

/** Asks what to do with a plan that another person added while this form was open. */
function Taken({ output, plan, onTheirs, onReplace }: TakenProps): VNode {
  const { connection } = usePage();
  const texts = usePlanTexts();
  const teller = usePlanTeller(connection.now());
  return (
    <div class="question" role="alert">
      <p>{texts.meanwhile(teller.summary(plan, output.defined))}</p>
      <Button onClick={onTheirs}>{texts.takeTheirs}</Button>
      <Button onClick={onReplace}>{texts.replaceTheirs}</Button>
    </div>
  );
}

function useSaving({ output, plan, onClose }: PlanFormProps): {
  readonly saveAs: (next: Plan) => void;
  readonly remove: () => void;
} {
  const { attempt, connection } = usePage();
  const texts = usePlanTexts();
  const changes = usePlanChanges();
  const { name } = output.defined;
  const save = (next: Plan): Promise<void> => changes.save(output, next, connection.now());
  const undo = (): void => attempt(plan === undefined ? changes.remove(output) : save(plan));
  return {
    saveAs: (next) => attempt(save(next), { text: texts.saved(name), undo }),
    remove: () => {
      onClose();
      attempt(changes.remove(output), { text: texts.removed(name), undo });
    },
  };
}
