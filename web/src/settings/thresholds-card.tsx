/** A greenhouse's name and thresholds: a form for owners, text for viewers. */

import type { VNode } from "preact";
import { useId, useState } from "preact/hooks";
import { hasNightBounds } from "../model/band";
import type { Greenhouse } from "../model/farm";
import {
  BOUND_FIELDS,
  boundFrom,
  EDITED,
  faultIn,
  parseBound,
  quantityOf,
  storedBound,
  typedFrom,
} from "../model/typed-bounds";
import type { BoundField, Part, TypedThresholds } from "../model/typed-bounds";
import { meaningOf } from "../model/typed-number";
import { faultOfName } from "../model/validate";
import { Field, Form } from "../shared/controls";
import { Conflicts, useDraft } from "../shared/draft";
import { useFarm } from "../shared/farm";
import { useChanges } from "../shared/changes";
import { usePage } from "../shared/page";
import { SaveRow } from "../shared/save-row";
import { useSettingsTexts } from "../text/settings";
import { useBoundsText } from "../shared/words";
import { BoundsFields } from "./bounds-fields";

export function ThresholdsCard({ greenhouse }: { readonly greenhouse: Greenhouse }): VNode {
  const farm = useFarm();
  const { format } = usePage();
  const id = useId();
  return (
    <section class="card thresholds-card" aria-labelledby={id}>
      {/* Owners see the name in the first field. */}
      <h3 id={id} class={farm.role === "owner" ? "visually-hidden" : ""}>
        {greenhouse.name}
      </h3>
      {farm.role === "owner" ? (
        // A new unit resets the form, because the typed numbers would mean something else.
        <Editor key={format.unit("temperature")} greenhouse={greenhouse} />
      ) : (
        <Reading greenhouse={greenhouse} />
      )}
    </section>
  );
}

function Reading({ greenhouse }: { readonly greenhouse: Greenhouse }): VNode {
  const { texts } = usePage();
  const { settings } = useSettingsTexts();
  const textOf = useBoundsText();
  const rows = EDITED.flatMap((quantity) => {
    const bounds = greenhouse.thresholds[quantity];
    const night = bounds && hasNightBounds(bounds) && textOf(quantity, bounds, true);
    const parts = [textOf(quantity, bounds, false), night && settings.boundsAtNight(night)].filter(
      Boolean,
    );
    return parts.length === 0 ? [] : [{ quantity, text: parts.join(", ") }];
  });
  if (rows.length === 0) return <p class="quiet">{settings.noThresholds}</p>;
  return (
    <dl class="bounds">
      {rows.map(({ quantity, text }) => (
        <div key={quantity}>
          <dt class="quiet">{texts.measurements[quantity]}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

type Fields = TypedThresholds & { readonly name: string };

function Editor({ greenhouse }: { readonly greenhouse: Greenhouse }): VNode {
  const { texts, format } = usePage();
  const { settings } = useSettingsTexts();
  const draft = useDraft<Fields>(
    { name: greenhouse.name, ...typedFrom(greenhouse.thresholds, format) },
    (field, text) =>
      field === "name"
        ? text.trim()
        : meaningOf(parseBound({ [field]: text }, field as BoundField, format), text),
  );
  const { shown, changed, conflicts } = draft;
  const [isTried, setTried] = useState(false);
  const saveAll = useSaving(greenhouse);
  const nameError = faultOfName(shown.name);
  const isWrong = (part: Part): boolean =>
    EDITED.some((quantity) => faultIn(shown, quantity, part, format) !== undefined);
  const reset = (): void => {
    draft.reset();
    setTried(false);
  };
  const save = (): void => {
    setTried(true);
    if (nameError !== undefined || isWrong("day") || isWrong("night")) return;
    if (conflicts.length > 0) return;
    saveAll(shown, changed);
    reset();
  };
  const fieldsOf = (part: Part): VNode[] =>
    EDITED.map((quantity) => (
      <BoundsFields
        key={quantity}
        {...{ quantity, part, isTried }}
        typed={shown}
        onTyped={draft.type}
      />
    ));
  const nameOf = (field: string): string => {
    if (field === "name") return texts.farm.greenhouseName;
    const word = /min$/i.test(field) ? settings.lowest : settings.highest;
    const night = field.includes("/night") ? ` ${settings.atNight}` : "";
    return `${texts.measurements[quantityOf(field as BoundField)]}${night} (${word})`;
  };
  return (
    <Form class="thresholds-form" onSubmit={save}>
      <Field
        label={texts.farm.greenhouseName}
        value={shown.name}
        onValue={(text) => draft.type("name", text)}
        error={nameError && texts.validation[nameError]}
      />
      {fieldsOf("day")}
      <NightLimits
        isNeeded={
          Object.values(greenhouse.thresholds).some(hasNightBounds) || (isTried && isWrong("night"))
        }
      >
        {fieldsOf("night")}
      </NightLimits>
      <Conflicts draft={draft} nameOf={nameOf} />
      <SaveRow isChanged={changed.length > 0} onCancel={reset} />
    </Form>
  );
}

interface NightLimitsProps {
  /** Whether they are shown initially. */
  readonly isNeeded: boolean;
  readonly children: VNode[];
}

function NightLimits({ isNeeded, children }: NightLimitsProps): VNode {
  const { place } = useFarm();
  const { settings } = useSettingsTexts();
  const [isOpen, setOpen] = useState<boolean>();
  return (
    <details
      class="night"
      open={isOpen ?? isNeeded}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{settings.night}</summary>
      <p class={place === undefined ? "notice" : "hint"}>
        {place === undefined ? settings.nightNeedsPlace : settings.nightHint}
      </p>
      <div class="night-fields">{children}</div>
    </details>
  );
}

/** Saves only the changed fields; undo restores their previous values. */
function useSaving(greenhouse: Greenhouse): (shown: Fields, changed: readonly string[]) => void {
  const { texts, attempt, format } = usePage();
  const changes = useChanges();
  const { id, name, thresholds } = greenhouse;
  return (shown, changed) => {
    const bounds = BOUND_FIELDS.filter((field) => changed.includes(field));
    const isRenamed = changed.includes("name") && shown.name.trim() !== name;
    if (bounds.length === 0 && !isRenamed) return;
    const store = (name: string, valueOf: (field: BoundField) => number | null): Promise<void> =>
      changes.describeGreenhouse(id, {
        ...(isRenamed && { name }),
        bounds: Object.fromEntries(bounds.map((field) => [field, valueOf(field)])),
      });
    attempt(
      store(shown.name.trim(), (field) => boundFrom(shown, field, format)),
      {
        text: texts.saved,
        undo: () => attempt(store(name, (field) => storedBound(thresholds, field) ?? null)),
      },
    );
  };
}
