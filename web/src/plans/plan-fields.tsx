/** The fields of a plan: the important ones first, the others folded. */

import type { KnownOutput } from "@greenhouse/domain/outputs/model";
import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import type { PlanFaults, PlanField, TypedPlan } from "../model/input/typed-plan";
import { Field } from "../shared/controls/controls";
import type { FieldProps } from "../shared/controls/controls";
import type { FormDraft } from "../shared/controls/draft";
import { usePlanTexts } from "../text/plans";
import { Condition, Days, Source } from "./plan-choices";
import { typedQuantity, useBoundLabels, useFaultText } from "./plan-field-words";

export interface PlanFieldsProps {
  readonly output: KnownOutput;
  readonly draft: FormDraft<TypedPlan>;
  /** Empty before the first attempt to save. */
  readonly faults: PlanFaults;
}

type TextField = Exclude<PlanField, "kind" | "quantity" | "side" | "source" | "days">;

export function PlanFields(props: PlanFieldsProps): VNode {
  const { output, draft, faults } = props;
  const texts = usePlanTexts();
  const { fields } = texts;
  const { shown } = draft;
  const isTimes = shown.kind === "times";
  const quantity = typedQuantity(shown);
  const isLamp = quantity === "dli";
  const isLevel = output.defined.kind === "level";
  const text = useTextField(props);
  const between = (
    <Pair>
      {text("from", { type: "time", hint: fields.betweenHint })}
      {text("until", { type: "time" })}
    </Pair>
  );
  const source = quantity !== undefined && <Source {...props} />;
  return (
    <>
      {faults.kind && (
        <p class="error" role="alert">
          {texts.faults.shortLease}
        </p>
      )}
      {isTimes ? (
        <>
          <Pair>
            {quantity !== undefined && text("bound", { inputMode: "decimal" })}
            {text("minutes", { inputMode: "decimal" })}
          </Pair>
          {text("times", { hint: fields.timesHint })}
        </>
      ) : (
        <Pair>
          {text("bound", { inputMode: "decimal" })}
          {!isLamp && text("backAt", { inputMode: "decimal" })}
        </Pair>
      )}
      {isLamp ? between : source}
      {isLevel && text("value", { inputMode: "numeric", hint: fields.valueHint })}
      <More faults={faults}>
        {isTimes && (
          <Pair>
            {text("cycles", { inputMode: "numeric", hint: fields.cyclesHint })}
            {shown.cycles.trim() !== "1" && text("pause", { inputMode: "decimal" })}
          </Pair>
        )}
        <Days {...props} />
        {!isTimes && !isLamp && between}
        {!isTimes && (
          <Pair>
            {text("minOn", { inputMode: "decimal", hint: fields.minHint })}
            {text("minOff", { inputMode: "decimal" })}
          </Pair>
        )}
        <Condition {...props} />
        {isLamp && source}
        {quantity !== undefined && text("fresh", { inputMode: "numeric", hint: fields.freshHint })}
      </More>
    </>
  );
}

function Pair({ children }: { readonly children: ComponentChildren }): VNode {
  return <div class="plan-pair">{children}</div>;
}

/** Fields that few plans need. They open if one of them is invalid. */
const FOLDED: readonly PlanField[] = [
  "cycles",
  "pause",
  "days",
  "from",
  "until",
  "minOn",
  "minOff",
  "quantity",
  "fresh",
];

function More({
  faults,
  children,
}: {
  readonly faults: PlanFaults;
  readonly children: ComponentChildren;
}): VNode {
  const { moreFields } = usePlanTexts();
  const [isOpen, setOpen] = useState(false);
  const hasFault = FOLDED.some((field) => faults[field] !== undefined);
  return (
    <details
      class="plan-more"
      open={isOpen || hasFault}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{moreFields}</summary>
      <div class="form">{children}</div>
    </details>
  );
}

type TextFieldProps = Pick<FieldProps, "type" | "hint" | "inputMode">;

function useTextField({
  draft,
  faults,
}: PlanFieldsProps): (field: TextField, more: TextFieldProps) => VNode {
  const { fields } = usePlanTexts();
  const labels = useBoundLabels()(draft.shown);
  const faultText = useFaultText();
  return (field, more) => (
    <Field
      key={field}
      {...more}
      label={field === "bound" || field === "backAt" ? labels[field] : fields[field]}
      value={draft.shown[field]}
      onValue={(text) => draft.type(field, text)}
      error={faultText(field, faults[field], draft.shown)}
    />
  );
}
