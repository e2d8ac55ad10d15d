/** A greenhouse's name and thresholds: a form for owners, text for viewers. */

import type { VNode } from "preact";
import { useId, useState } from "preact/hooks";
import { UNITS } from "../../../domain/src/measurements";
import type { Bounds } from "../../../domain/src/measurements";
import type { Greenhouse } from "../model/farm";
import { CHARTED } from "../model/measurement";
import type { Charted } from "../model/measurement";
import { faultOfBounds, faultOfName, parseBound } from "../model/validate";
import type { Fault } from "../model/validate";
import { Button, Field, Form } from "../shared/controls";
import { useFarm } from "../shared/farm";
import { usePage } from "../shared/page";
import { useBoundsText } from "../shared/words";

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
  const textOf = useBoundsText();
  const rows = CHARTED.flatMap((measurement) => {
    const text = textOf(measurement, greenhouse.thresholds[measurement]);
    return text === undefined ? [] : [{ measurement, text }];
  });
  if (rows.length === 0) return <p class="quiet">{texts.settings.noThresholds}</p>;
  return (
    <dl class="bounds">
      {rows.map(({ measurement, text }) => (
        <div key={measurement}>
          <dt class="quiet">{texts.measurements[measurement]}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

type Typed = Readonly<Record<Charted, { readonly min: string; readonly max: string }>>;

function Editor({ greenhouse }: { readonly greenhouse: Greenhouse }): VNode {
  const { texts, locale } = usePage();
  const saveAll = useSaving(greenhouse);
  const stored: Draft = { name: greenhouse.name, bounds: typedFrom(greenhouse, locale) };
  /** Undefined until something is typed: the fields follow the database until then. */
  const [draft, setDraft] = useState<Draft>();
  const { name, bounds } = draft ?? stored;
  const [isTried, setTried] = useState(false);
  const nameError = faultOfName(name);
  const save = (): void => {
    setTried(true);
    if (nameError ?? CHARTED.some((measurement) => faultOf(bounds[measurement]))) return;
    saveAll({ name: name.trim(), bounds });
    setDraft(undefined);
    setTried(false);
  };
  const isChanged = JSON.stringify({ name, bounds }) !== JSON.stringify(stored);
  return (
    <Form class="thresholds-form" onSubmit={save}>
      <Field
        label={texts.farm.greenhouseName}
        value={name}
        onValue={(typed) => setDraft({ name: typed, bounds })}
        error={nameError && texts.validation[nameError]}
      />
      {CHARTED.map((measurement) => (
        <BoundsFields
          key={measurement}
          measurement={measurement}
          typed={bounds[measurement]}
          isTried={isTried}
          onTyped={(typed) => setDraft({ name, bounds: { ...bounds, [measurement]: typed } })}
        />
      ))}
      <div class="row">
        <Button type="submit" kind={isChanged ? "primary" : "plain"}>
          {texts.save}
        </Button>
        {isChanged && (
          <Button kind="quiet" onClick={() => setDraft(undefined)}>
            {texts.cancel}
          </Button>
        )}
      </div>
    </Form>
  );
}

interface Draft {
  readonly name: string;
  readonly bounds: Typed;
}

/** Saves a valid draft; undo restores the values before it. */
function useSaving(greenhouse: Greenhouse): (draft: Draft) => void {
  const { texts, changes, attempt } = usePage();
  const { id, name, thresholds } = greenhouse;
  const before = Object.fromEntries(CHARTED.map((one) => [one, thresholds[one] ?? {}]));
  return (draft) => {
    const bounds = Object.fromEntries(CHARTED.map((one) => [one, boundsOf(draft.bounds[one])]));
    attempt(changes.describeGreenhouse(id, draft.name, bounds), {
      text: texts.saved,
      undo: () => attempt(changes.describeGreenhouse(id, name, before)),
    });
  };
}

interface BoundsFieldsProps {
  readonly measurement: Charted;
  readonly typed: Typed[Charted];
  readonly isTried: boolean;
  readonly onTyped: (typed: Typed[Charted]) => void;
}

function BoundsFields({ measurement, typed, isTried, onTyped }: BoundsFieldsProps): VNode {
  const { texts } = usePage();
  const name = texts.measurements[measurement];
  const error = isTried ? faultOf(typed) : undefined;
  return (
    <fieldset>
      <legend>
        {name} ({UNITS[measurement]})
      </legend>
      <div class="pair">
        <Field
          label={texts.settings.lowest}
          isLabelHidden
          placeholder={texts.settings.lowest}
          inputMode="decimal"
          value={typed.min}
          onValue={(min) => onTyped({ ...typed, min })}
          error={error && texts.validation[error]}
        />
        <span aria-hidden="true">–</span>
        <Field
          label={texts.settings.highest}
          isLabelHidden
          placeholder={texts.settings.highest}
          inputMode="decimal"
          value={typed.max}
          onValue={(max) => onTyped({ ...typed, max })}
        />
      </div>
    </fieldset>
  );
}

function typedFrom({ thresholds }: Greenhouse, locale: string): Typed {
  const digits = { useGrouping: false, maximumFractionDigits: 20 };
  const text = (value: number | undefined): string => value?.toLocaleString(locale, digits) ?? "";
  const pair = (measurement: Charted): Typed[Charted] => ({
    min: text(thresholds[measurement]?.min),
    max: text(thresholds[measurement]?.max),
  });
  return { temperature: pair("temperature"), humidity: pair("humidity"), light: pair("light") };
}

function faultOf(typed: Typed[Charted]): Fault | undefined {
  const [min, max] = [parseBound(typed.min), parseBound(typed.max)];
  if (min === "notANumber" || max === "notANumber") return "notANumber";
  return faultOfBounds(min, max);
}

/** @param typed without an error */
function boundsOf(typed: Typed[Charted]): Bounds {
  const [min, max] = [parseBound(typed.min), parseBound(typed.max)];
  return {
    ...(typeof min === "number" ? { min } : {}),
    ...(typeof max === "number" ? { max } : {}),
  };
}
