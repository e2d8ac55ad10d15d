/** The fields of a calibration, with the value that the sensor sends now beside them. */

import { withUnit } from "@greenhouse/domain/quantities/measurements";
import type { VNode } from "preact";
import { FIELDS, WAYS } from "../model/input/typed-calibration";
import type {
  CalibrationFault,
  CalibrationField,
  TypedCalibration,
  Way,
} from "../model/input/typed-calibration";
import { numberText } from "../model/input/typed-number";
import { Button, Field, Select } from "../shared/controls/controls";
import { useNow } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { useSensorPageTexts } from "../text/sensor";
import { sentText } from "./sent-value";
import type { SentValue } from "./sent-value";

export interface CalibrationFieldsProps {
  readonly typed: TypedCalibration;
  readonly sent: SentValue | undefined;
  readonly fault:
    { readonly field: CalibrationField; readonly fault: CalibrationFault } | undefined;
  readonly onTyped: (typed: TypedCalibration) => void;
}

/** The fields with a value that the sensor sends. A button takes the newest one. */
const SENT: readonly CalibrationField[] = ["sent1", "sent2", "dry", "wet"];

export function CalibrationFields(props: CalibrationFieldsProps): VNode {
  const { typed, onTyped } = props;
  const { calibrate: words } = useSensorPageTexts();
  const ways = WAYS.filter((way) => way !== "soil" || typed.quantity === "soilMoisture");
  return (
    <>
      <Select
        label={words.way}
        value={typed.way}
        options={ways.map((way) => [way, words.ways[way]] as const)}
        onValue={(way) => onTyped({ ...typed, way: way as Way })}
      />
      <Sending sent={props.sent} quantity={typed.quantity} />
      {typed.way === "difference" && (
        <fieldset>
          <legend>{words.direction}</legend>
          <div class="segments">
            {(["high", "low"] as const).map((direction) => (
              <button
                key={direction}
                type="button"
                aria-pressed={typed.direction === direction}
                onClick={() => onTyped({ ...typed, direction })}
              >
                {words[direction]}
              </button>
            ))}
          </div>
        </fieldset>
      )}
      {typed.way === "points" ? (
        <>
          <Point {...props} title={words.first} fields={["sent1", "real1"]} />
          <Point {...props} title={words.second} fields={["sent2", "real2"]} />
        </>
      ) : (
        FIELDS[typed.way].map((field) => <NumberField key={field} {...props} field={field} />)
      )}
    </>
  );
}

function Sending({
  sent,
  quantity,
}: Pick<CalibrationFieldsProps, "sent"> & Pick<TypedCalibration, "quantity">): VNode {
  const { format, texts } = usePage();
  const { calibrate: words } = useSensorPageTexts();
  const now = useNow();
  if (sent === undefined) return <p class="quiet">{words.notSending}</p>;
  const age = sent.at === undefined ? texts.freshness.untimed : format.age(sent.at, now);
  return <p class="sending">{words.sending(sentText(format, quantity, sent.value), age)}</p>;
}

interface PointProps extends CalibrationFieldsProps {
  readonly title: string;
  readonly fields: readonly CalibrationField[];
}

function Point({ title, fields, ...props }: PointProps): VNode {
  return (
    <fieldset>
      <legend>{title}</legend>
      {fields.map((field) => (
        <NumberField key={field} {...props} field={field} />
      ))}
    </fieldset>
  );
}

interface NumberFieldProps extends CalibrationFieldsProps {
  readonly field: CalibrationField;
}

function NumberField({ typed, sent, fault, field, onTyped }: NumberFieldProps): VNode {
  const { format } = usePage();
  const { calibrate: words } = useSensorPageTexts();
  const { quantity, texts } = typed;
  const type = (text: string): void =>
    onTyped({ ...typed, texts: { ...typed.texts, [field]: text } });
  const shown = sent === undefined ? undefined : format.shown(sent.value, quantity);
  // Readings of a probe that counts are not in the unit of its quantity.
  const unit = typed.way === "soil" ? "" : format.unit(quantity);
  return (
    <Field
      label={unit === "" ? words[field] : withUnit(words[field], `(${unit})`)}
      inputMode="decimal"
      value={texts[field] ?? ""}
      onValue={type}
      error={fault?.field === field ? words.faults[fault.fault] : undefined}
    >
      {shown !== undefined && SENT.includes(field) && (
        <Button onClick={() => type(numberText(shown, format.locale, 4))}>
          {words.take(format.bound(sent?.value ?? 0, quantity))}
        </Button>
      )}
    </Field>
  );
}
