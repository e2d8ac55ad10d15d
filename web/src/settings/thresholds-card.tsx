/** A greenhouse's name and thresholds: a form for owners, text for viewers. */

import type { VNode } from "preact";
import { useId, useState } from "preact/hooks";
import type { Bounds } from "../../../domain/src/measurements";
import { hasNightBounds } from "../model/band";
import type { Greenhouse } from "../model/farm";
import { boundsFrom, EDITED, faultIn, typedFrom } from "../model/typed-bounds";
import type { Part, TypedThresholds } from "../model/typed-bounds";
import { faultOfName } from "../model/validate";
import { Field, Form } from "../shared/controls";
import { useFarm } from "../shared/farm";
import { usePage } from "../shared/page";
import { SaveRow } from "../shared/save-row";
import { useSettingsTexts } from "../shared/settings-texts";
import { useBoundsText } from "../shared/words";
import { BoundsFields } from "./bounds-fields";

export function ThresholdsCard({ greenhouse }: { readonly greenhouse: Greenhouse }): VNode {
  const farm = useFarm();
  const id = useId();
  return (
    <section class="card thresholds-card" aria-labelledby={id}>
      {/* Owners see the name in the first field. */}
      <h3 id={id} class={farm.role === "owner" ? "visually-hidden" : ""}>
        {greenhouse.name}
      </h3>
      {farm.role === "owner" ? (
        <Editor greenhouse={greenhouse} />
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

interface Draft {
  readonly name: string;
  readonly bounds: TypedThresholds;
}

function Editor({ greenhouse }: { readonly greenhouse: Greenhouse }): VNode {
  const { texts, locale } = usePage();
  const saveAll = useSaving(greenhouse);
  const stored: Draft = {
    name: greenhouse.name,
    bounds: typedFrom(greenhouse.thresholds, locale),
  };
  /** Undefined until something is typed: the fields follow the database until then. */
  const [draft, setDraft] = useState<Draft>();
  const { name, bounds } = draft ?? stored;
  const [isTried, setTried] = useState(false);
  const nameError = faultOfName(name);
  const isWrong = (part: Part): boolean =>
    EDITED.some((quantity) => faultIn(bounds[quantity], part, locale) !== undefined);
  const save = (): void => {
    setTried(true);
    if (nameError !== undefined || isWrong("day") || isWrong("night")) return;
    saveAll({ name: name.trim(), bounds });
    setDraft(undefined);
    setTried(false);
  };
  const fieldsOf = (part: Part): VNode[] =>
    EDITED.map((quantity) => (
      <BoundsFields
        key={quantity}
        {...{ quantity, part, isTried }}
        typed={bounds[quantity]}
        onTyped={(typed) => setDraft({ name, bounds: { ...bounds, [quantity]: typed } })}
      />
    ));
  const isChanged = JSON.stringify({ name, bounds }) !== JSON.stringify(stored);
  return (
    <Form class="thresholds-form" onSubmit={save}>
      <Field
        label={texts.farm.greenhouseName}
        value={name}
        onValue={(typed) => setDraft({ name: typed, bounds })}
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
      <SaveRow isChanged={isChanged} onCancel={() => setDraft(undefined)} />
    </Form>
  );
}

interface NightLimitsProps {
  /** Whether they are shown without being asked for. */
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

/** Saves a valid draft; undo restores the values before it. */
function useSaving(greenhouse: Greenhouse): (draft: Draft) => void {
  const { texts, changes, attempt, locale } = usePage();
  const { id, name, thresholds } = greenhouse;
  const each = (read: (quantity: (typeof EDITED)[number]) => Bounds): Record<string, Bounds> =>
    Object.fromEntries(EDITED.map((quantity) => [quantity, read(quantity)]));
  return (draft) => {
    const after = each((quantity) => boundsFrom(draft.bounds[quantity], locale));
    const before = each((quantity) => thresholds[quantity] ?? {});
    attempt(changes.describeGreenhouse(id, draft.name, after), {
      text: texts.saved,
      undo: () => attempt(changes.describeGreenhouse(id, name, before)),
    });
  };
}
