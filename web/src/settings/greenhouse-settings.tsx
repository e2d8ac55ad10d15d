/** A greenhouse's page: its name and thresholds, a form for owners, text for viewers. */

import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import type { Thresholds } from "../../../domain/src/measurements";
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
import type { BoundField, Edited, Part as Time, TypedThresholds } from "../model/typed-bounds";
import { meaningOf } from "../model/typed-number";
import { pathOf } from "../model/route";
import { faultOfName } from "../model/validate";
import { Field, Form } from "../shared/controls";
import { Conflicts, useDraft } from "../shared/draft";
import { useFarm } from "../shared/farm";
import { BackIcon } from "../shared/icons";
import { Link } from "../shared/router";
import { useChanges } from "../shared/changes";
import { usePage } from "../shared/page";
import { SaveRow } from "../shared/save-row";
import { useSettingsTexts } from "../text/settings";
import { useBoundsText } from "../shared/words";
import { BoundsFields } from "./bounds-fields";

/** The quantities whose fields are always shown; the others are below "More". */
const FIRST: readonly Edited[] = ["temperature", "humidity"];
const MORE: readonly Edited[] = EDITED.filter((quantity) => !FIRST.includes(quantity));

export function GreenhouseSettings({ id }: { readonly id: string }): VNode {
  const farm = useFarm();
  const { texts, format } = usePage();
  const { settings } = useSettingsTexts();
  const thresholdsOf = useThresholdsText();
  const greenhouse = farm.greenhouses.find((one) => one.id === id);
  return (
    <>
      <Link class="back" href={pathOf({ view: "settings", farmId: farm.id })}>
        <BackIcon />
        {settings.title}
      </Link>
      <h1>{greenhouse?.name ?? texts.notFound.title}</h1>
      {greenhouse === undefined && <p>{texts.greenhouse.unknown}</p>}
      {greenhouse && (
        <section class="card" aria-label={greenhouse.name}>
          {farm.role === "owner" ? (
            // A new unit resets the form, because the typed numbers would mean something else.
            <Editor key={format.unit("temperature")} greenhouse={greenhouse} />
          ) : (
            <p>{thresholdsOf(greenhouse.thresholds)}</p>
          )}
        </section>
      )}
    </>
  );
}

/** All thresholds of a greenhouse in one line. */
export function useThresholdsText(): (thresholds: Thresholds) => string {
  const { texts } = usePage();
  const { settings } = useSettingsTexts();
  const textOf = useBoundsText();
  return (thresholds) => {
    const parts = EDITED.flatMap((quantity) => {
      const bounds = thresholds[quantity];
      const night = bounds && hasNightBounds(bounds) && textOf(quantity, bounds, true);
      const both = [textOf(quantity, bounds, false), night && settings.boundsAtNight(night)];
      const known = both.filter(Boolean).join(", ");
      return known === "" ? [] : [`${texts.measurements[quantity]} ${known}`];
    });
    return parts.length === 0 ? settings.noThresholds : parts.join(" · ");
  };
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
  const isWrong = (part: Time, quantities: readonly Edited[]): boolean =>
    quantities.some((quantity) => faultIn(shown, quantity, part, format) !== undefined);
  const { thresholds } = greenhouse;
  const reset = (): void => {
    draft.reset();
    setTried(false);
  };
  const save = (): void => {
    setTried(true);
    if (nameError !== undefined || isWrong("day", EDITED) || isWrong("night", EDITED)) return;
    if (conflicts.length > 0) return;
    saveAll(shown, changed);
    reset();
  };
  const fieldsOf = (part: Time, quantities: readonly Edited[]): VNode[] =>
    quantities.map((quantity) => (
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
      {fieldsOf("day", FIRST)}
      <Part
        title={settings.night}
        isNeeded={
          FIRST.some((quantity) => hasNightBounds(thresholds[quantity] ?? {})) ||
          (isTried && isWrong("night", FIRST))
        }
      >
        <NightHint />
        {fieldsOf("night", FIRST)}
      </Part>
      <Part
        title={settings.more(MORE.map((quantity) => texts.measurements[quantity]))}
        isNeeded={
          MORE.some((quantity) => thresholds[quantity] !== undefined) ||
          (isTried && (isWrong("day", MORE) || isWrong("night", MORE)))
        }
      >
        {fieldsOf("day", MORE)}
        {fieldsOf("night", MORE)}
      </Part>
      <Conflicts draft={draft} nameOf={nameOf} />
      <SaveRow isChanged={changed.length > 0} onCancel={reset} />
    </Form>
  );
}

interface PartProps {
  readonly title: string;
  /** Whether it is open at first. */
  readonly isNeeded: boolean;
  readonly children: ComponentChildren;
}

function Part({ title, isNeeded, children }: PartProps): VNode {
  const [isOpen, setOpen] = useState<boolean>();
  return (
    <details
      class="thresholds-part"
      open={isOpen ?? isNeeded}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{title}</summary>
      <div class="thresholds-fields">{children}</div>
    </details>
  );
}

function NightHint(): VNode {
  const { place } = useFarm();
  const { settings } = useSettingsTexts();
  return (
    <p class={place === undefined ? "hint warn" : "hint"}>
      {place === undefined ? settings.nightNeedsPlace : settings.nightHint}
    </p>
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
