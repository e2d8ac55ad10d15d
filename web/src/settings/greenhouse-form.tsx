/** An owner's form for a greenhouse: its name, its limits and the interval of its boards. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { SHOWN } from "@greenhouse/domain/quantities/measurements";
import type { Shown } from "@greenhouse/domain/quantities/measurements";
import { IntervalField } from "../boards/interval-field";
import type { Greenhouse } from "../model/farm/farm";
import {
  BOUND_FIELDS,
  boundFrom,
  faultIn,
  parseBound,
  quantityOf,
  storedBound,
  typedFrom,
} from "../model/input/typed-bounds";
import type { BoundField, TypedThresholds } from "../model/input/typed-bounds";
import { isInterval, parseSeconds, secondsFrom } from "../model/input/typed-interval";
import { meaningOf, numberText } from "../model/input/typed-number";
import { faultOfName } from "../model/input/validate";
import { Field, Form } from "../shared/controls/controls";
import { Conflicts, useDraft } from "../shared/controls/draft";
import type { FormDraft } from "../shared/controls/draft";
import { SaveRow } from "../shared/controls/save-row";
import { useChanges } from "../shared/hooks/changes";
import { usePage } from "../shared/hooks/page";
import { useBoardTexts } from "../text/boards";
import { useSettingsTexts } from "../text/settings";
import { ThresholdsFields } from "./thresholds-fields";

export interface GreenhouseFormProps {
  readonly greenhouse: Greenhouse;
  /** Includes computed quantities. */
  readonly measured: readonly Shown[];
}

type Fields = TypedThresholds & { readonly name: string; readonly intervalSeconds: string };

export function GreenhouseForm({ greenhouse, measured }: GreenhouseFormProps): VNode {
  const { texts, format } = usePage();
  const draft = useGreenhouseDraft(greenhouse);
  const { shown, changed, conflicts } = draft;
  const [isTried, setTried] = useState(false);
  const saveAll = useSaving(greenhouse);
  const nameOf = useFieldName();
  const { interval: words } = useBoardTexts();
  const nameError = faultOfName(shown.name);
  const reset = (): void => {
    draft.reset();
    setTried(false);
  };
  const save = (): void => {
    setTried(true);
    const hasFault = SHOWN.some(
      (quantity) =>
        (faultIn(shown, quantity, "day", format) ?? faultIn(shown, quantity, "night", format)) !==
        undefined,
    );
    const isWrong = hasFault || !isInterval(shown.intervalSeconds);
    if (nameError !== undefined || isWrong || conflicts.length > 0) return;
    saveAll(shown, changed);
    reset();
  };
  return (
    <Form class="thresholds-form" onSubmit={save}>
      <Field
        label={texts.farm.greenhouseName}
        value={shown.name}
        onValue={(text) => draft.type("name", text)}
        error={nameError && texts.validation[nameError]}
      />
      <ThresholdsFields
        {...{ measured, isTried }}
        stored={greenhouse.thresholds}
        typed={shown}
        onTyped={draft.type}
      />
      <IntervalField
        label={words.ofBoards}
        empty={words.emptyGreenhouse}
        value={shown.intervalSeconds}
        onValue={(text) => draft.type("intervalSeconds", text)}
      />
      <Conflicts draft={draft} nameOf={nameOf} />
      <SaveRow isChanged={changed.length > 0} onCancel={reset} />
    </Form>
  );
}

function useGreenhouseDraft(greenhouse: Greenhouse): FormDraft<Fields> {
  const { format, locale } = usePage();
  const { name, thresholds } = greenhouse;
  const intervalSeconds = numberText(greenhouse.intervalSeconds, locale);
  return useDraft<Fields>(
    { name, intervalSeconds, ...typedFrom(thresholds, format) },
    (field, text) => {
      if (field === "name") return text.trim();
      const isInterval = field === "intervalSeconds";
      const typed = isInterval
        ? parseSeconds(text)
        : parseBound({ [field]: text }, field as BoundField, format);
      return meaningOf(typed, text);
    },
  );
}

/** Names a field, such as "Temperature at night (Lowest)". */
function useFieldName(): (field: string) => string {
  const { texts } = usePage();
  const { settings } = useSettingsTexts();
  const { interval } = useBoardTexts();
  return (field) => {
    if (field === "name") return texts.farm.greenhouseName;
    if (field === "intervalSeconds") return interval.name;
    const word = /min$/i.test(field) ? settings.lowest : settings.highest;
    const night = field.includes("/night") ? ` ${settings.atNight}` : "";
    return `${texts.measurements[quantityOf(field as BoundField)]}${night} (${word})`;
  };
}

/** Saves only the changed fields. Undo restores their previous values. */
function useSaving(greenhouse: Greenhouse): (shown: Fields, changed: readonly string[]) => void {
  const { texts, attempt, format } = usePage();
  const changes = useChanges();
  const { id, name, thresholds, intervalSeconds } = greenhouse;
  return (shown, changed) => {
    const bounds = BOUND_FIELDS.filter((field) => changed.includes(field));
    const isRenamed = changed.includes("name") && shown.name.trim() !== name;
    const isAsked = changed.includes("intervalSeconds");
    if (bounds.length === 0 && !isRenamed && !isAsked) return;
    const store = (
      values: Pick<Greenhouse, "name" | "intervalSeconds">,
      valueOf: (field: BoundField) => number | null,
    ): Promise<void> =>
      changes.describeGreenhouse(id, {
        ...(isRenamed && { name: values.name }),
        ...(isAsked && { intervalSeconds: values.intervalSeconds ?? null }),
        bounds: Object.fromEntries(bounds.map((field) => [field, valueOf(field)])),
      });
    const typed = {
      name: shown.name.trim(),
      intervalSeconds: secondsFrom(shown.intervalSeconds),
    };
    const before = { name, intervalSeconds };
    attempt(
      store(typed, (field) => boundFrom(shown, field, format)),
      {
        text: texts.saved,
        undo: () => attempt(store(before, (field) => storedBound(thresholds, field) ?? null)),
      },
    );
  };
}
