/** Changes the name, the type, the role and the greenhouse of a sensor, and the interval that its board is asked for. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { SensorRole } from "@greenhouse/domain/identity/sensor-records";
import type { ChangedSensor } from "@greenhouse/domain/identity/sensor-updates";
import { intervalText } from "../boards/board-words";
import { IntervalField } from "../boards/interval-field";
import type { Sensor } from "../model/farm/farm";
import { isInterval, parseSeconds, secondsFrom } from "../model/input/typed-interval";
import { meaningOf, numberText } from "../model/input/typed-number";
import { Form } from "../shared/controls/controls";
import { Dialog, DialogActions } from "../shared/controls/dialog";
import { Conflicts, useDraft } from "../shared/controls/draft";
import { useChanges } from "../shared/hooks/changes";
import { useFarm } from "../shared/hooks/farm";
import { usePage } from "../shared/hooks/page";
import { useBoardTexts } from "../text/boards";
import { useSensorTexts } from "../text/sensors";
import { DescriptionFields, useDescription } from "./description-fields";
import type { DescribedSensor } from "./description-fields";
import { GreenhouseSelect } from "./greenhouse-select";

export interface EditSensorProps {
  /** The sensor at the time when the form opened. */
  readonly sensor: Sensor;
  readonly onClose: () => void;
}

export function EditSensor({ sensor, onClose }: EditSensorProps): VNode {
  const { sensors, greenhouses } = useFarm();
  const { texts, locale } = usePage();
  const sensorTexts = useSensorTexts();
  const { interval: words } = useBoardTexts();
  const greenhouseName = useGreenhouseName();
  // Another owner may change the sensor while the form is open.
  const now = sensors.find(({ uid }) => uid === sensor.uid) ?? sensor;
  const { name, type, role, intervalSeconds } = now;
  const description = useDescription({ name, type, role }, sensor.role);
  const placing = useDraft(
    { greenhouse: now.greenhouse ?? "", intervalSeconds: numberText(intervalSeconds, locale) },
    (field, text) => (field === "greenhouse" ? text : meaningOf(parseSeconds(text), text)),
  );
  const [isTried, setTried] = useState(false);
  const store = useStoring(now);
  const { draft } = description;
  const chosen = greenhouses.find(({ id }) => id === placing.shown.greenhouse);
  const seconds = chosen?.intervalSeconds;
  const asGreenhouse = seconds === undefined ? undefined : intervalText(seconds, locale);
  const submit = (): void => {
    setTried(true);
    const conflicts = [...draft.conflicts, ...placing.conflicts];
    const isComplete = description.isComplete && isInterval(placing.shown.intervalSeconds);
    if (!isComplete || conflicts.length > 0) return;
    onClose();
    const typed = {
      ...description.typed,
      greenhouse: placing.shown.greenhouse || undefined,
      intervalSeconds: secondsFrom(placing.shown.intervalSeconds),
    };
    store(typed, [...draft.changed, ...placing.changed]);
  };
  return (
    <Dialog title={sensorTexts.edit(sensor.name)} onClose={onClose}>
      <Form onSubmit={submit}>
        <DescriptionFields {...{ description, isTried }} />
        <GreenhouseSelect
          value={placing.shown.greenhouse}
          onValue={(id) => placing.type("greenhouse", id)}
        />
        <IntervalField
          label={words.ofSensor}
          empty={words.emptySensor(asGreenhouse)}
          value={placing.shown.intervalSeconds}
          onValue={(text) => placing.type("intervalSeconds", text)}
        />
        <Conflicts
          draft={draft}
          nameOf={(field) => sensorTexts[field as keyof DescribedSensor]}
          textOf={(field, value) =>
            field === "role" ? texts.sensorRoles[value as SensorRole] : value
          }
        />
        <Conflicts
          draft={placing}
          nameOf={(field) => (field === "greenhouse" ? sensorTexts.greenhouse : words.name)}
          textOf={(field, text) => (field === "greenhouse" ? greenhouseName(text) : text)}
        />
        <DialogActions submit={texts.save} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

function useGreenhouseName(): (id: string | undefined) => string {
  const { greenhouses } = useFarm();
  const { unlinked } = useSensorTexts();
  return (id) => greenhouses.find((greenhouse) => greenhouse.id === id)?.name ?? unlinked;
}

type Typed = DescribedSensor & Pick<Sensor, "greenhouse" | "intervalSeconds">;

const FIELDS = ["name", "type", "role", "greenhouse", "intervalSeconds"] as const;

/** Stores the changed fields. Undo restores their previous values. */
function useStoring(sensor: Sensor): (typed: Typed, changed: readonly string[]) => void {
  const { texts, attempt } = usePage();
  const changes = useChanges();
  const sensorTexts = useSensorTexts();
  const greenhouseName = useGreenhouseName();
  const farm = useFarm();
  const noticeOf = ({ name, greenhouse }: Typed): string => {
    if (greenhouse === sensor.greenhouse) return texts.saved;
    return greenhouse === undefined
      ? sensorTexts.unlinkedNow(name)
      : sensorTexts.linked(name, greenhouseName(greenhouse));
  };
  return (typed, fields) => {
    const changed = FIELDS.filter(
      (field) => fields.includes(field) && typed[field] !== sensor[field],
    );
    if (changed.length === 0) return;
    const pick = (from: Typed): ChangedSensor =>
      Object.fromEntries(changed.map((field) => [field, from[field] ?? null]));
    attempt(changes.describe(farm.id, sensor, pick(typed)), {
      text: noticeOf(typed),
      undo: () => attempt(changes.describe(farm.id, { ...sensor, ...typed }, pick(sensor))),
    });
  };
}
