/** The choice of a sensor's greenhouse. */

import type { VNode } from "preact";
import { Select } from "../shared/controls/controls";
import { useFarm } from "../shared/hooks/farm";
import { useSensorTexts } from "../text/sensors";

export interface GreenhouseSelectProps {
  /** The id of the greenhouse; empty if the sensor is not assigned. */
  readonly value: string;
  readonly onValue: (id: string) => void;
}

export function GreenhouseSelect({ value, onValue }: GreenhouseSelectProps): VNode {
  const { greenhouses } = useFarm();
  const texts = useSensorTexts();
  return (
    <Select
      label={texts.greenhouse}
      value={value}
      {...(value === "" && { hint: texts.unlinkedHint })}
      options={[["", texts.unlinked], ...greenhouses.map(({ id, name }) => [id, name] as const)]}
      onValue={onValue}
    />
  );
}
