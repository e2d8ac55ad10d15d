/** A greenhouse's name and what its values should be. Viewers read it as text. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Bounds, Greenhouse } from "../model/farm";
import { CHARTED, UNITS } from "../model/measurement";
import type { Charted } from "../model/measurement";
import { faultOfBounds, faultOfName, parseBound } from "../model/validate";
import type { Fault } from "../model/validate";
import { useBoundsText } from "./bounds-text";
import { Button, Field, Form } from "./controls";
import { useFarm } from "./farm-context";
import { usePage } from "./page";

export function ThresholdsCard({ greenhouse }: { readonly greenhouse: Greenhouse }): VNode {
  const farm = useFarm();
  const id = `thresholds-${greenhouse.id}`;
  return (
    <section class="card" aria-labelledby={id}>
      <h3 id={id}>{greenhouse.name}</h3>
      {farm.role === "owner" ? (
        <Editor greenhouse={greenhouse} />
      ) : (
        <Reading greenhouse={greenhouse} />
      )}
    </section>
  );
}

function Reading({ greenhouse }: { readonly greenhouse: Greenhouse }): VNode {
  const { texts } = usePage().speech;
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
  const { speech, changes, attempt } = usePage();
  const { texts } = speech;
  const [name, setName] = useState(greenhouse.name);
  const [typed, setTyped] = useState(() => typedFrom(greenhouse));
  const [isTried, setTried] = useState(false);
  const nameFault = faultOfName(name);
  const hasFault =
    nameFault !== undefined || CHARTED.some((measurement) => faultOf(typed[measurement]));
  const save = (): void => {
    setTried(true);
    if (hasFault) return;
    const writes = CHARTED.map((measurement) =>
      changes.setThreshold(greenhouse.id, measurement, boundsOf(typed[measurement])),
    );
    if (name.trim() !== greenhouse.name) {
      writes.push(changes.nameGreenhouse(greenhouse.id, name.trim()));
    }
    attempt(
      Promise.all(writes).then(() => undefined),
      { text: texts.saved },
    );
  };
  return (
    <Form onSubmit={save}>
      <Field
        label={texts.farm.greenhouseName}
        value={name}
        onValue={setName}
        fault={isTried && nameFault ? texts.faults[nameFault] : undefined}
      />
      {CHARTED.map((measurement) => (
        <BoundsFields
          key={measurement}
          measurement={measurement}
          typed={typed[measurement]}
          isTried={isTried}
          onTyped={(bounds) => setTyped({ ...typed, [measurement]: bounds })}
        />
      ))}
      <div>
        <Button type="submit">{texts.save}</Button>
      </div>
    </Form>
  );
}

interface BoundsFieldsProps {
  readonly measurement: Charted;
  readonly typed: Typed[Charted];
  readonly isTried: boolean;
  readonly onTyped: (typed: Typed[Charted]) => void;
}

function BoundsFields({ measurement, typed, isTried, onTyped }: BoundsFieldsProps): VNode {
  const { texts } = usePage().speech;
  const name = texts.measurements[measurement];
  const fault = isTried ? faultOf(typed) : undefined;
  return (
    <fieldset>
      <legend>
        {name} ({UNITS[measurement]})
      </legend>
      <div class="pair">
        <Field
          label={texts.settings.lowest}
          inputMode="decimal"
          value={typed.min}
          onValue={(min) => onTyped({ ...typed, min })}
          fault={fault && texts.faults[fault]}
        />
        <Field
          label={texts.settings.highest}
          inputMode="decimal"
          value={typed.max}
          onValue={(max) => onTyped({ ...typed, max })}
        />
      </div>
    </fieldset>
  );
}

function typedFrom({ thresholds }: Greenhouse): Typed {
  const text = (value: number | undefined): string => (value === undefined ? "" : String(value));
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

/** @param typed without a fault */
function boundsOf(typed: Typed[Charted]): Bounds {
  const [min, max] = [parseBound(typed.min), parseBound(typed.max)];
  return {
    ...(typeof min === "number" ? { min } : {}),
    ...(typeof max === "number" ? { max } : {}),
  };
}
