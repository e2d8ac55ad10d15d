/** Registers a sensor, or changes the name, the type and the role of one. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { SENSOR_ROLES, UNKNOWN_TYPE } from "@greenhouse/domain/identity/sensor-records";
import type { SensorRole } from "@greenhouse/domain/identity/sensor-records";
import { likelyRole } from "@greenhouse/domain/identity/unregistered";
import type { SensorFields } from "../data/changes/changes";
import type { Sensor } from "../model/farm/farm";
import { saysSoil } from "../model/farm/names";
import { faultOfName, faultOfUid } from "../model/input/validate";
import type { Fault } from "../model/input/validate";
import { Button, Checkbox, Field, Form, Select } from "../shared/controls/controls";
import { Dialog, DialogActions } from "../shared/controls/dialog";
import { Conflicts, useDraft } from "../shared/controls/draft";
import { useFarm } from "../shared/hooks/farm";
import { usePage } from "../shared/hooks/page";
import { newId } from "../shared/hooks/random";
import { useSensorTexts } from "../text/sensors";
import { useSaving } from "./sensor-saving";
import type { SavingProps } from "./sensor-saving";

export interface SensorFormProps extends SavingProps {
  /** The sensor to change; if undefined, a new one is registered. */
  readonly sensor?: Sensor;
  /** Input that the database refused, to be corrected. */
  readonly refused?: Sensor | undefined;
  readonly onClose: () => void;
}

const TYPES = ["BH1750", "BME280", "DHT22", "DS18B20", "SCD41", "SHT31", "TSL2591", "VEML7700"];

export function SensorForm(props: SensorFormProps): VNode {
  const { sensor, refused, heard, onClose } = props;
  const farm = useFarm();
  const { texts } = usePage();
  const sensorTexts = useSensorTexts();
  const begin = sensor ?? refused;
  const [uid, setUid] = useState((begin ?? heard)?.uid ?? "");
  // Another owner may change the sensor while the form is open.
  const now = farm.sensors.find((one) => one.uid === sensor?.uid) ?? begin;
  // One press is enough for what the gateway hears of.
  const draft = useDraft({
    name: now?.name ?? heard?.uid ?? "",
    type: now?.type ?? (heard ? UNKNOWN_TYPE : ""),
    role: now?.role ?? likelyRole(heard?.reading ?? ""),
  });
  const { name, type, role } = draft.shown;
  const [only, ...others] = farm.greenhouses;
  const preset = begin === undefined && others.length === 0 ? only?.id : begin?.greenhouse;
  const [greenhouse, setGreenhouse] = useState(preset ?? "");
  const [hasOwnKey, setOwnKey] = useState(heard === undefined);
  const [isTried, setTried] = useState(refused !== undefined);
  // A probe in the soil that counts as air would spoil the greenhouse's figures.
  const [isAir, setAir] = useState(sensor?.role === "air");
  const isDoubtful = role === "air" && !isAir && saysSoil(`${name} ${type}`);
  const { describe, register } = useSaving(props);
  const typed: Sensor = {
    uid: uid.trim(),
    name: name.trim(),
    type: type.trim(),
    greenhouse: greenhouse || undefined,
    role,
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
    if (isDoubtful || (sensor !== undefined && draft.conflicts.length > 0)) return;
    onClose();
    if (sensor === undefined) register(typed, hasOwnKey);
    else describe(now ?? sensor, typed, draft.changed);
  };
  return (
    <Dialog
      title={sensor === undefined ? sensorTexts.register : sensorTexts.edit(sensor.name)}
      onClose={onClose}
    >
      <Form onSubmit={submit}>
        <Field
          label={sensorTexts.name}
          value={name}
          onValue={(text) => draft.type("name", text)}
          error={wordsFor(errors.name)}
        />
        <Field
          label={sensorTexts.type}
          value={type}
          onValue={(text) => draft.type("type", text)}
          error={wordsFor(errors.type)}
          hint={sensorTexts.typeHint}
          list={TYPES}
        />
        <Select
          label={sensorTexts.role}
          hint={sensorTexts.roleHint}
          value={role}
          options={SENSOR_ROLES.map((one) => [one, texts.sensorRoles[one]])}
          onValue={(one) => draft.type("role", one)}
        />
        {isDoubtful && (
          <div class="question" role="alert">
            <p>{sensorTexts.isSoil}</p>
            <Button onClick={() => draft.type("role", "soil")}>{sensorTexts.inSoil}</Button>
            <Button onClick={() => setAir(true)}>{sensorTexts.inAir}</Button>
          </div>
        )}
        {sensor === undefined && (
          <>
            <Field
              label={sensorTexts.uid}
              value={uid}
              onValue={setUid}
              error={wordsFor(errors.uid)}
              hint={sensorTexts.uidHint}
              isCode
            >
              <Button onClick={() => setUid(newId(name))}>{sensorTexts.suggest}</Button>
            </Field>
            <Select
              label={sensorTexts.greenhouse}
              value={greenhouse}
              {...(greenhouse === "" && { hint: sensorTexts.unlinkedHint })}
              options={[
                ["", sensorTexts.unlinked],
                ...farm.greenhouses.map((one) => [one.id, one.name] as const),
              ]}
              onValue={setGreenhouse}
            />
            <Checkbox
              label={sensorTexts.ownKey}
              hint={sensorTexts.ownKeyHint}
              isChecked={hasOwnKey}
              onChecked={setOwnKey}
            />
          </>
        )}
        {sensor !== undefined && (
          <Conflicts
            draft={draft}
            nameOf={(field) => sensorTexts[field as keyof SensorFields]}
            textOf={(field, value) =>
              field === "role" ? texts.sensorRoles[value as SensorRole] : value
            }
          />
        )}
        <DialogActions
          submit={sensor === undefined ? sensorTexts.register : texts.save}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}
