/** Registers a sensor, or changes the name and the type of one. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Sensor } from "../model/farm";
import { idOf } from "../model/secret";
import { faultOfName, faultOfUid } from "../model/validate";
import type { Fault } from "../model/validate";
import { Button, Dialog, Field, Form, Select } from "./controls";
import { useFarm } from "./farm-context";
import { randomBytes } from "./farms";
import { usePage } from "./page";

export interface SensorFormProps {
  /** Without one a new one is registered. */
  readonly sensor?: Sensor;
  readonly onClose: () => void;
}

const TYPES = ["BH1750", "BME280", "DHT22", "DS18B20", "SCD41", "SHT31", "TSL2591", "VEML7700"];
const ID_BYTES = 5;

export function SensorForm({ sensor, onClose }: SensorFormProps): VNode {
  const farm = useFarm();
  const { speech, changes, attempt } = usePage();
  const { texts } = speech;
  const [uid, setUid] = useState(sensor?.uid ?? "");
  const [name, setName] = useState(sensor?.name ?? "");
  const [type, setType] = useState(sensor?.type ?? "");
  const [greenhouse, setGreenhouse] = useState(sensor?.greenhouse ?? "");
  const [isTried, setTried] = useState(false);
  const isTaken = sensor === undefined && farm.sensors.some((one) => one.uid === uid);
  const faults = {
    uid: isTaken ? ("taken" as const) : faultOfUid(uid),
    name: faultOfName(name),
    type: faultOfName(type),
  };
  const wordsFor = (fault: Fault | undefined): string | undefined =>
    isTried && fault !== undefined ? texts.faults[fault] : undefined;
  const submit = (): void => {
    setTried(true);
    if (Object.values(faults).some((fault) => fault !== undefined)) return;
    const [plainName, plainType] = [name.trim(), type.trim()];
    if (sensor !== undefined) {
      attempt(changes.describe(sensor.uid, plainName, plainType), { text: texts.saved });
    } else {
      const registered = {
        uid,
        name: plainName,
        type: plainType,
        greenhouse: greenhouse || undefined,
      };
      attempt(changes.register(farm.id, registered), { text: texts.sensors.registered(plainName) });
    }
    onClose();
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
          fault={wordsFor(faults.name)}
        />
        <Field
          label={texts.sensors.type}
          value={type}
          onValue={setType}
          fault={wordsFor(faults.type)}
          hint={texts.sensors.typeHint}
          list={TYPES}
        />
        {sensor === undefined && (
          <>
            <Field
              label={texts.sensors.uid}
              value={uid}
              onValue={setUid}
              fault={wordsFor(faults.uid)}
              hint={texts.sensors.uidHint}
              isCode
            >
              <Button onClick={() => setUid(idOf(name, randomBytes(ID_BYTES)))}>
                {texts.sensors.invent}
              </Button>
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
