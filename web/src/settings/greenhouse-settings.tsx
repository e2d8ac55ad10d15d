/** A greenhouse's page: its name and thresholds, a form for owners, text for viewers. */

import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import { MAX_ON_CARD } from "@greenhouse/domain/identity/farm-records";
import { SHOWN } from "@greenhouse/domain/quantities/measurements";
import type { Shown, Thresholds } from "@greenhouse/domain/quantities/measurements";
import { hasNightBounds } from "../model/plot/band";
import type { Greenhouse } from "../model/farm/farm";
import { cardOf, chosenOf, shownOf } from "../model/values/measurement";
import {
  BOUND_FIELDS,
  boundFrom,
  faultIn,
  parseBound,
  quantityOf,
  storedBound,
  typedFrom,
} from "../model/input/typed-bounds";
import type { BoundField, Part as Time, TypedThresholds } from "../model/input/typed-bounds";
import { meaningOf } from "../model/input/typed-number";
import { pathOf } from "../model/input/route";
import { faultOfName } from "../model/input/validate";
import { Checkbox, Field, Form } from "../shared/controls/controls";
import { Conflicts, useDraft } from "../shared/controls/draft";
import { useFarm, useGreenhouses } from "../shared/hooks/farm";
import { BackIcon } from "../shared/controls/icons";
import { Link } from "../shared/hooks/router";
import { useChanges } from "../shared/hooks/changes";
import { usePage } from "../shared/hooks/page";
import { SaveRow } from "../shared/controls/save-row";
import { useSettingsTexts } from "../text/settings";
import { useBoundsText } from "../shared/values/words";
import { BoundsFields } from "./bounds-fields";

export function GreenhouseSettings({ id }: { readonly id: string }): VNode {
  const farm = useFarm();
  const { texts, format } = usePage();
  const { settings } = useSettingsTexts();
  const thresholdsOf = useThresholdsText();
  const [live] = useGreenhouses(farm.greenhouses.filter((one) => one.id === id));
  const greenhouse = live?.greenhouse;
  const measured = shownOf(live?.watch.measured ?? []);
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
            <Editor key={format.unit("temperature")} {...{ greenhouse, measured }} />
          ) : (
            <p>{thresholdsOf(greenhouse.thresholds)}</p>
          )}
        </section>
      )}
      {greenhouse && farm.role === "owner" && measured.length > 1 && (
        <CardChoice {...{ greenhouse, measured }} />
      )}
    </>
  );
}

interface MeasuredProps {
  readonly greenhouse: Greenhouse;
  /** With what is computed. */
  readonly measured: readonly Shown[];
}

/** What stands on the card in the overview. Each change is stored at once. */
function CardChoice({ greenhouse, measured }: MeasuredProps): VNode {
  const { texts, attempt } = usePage();
  const changes = useChanges();
  const { settings } = useSettingsTexts();
  const onCard = cardOf(greenhouse.card, measured);
  const choose = (quantity: Shown, isChosen: boolean): void => {
    const others = onCard.filter((one) => one !== quantity);
    const ticked = isChosen ? [...others, quantity] : others;
    attempt(changes.setCard(greenhouse.id, chosenOf(ticked, greenhouse.card, measured)));
  };
  return (
    <fieldset class="card card-choice">
      <legend>{settings.onCard}</legend>
      <p class="hint">{settings.onCardHint(MAX_ON_CARD)}</p>
      {measured.map((quantity) => {
        const isChecked = onCard.includes(quantity);
        return (
          <Checkbox
            key={quantity}
            label={texts.measurements[quantity]}
            isChecked={isChecked}
            isDisabled={isChecked ? onCard.length === 1 : onCard.length >= MAX_ON_CARD}
            onChecked={(isChosen) => choose(quantity, isChosen)}
          />
        );
      })}
    </fieldset>
  );
}

/** All thresholds of a greenhouse in one line. */
export function useThresholdsText(): (thresholds: Thresholds) => string {
  const { texts } = usePage();
  const { settings } = useSettingsTexts();
  const textOf = useBoundsText();
  return (thresholds) => {
    const parts = SHOWN.flatMap((quantity) => {
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

function Editor({ greenhouse, measured }: MeasuredProps): VNode {
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
  const isWrong = (part: Time, quantities: readonly Shown[]): boolean =>
    quantities.some((quantity) => faultIn(shown, quantity, part, format) !== undefined);
  const { thresholds } = greenhouse;
  // Before anything is measured, what most greenhouses measure.
  const usual = measured.length === 0 ? cardOf([], SHOWN) : measured;
  const offered = SHOWN.filter((one) => usual.includes(one) || thresholds[one] !== undefined);
  const first = cardOf([], offered);
  const more = offered.filter((one) => !first.includes(one));
  const reset = (): void => {
    draft.reset();
    setTried(false);
  };
  const save = (): void => {
    setTried(true);
    if (nameError !== undefined || isWrong("day", SHOWN) || isWrong("night", SHOWN)) return;
    if (conflicts.length > 0) return;
    saveAll(shown, changed);
    reset();
  };
  const fieldsOf = (part: Time, quantities: readonly Shown[]): VNode[] =>
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
      {fieldsOf("day", first)}
      <Part
        title={settings.night}
        isNeeded={
          first.some((quantity) => hasNightBounds(thresholds[quantity] ?? {})) ||
          (isTried && isWrong("night", first))
        }
      >
        <NightHint />
        {fieldsOf("night", first)}
      </Part>
      {more.length > 0 && (
        <Part
          title={settings.more(more.map((quantity) => texts.measurements[quantity]))}
          isNeeded={
            more.some((quantity) => thresholds[quantity] !== undefined) ||
            (isTried && (isWrong("day", more) || isWrong("night", more)))
          }
        >
          {fieldsOf("day", more)}
          {fieldsOf("night", more)}
        </Part>
      )}
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
