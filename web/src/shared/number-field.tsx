/** A field for a number in the notation of the reader's language. It asks if the text can mean two numbers. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { numberText } from "../model/typed-number";
import type { FieldNumber } from "../model/typed-number";
import { Button, Field } from "./controls";
import type { FieldProps } from "./controls";
import { useFormTexts } from "../text/forms";
import { usePage } from "./page";

export interface NumberFieldProps extends Omit<FieldProps, "type" | "inputMode" | "children"> {
  /** The meaning of the text in this field. */
  readonly typed: FieldNumber;
  /** Whether the person has tried to save the form. Before that, the field asks only after it has lost the focus. */
  readonly isTried: boolean;
}

export function NumberField({ typed, isTried, ...field }: NumberFieldProps): VNode {
  const { locale } = usePage();
  const texts = useFormTexts();
  const [isLeft, setLeft] = useState(false);
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
                {readingText(reading, locale, typed.readings.length > 1 && index === 0)}
              </Button>
            </>
          ))}
          ?
        </div>
      )}
    </div>
  );
}

/** If there are two meanings, the first is written with a fraction, the second without. */
function readingText(reading: number, locale: string, hasFraction: boolean): string {
  return reading.toLocaleString(locale, {
    minimumFractionDigits: hasFraction ? 1 : 0,
    maximumFractionDigits: 20,
  });
}
