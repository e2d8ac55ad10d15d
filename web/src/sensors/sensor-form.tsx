/** Registers a sensor, or changes the name and the type of one. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Sensor } from "../model/farm";
import { codeHashOf, pathOf } from "../model/route";
import { faultOfName, faultOfUid } from "../model/validate";
import type { Fault } from "../model/validate";
import { Button, Dialog, Field, Form, Select } from "../shared/controls";
import { useFarm } from "../shared/farm";
import { usePage } from "../shared/page";
import { newId } from "../shared/random";

export interface SensorFormProps {
  /** Without one a new one is registered. */
  readonly sensor?: Sensor;
  /** What was typed and the database refused, to be corrected. */
  readonly refused?: Sensor | undefined;
  readonly onRefused?: (refused: Sensor) => void;
  readonly onClose: () => void;
}

const TYPES = ["BH1750", "BME280", "DHT22", "DS18B20", "SCD41", "SHT31", "TSL2591", "VEML7700"];

export function SensorForm({ sensor, refused, onRefused, onClose }: SensorFormProps): VNode {
  const farm = useFarm();
  const { texts } = usePage();
  const begin = sensor ?? refused;
  const [uid, setUid] = useState(begin?.uid ?? "");
  const [name, setName] = useState(begin?.name ?? "");
  const [type, setType] = useState(begin?.type ?? "");
  // A sensor that is not linked cannot send: that is not what a new one is for.
  const preset = begin === undefined ? farm.greenhouses[0]?.id : begin.greenhouse;
  const [greenhouse, setGreenhouse] = useState(preset ?? "");
  const [isTried, setTried] = useState(refused !== undefined);
  const { describe, register } = useSaving(onRefused);
  const typed: Sensor = {
    uid: uid.trim(),
    name: name.trim(),
    type: type.trim(),
    greenhouse: greenhouse || undefined,
  };
  const isTaken = sensor === undefined && farm.sensors.some((one) => one.uid === typed.uid);
  const wasRefused = refused?.uid === typed.uid;
  const errorOfNew = faultOfUid(typed.uid) ?? (wasRefused ? "refused" : undefined);
  const errors = {
    uid: isTaken ? "taken" : sensor === undefined ? errorOfNew : undefined,
    name: faultOfName(name),
    type: faultOfName(type),
  } as const;
  const wordsFor = (error: Fault | undefined): string | undefined =>
    isTried && error !== undefined ? texts.validation[error] : undefined;
  const submit = (): void => {
    setTried(true);
    if (Object.values(errors).some((error) => error !== undefined)) return;
    onClose();
    if (sensor === undefined) register(typed);
    else describe(sensor, typed);
  };
  return (
    <Dialog
      title={sensor === undefined ? texts.sensors.register : texts.sensors.edit(sensor.name)}
      onClose={onClose}
    >
      <Form onSubmit={submit}>
        <Field
          label={texts.sensors.name}
          value={name}
          onValue={setName}
          error={wordsFor(errors.name)}
        />
        <Field
          label={texts.sensors.type}
          value={type}
          onValue={setType}
          error={wordsFor(errors.type)}
          hint={texts.sensors.typeHint}
          list={TYPES}
        />
        {sensor === undefined && (
          <>
            <Field
              label={texts.sensors.uid}
              value={uid}
              onValue={setUid}
              error={wordsFor(errors.uid)}
              hint={texts.sensors.uidHint}
              isCode
            >
              <Button onClick={() => setUid(newId(name))}>{texts.sensors.invent}</Button>
            </Field>
            <Select
              label={texts.sensors.greenhouse}
              value={greenhouse}
              options={[
                ["", texts.sensors.unlinked],
                ...farm.greenhouses.map((one) => [one.id, one.name] as const),
              ]}
              onValue={setGreenhouse}
            />
          </>
        )}
        <div class="row">
          <Button kind="primary" type="submit">
            {sensor === undefined ? texts.sensors.register : texts.save}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

interface Saving {
  readonly describe: (sensor: Sensor, typed: Sensor) => void;
  readonly register: (typed: Sensor) => void;
}

function useSaving(onRefused: SensorFormProps["onRefused"]): Saving {
  const farm = useFarm();
  const { texts, changes, attempt } = usePage();
  const path = pathOf({ view: "sensors", farmId: farm.id });
  return {
    describe: ({ uid, name, type }, typed) =>
      attempt(changes.describe(uid, typed.name, typed.type), {
        text: texts.saved,
        undo: () => attempt(changes.describe(uid, name, type)),
      }),
    // A uid of another farm's is refused by the database alone: this page does not see that farm.
    register: (typed) =>
      attempt(
        changes.register(farm.id, typed).catch((error: unknown) => {
          onRefused?.(typed);
          throw error;
        }),
        {
          text: texts.sensors.registered(typed.name),
          next: { name: texts.sensors.snippet, href: path + codeHashOf(typed.uid) },
        },
      ),
  };
}
