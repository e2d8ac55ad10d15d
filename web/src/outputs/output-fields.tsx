/** The fields of an output that can also be changed later. */

import type { ComponentChildren, VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { LEASE_SECONDS, limitsRestartAtMs } from "@greenhouse/domain/outputs/limits";
import type { Output, OutputKind } from "@greenhouse/domain/outputs/model";
import { OutputChanges } from "../data/changes/output-changes";
import { asStored, valueOf } from "../data/watches/watch";
import {
  meaningOfOutput,
  minutesText,
  parseTypedOutput,
  TIMES,
  VIEWERS_MAY,
} from "../model/input/typed-output";
import type { TimeFault, TimeField, TypedOutput } from "../model/input/typed-output";
import { Checkbox, Field } from "../shared/controls/controls";
import { Conflicts, useDraft } from "../shared/controls/draft";
import type { FormDraft } from "../shared/controls/draft";
import { useFarm } from "../shared/hooks/farm";
import { useWatch } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { useFormTexts } from "../text/forms";
import { useOutputTexts } from "../text/outputs";

export interface OutputForm {
  readonly draft: FormDraft<TypedOutput>;
  readonly kind: OutputKind;
  /** In seconds. */
  readonly minLease: number;
  /** Faults appear after the first attempt to save. */
  readonly isTried: boolean;
  /** @returns the typed output; undefined if a field is invalid */
  readonly submit: () => Output | undefined;
}

export function useOutputForm(
  stored: TypedOutput,
  kind: OutputKind,
  minLease: number = LEASE_SECONDS.min,
): OutputForm {
  const draft = useDraft(stored, meaningOfOutput);
  const [isTried, setTried] = useState(false);
  const submit = (): Output | undefined => {
    setTried(true);
    const parsed = parseTypedOutput(draft.shown, kind, minLease);
    return "output" in parsed && draft.conflicts.length === 0 ? parsed.output : undefined;
  };
  return { draft, kind, minLease, isTried, submit };
}

/** Returns the changes with `outputs/<farmId>`, which the page watches anyway. */
export function useOutputChanges(): {
  readonly changes: OutputChanges;
  readonly stored: unknown;
} {
  const { writes } = usePage();
  const stored = valueOf(useWatch(`outputs/${useFarm().id}`, asStored));
  return { changes: useMemo(() => new OutputChanges(writes), [writes]), stored };
}

export interface OutputFieldsProps {
  readonly form: OutputForm;
  /** Shown below the name. */
  readonly children?: ComponentChildren;
}

export function OutputFields({
  form: { draft, kind, minLease, isTried },
  children,
}: OutputFieldsProps): VNode {
  const { texts: common, connection, format } = usePage();
  const restartAt = limitsRestartAtMs(connection.now());
  const restart = format.moment(restartAt, restartAt);
  const { form: texts } = useOutputTexts();
  const timeWords = useTimeWords();
  const { shown, type } = draft;
  const parsed = parseTypedOutput(shown, kind, minLease);
  const faults = isTried && "faults" in parsed ? parsed.faults : undefined;
  return (
    <>
      <Field
        label={texts.name}
        hint={texts.nameHint}
        value={shown.name}
        onValue={(text) => type("name", text)}
        error={faults?.name && common.validation[faults.name]}
      />
      {children}
      {(["limit", "lease"] as const).map((field) => (
        <Field
          key={field}
          label={texts[field]}
          hint={field === "limit" ? texts.limitHint(restart) : texts.leaseHint}
          inputMode="decimal"
          value={shown[field]}
          onValue={(text) => type(field, text)}
          error={timeWords(field, faults?.[field])}
        />
      ))}
      <Checkbox
        label={texts.viewers}
        isChecked={shown.viewers === VIEWERS_MAY}
        onChecked={(isChecked) => type("viewers", isChecked ? VIEWERS_MAY : "")}
      />
      <Conflicts
        draft={draft}
        nameOf={(field) => texts[field as keyof TypedOutput]}
        textOf={(field, text) =>
          field === "viewers" ? texts.viewersMay[text === VIEWERS_MAY ? "yes" : "no"] : text
        }
      />
    </>
  );
}

function useTimeWords(): (field: TimeField, fault: TimeFault | undefined) => string | undefined {
  const { texts, locale } = usePage();
  const forms = useFormTexts();
  const { form } = useOutputTexts();
  return (field, fault) => {
    if (fault === undefined) return undefined;
    if (fault === "empty") return texts.validation.empty;
    if (fault === "shortForPlan") return form.leaseOfPlan;
    if (fault !== "outOfRange") return forms.faults[fault];
    const { min, max } = TIMES[field];
    return forms.outOfRange(minutesText(min, locale), minutesText(max, locale));
  };
}
