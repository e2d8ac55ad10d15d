/** Registers a new device in the dialog that replaces a sensor's device. */

import { formatFarmKeys } from "@greenhouse/domain/identity/farm-key";
import { checkNewUid } from "@greenhouse/domain/identity/keys";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { NewDevice } from "../data/changes/correction-changes";
import type { Sensor } from "../model/farm/farm";
import { Checkbox, Field, Form } from "../shared/controls/controls";
import { DialogActions } from "../shared/controls/dialog";
import { useFarm } from "../shared/hooks/farm";
import { usePage } from "../shared/hooks/page";
import { createIds, newFarmKey } from "../shared/hooks/random";
import { useSensorPageTexts } from "../text/sensor";
import { useSensorTexts } from "../text/sensors";

export interface NewDeviceFormProps {
  /** The sensor whose device is replaced. */
  readonly old: Sensor;
  /** The device that the person typed and the database refused, to be corrected. */
  readonly refused: NewDevice | undefined;
  readonly onTyped: (device: NewDevice) => void;
  readonly onClose: () => void;
}

export function NewDeviceForm({ old, refused, onTyped, onClose }: NewDeviceFormProps): VNode {
  const { sensors } = useFarm();
  const { validation } = usePage().texts;
  const { replace: words } = useSensorPageTexts();
  const sensorTexts = useSensorTexts();
  const [suggest] = useState(createIds);
  const [uid, setUid] = useState(() => refused?.uid ?? suggest(old.name));
  const [hasOwnKey, setOwnKey] = useState(refused === undefined || "key" in refused);
  const [isTried, setTried] = useState(refused !== undefined);
  const isTaken = sensors.some((sensor) => sensor.uid === uid.trim());
  const isRefused = refused?.uid === uid.trim();
  const fault = isTaken
    ? "taken"
    : (checkNewUid(uid.trim()) ?? (isRefused ? "refused" : undefined));
  const submit = (): void => {
    setTried(true);
    if (fault !== undefined) return;
    const key = hasOwnKey ? { key: formatFarmKeys({ key: newFarmKey(), old: undefined }) } : {};
    onTyped({ kind: "new", uid: uid.trim(), type: old.type, ...key });
  };
  return (
    <Form onSubmit={submit}>
      <h3>{words.create}</h3>
      <Field
        label={sensorTexts.uid}
        hint={sensorTexts.uidHint}
        value={uid}
        onValue={setUid}
        error={isTried && fault !== undefined ? validation[fault] : undefined}
        isCode
      />
      <Checkbox
        label={words.ownKey}
        hint={sensorTexts.ownKeyHint}
        isChecked={hasOwnKey}
        onChecked={setOwnKey}
      />
      <p class="hint">{words.sameHardware}</p>
      <DialogActions submit={words.submit} onCancel={onClose} />
    </Form>
  );
}
