/** A field for a number, in the reader's way of writing it. What can be read in two ways is asked about. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { numberText, parseNumber } from "../model/typed-number";
import { Button, Field } from "./controls";
import type { FieldProps } from "./controls";
import { useFormTexts } from "./form-texts";
import { usePage } from "./page";

export interface NumberFieldProps extends Omit<FieldProps, "type" | "inputMode" | "children"> {
  /** May be typed behind the number. */
  readonly unit?: string;
  /** Whether the form was to be saved: else the field asks once it is left. */
  readonly isTried: boolean;
}

export function NumberField({ unit, isTried, ...field }: NumberFieldProps): VNode {
  const { locale } = usePage();
  const texts = useFormTexts();
  const [isLeft, setLeft] = useState(false);
  const typed = parseNumber(field.value, locale, unit);
  const isAsking = typed.kind === "doubtful" && (isTried || isLeft);
  return (
    <div
      class="number-field"
      onFocusOut={(event) => {
        if (event.target instanceof HTMLInputElement) setLeft(true);
      }}
    >
      <Field
        {...field}
        inputMode="decimal"
        onValue={(text) => {
          setLeft(false);
          field.onValue(text);
        }}
      />
      {isAsking && (
        <div class="question" role="alert">
          {texts.didYouMean}{" "}
          {typed.readings.map((reading, index) => (
            <>
              {index > 0 && ` ${texts.or} `}
              <Button onClick={() => field.onValue(numberText(reading, locale))}>
                {readingText(reading, index, locale)}
              </Button>
            </>
          ))}
          ?
        </div>
      )}
    </div>
  );
}

/** The first reading has a fraction, the second one none. */
function readingText(reading: number, index: number, locale: string): string {
  return reading.toLocaleString(locale, {
    minimumFractionDigits: 1 - index,
    maximumFractionDigits: 20,
  });
}
