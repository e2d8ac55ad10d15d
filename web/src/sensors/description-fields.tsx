/** The fields that describe a sensor: its name, its type and its role. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { SENSOR_ROLES } from "@greenhouse/domain/identity/sensor-records";
import type { SensorRole } from "@greenhouse/domain/identity/sensor-records";
import type { Sensor } from "../model/farm/farm";
import { saysSoil } from "../model/farm/names";
import { faultOfName } from "../model/input/validate";
import type { Fault } from "../model/input/validate";
import { Button, Field, Select } from "../shared/controls/controls";
import { useDraft } from "../shared/controls/draft";
import type { FormDraft } from "../shared/controls/draft";
import { usePage } from "../shared/hooks/page";
import { useSensorTexts } from "../text/sensors";

export type DescribedSensor = Pick<Sensor, "name" | "type" | "role">;

export interface Description {
  readonly draft: FormDraft<DescribedSensor>;
  /** The typed texts without blanks around them. */
  readonly typed: DescribedSensor;
  readonly faults: Readonly<Record<"name" | "type", Fault | undefined>>;
  /** Whether the person must say if the sensor is in the soil or in the air. */
  readonly isDoubtful: boolean;
  /** Whether all fields are valid and all questions answered. */
  readonly isComplete: boolean;
  /** Called when the person says that the sensor is in the air, although its name suggests soil. */
  readonly confirmAir: () => void;
}

/** @param stored the current values @param role of a sensor that is already registered */
export function useDescription(stored: DescribedSensor, role?: SensorRole): Description {
  const draft = useDraft(stored);
  // A soil probe with the role air would spoil the greenhouse's figures.
  const [isAir, setAir] = useState(role === "air");
  const { shown } = draft;
  const faults = { name: faultOfName(shown.name), type: faultOfName(shown.type) };
  const isDoubtful = shown.role === "air" && !isAir && saysSoil(`${shown.name} ${shown.type}`);
  return {
    draft,
    typed: { name: shown.name.trim(), type: shown.type.trim(), role: shown.role },
    faults,
    isDoubtful,
    isComplete: (faults.name ?? faults.type) === undefined && !isDoubtful,
    confirmAir: () => setAir(true),
  };
}

const TYPES = ["BH1750", "BME280", "DHT22", "DS18B20", "SCD41", "SHT31", "TSL2591", "VEML7700"];

export interface DescriptionFieldsProps {
  readonly description: Description;
  /** Whether the person has tried to submit the form. It then shows faults. */
  readonly isTried: boolean;
}

export function DescriptionFields({ description, isTried }: DescriptionFieldsProps): VNode {
  const { texts } = usePage();
  const sensorTexts = useSensorTexts();
  const { draft, faults, isDoubtful, confirmAir } = description;
  const { name, type, role } = draft.shown;
  const errorOf = (fault: Fault | undefined): string | undefined =>
    isTried && fault !== undefined ? texts.validation[fault] : undefined;
  return (
    <>
      <Field
        label={sensorTexts.name}
        value={name}
        onValue={(text) => draft.type("name", text)}
        error={errorOf(faults.name)}
      />
      <Field
        label={sensorTexts.type}
        value={type}
        onValue={(text) => draft.type("type", text)}
        error={errorOf(faults.type)}
        hint={sensorTexts.typeHint}
        list={TYPES}
      />
      <Select
        label={sensorTexts.role}
        hint={sensorTexts.roleHint}
        value={role}
        options={SENSOR_ROLES.map((listed) => [listed, texts.sensorRoles[listed]])}
        onValue={(chosen) => draft.type("role", chosen)}
      />
      {isDoubtful && (
        <div class="question" role="alert">
          <p>{sensorTexts.isSoil}</p>
          <Button onClick={() => draft.type("role", "soil")}>{sensorTexts.inSoil}</Button>
          <Button onClick={confirmAir}>{sensorTexts.inAir}</Button>
        </div>
      )}
    </>
  );
}
