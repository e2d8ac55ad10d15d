/** Changes the name, the type and the role of a sensor. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { SensorRole } from "@greenhouse/domain/identity/sensor-records";
import type { SensorFields } from "../data/changes/changes";
import type { Sensor } from "../model/farm/farm";
import { Form } from "../shared/controls/controls";
import { Dialog, DialogActions } from "../shared/controls/dialog";
import { Conflicts } from "../shared/controls/draft";
import { useChanges } from "../shared/hooks/changes";
import { useFarm } from "../shared/hooks/farm";
import { usePage } from "../shared/hooks/page";
import { useSensorTexts } from "../text/sensors";
import { DescriptionFields, useDescription } from "./description-fields";
import type { DescribedSensor } from "./description-fields";

export interface EditSensorProps {
  /** The sensor at the time when the form opened. */
  readonly sensor: Sensor;
  readonly onClose: () => void;
}

export function EditSensor({ sensor, onClose }: EditSensorProps): VNode {
  const { sensors } = useFarm();
  const { texts } = usePage();
  const sensorTexts = useSensorTexts();
  // Another owner may change the sensor while the form is open.
  const now = sensors.find(({ uid }) => uid === sensor.uid) ?? sensor;
  const { name, type, role } = now;
  const description = useDescription({ name, type, role }, sensor.role);
  const [isTried, setTried] = useState(false);
  const describe = useDescribing(now);
  const { draft } = description;
  const submit = (): void => {
    setTried(true);
    if (!description.isComplete || draft.conflicts.length > 0) return;
    onClose();
    describe(description.typed, draft.changed);
  };
  return (
    <Dialog title={sensorTexts.edit(sensor.name)} onClose={onClose}>
      <Form onSubmit={submit}>
        <DescriptionFields {...{ description, isTried }} />
        <Conflicts
          draft={draft}
          nameOf={(field) => sensorTexts[field as keyof SensorFields]}
          textOf={(field, value) =>
            field === "role" ? texts.sensorRoles[value as SensorRole] : value
          }
        />
        <DialogActions submit={texts.save} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

const DESCRIBED = ["name", "type", "role"] as const;

/** Stores the changed fields. Undo restores their previous values. */
function useDescribing(
  sensor: Sensor,
): (typed: DescribedSensor, changed: readonly string[]) => void {
  const { texts, attempt } = usePage();
  const changes = useChanges();
  const { uid } = sensor;
  return (typed, fields) => {
    const changed = DESCRIBED.filter(
      (field) => fields.includes(field) && typed[field] !== sensor[field],
    );
    if (changed.length === 0) return;
    const pick = (from: DescribedSensor): SensorFields =>
      Object.fromEntries(changed.map((field) => [field, from[field]]));
    attempt(changes.describe(uid, pick(typed)), {
      text: texts.saved,
      undo: () => attempt(changes.describe(uid, pick(sensor))),
    });
  };
}
