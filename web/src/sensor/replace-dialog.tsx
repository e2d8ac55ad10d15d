/** Replaces the device of a sensor: by one that the gateway heard of, by a registered one, or by a new one. */

import { UNKNOWN_TYPE } from "@greenhouse/domain/identity/sensor-records";
import { parseUnregistered } from "@greenhouse/domain/identity/unregistered";
import { fieldOf } from "@greenhouse/domain/stored";
import { HOUR_MS } from "@greenhouse/domain/time";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { useCorrectionChanges } from "../corrections/use-correction-changes";
import type { NewDevice } from "../data/changes/correction-changes";
import { problemOf } from "../data/connection/problem";
import { valueOf } from "../data/watches/watch";
import type { Sensor } from "../model/farm/farm";
import { valuesHeard } from "../model/farm/heard";
import { lastSeenOf } from "../model/values/newest";
import { checkNewUid } from "@greenhouse/domain/identity/keys";
import { Button, Select } from "../shared/controls/controls";
import { Dialog, DialogActions } from "../shared/controls/dialog";
import { useFarm } from "../shared/hooks/farm";
import { useNow, useWatch } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { navigate } from "../shared/hooks/router";
import { pathOf } from "../model/input/route";
import { useSensorPageTexts } from "../text/sensor";
import { NewDeviceForm } from "./new-device-form";
import { ReplacedOutputs, useBoardOutputs } from "./replaced-outputs";

export interface ReplaceDialogProps {
  /** The old sensor; undefined if the person chooses it. */
  readonly sensor?: Sensor | undefined;
  /** The uid of the new device, if the person has chosen it. The gateway heard of it. */
  readonly heard?: string | undefined;
  /** The new device that the person typed and the database refused, to be corrected. */
  readonly refused?: NewDevice | undefined;
  readonly onRefused?: ((refused: NewDevice) => void) | undefined;
  readonly onClose: () => void;
}

export function ReplaceDialog(props: ReplaceDialogProps): VNode {
  const { sensor, heard, refused, onClose } = props;
  const { sensors } = useFarm();
  const { texts } = usePage();
  const { replace: words } = useSensorPageTexts();
  const candidates = sensors.filter(
    ({ replacedBy, greenhouse }) => replacedBy === undefined && greenhouse !== undefined,
  );
  const [uid, setUid] = useState(sensor?.uid ?? candidates[0]?.uid);
  const old = sensors.find((listed) => listed.uid === uid);
  const outputs = useBoardOutputs(uid);
  const replace = useReplacing(props);
  return (
    <Dialog
      title={sensor === undefined ? words.titleAny : words.title(sensor.name)}
      onClose={onClose}
    >
      {sensor === undefined && (
        <Select
          label={words.old}
          value={uid ?? ""}
          options={candidates.map((listed) => [listed.uid, listed.name] as const)}
          onValue={setUid}
        />
      )}
      {old && outputs && (
        <>
          <p>{words.lead(old.name)}</p>
          {outputs.length > 0 && <ReplacedOutputs outputs={outputs} />}
          {heard === undefined ? (
            <Devices
              old={old}
              hasOutputs={outputs.length > 0}
              refused={refused}
              onChosen={(device, isTyped) => replace(old, device, isTyped)}
              onClose={onClose}
            />
          ) : (
            <DialogActions
              submit={words.takeOf(heard)}
              onSubmit={() => replace(old, { kind: "new", uid: heard, type: UNKNOWN_TYPE })}
              onCancel={onClose}
            />
          )}
        </>
      )}
      {outputs === undefined && <p class="quiet">{texts.loading}</p>}
    </Dialog>
  );
}

interface DevicesProps {
  readonly old: Sensor;
  /** Whether the old device has outputs. Only a device without outputs can take them. */
  readonly hasOutputs: boolean;
  readonly refused: NewDevice | undefined;
  /** @param isTyped whether the person has registered the device here, so that its board needs a program */
  readonly onChosen: (device: NewDevice, isTyped?: boolean) => void;
  readonly onClose: () => void;
}

function Devices({ old, hasOutputs, refused, onChosen, onClose }: DevicesProps): VNode {
  const farm = useFarm();
  const { texts, format } = usePage();
  const { replace: words } = useSensorPageTexts();
  const now = useNow();
  const known = new Set(farm.sensors.map(({ uid }) => uid));
  const reported = valueOf(useWatch(`unregistered/${farm.id}`, parseUnregistered)) ?? [];
  const heard = reported.filter(({ uid }) => !known.has(uid) && checkNewUid(uid) === undefined);
  const free = farm.sensors.filter(
    ({ uid, greenhouse, replacedBy, continuation }) =>
      uid !== old.uid &&
      greenhouse === undefined &&
      replacedBy === undefined &&
      continuation === undefined &&
      !(hasOutputs && fieldOf(farm.outputs.value?.outputs, uid) !== undefined),
  );
  const { at: sentAt = 0 } = lastSeenOf(valueOf(farm.lastSeen.value), old.uid);
  const isInUse = hasOutputs || now - sentAt < HOUR_MS;
  const [asked, setAsked] = useState<string>();
  const take = (uid: string, device: NewDevice): VNode =>
    // Nobody can undo the replacement of a device that is in use.
    isInUse && asked !== uid ? (
      <Button label={words.takeOf(uid)} onClick={() => setAsked(uid)}>
        {words.take}
      </Button>
    ) : (
      <Button
        kind={isInUse ? "danger" : "plain"}
        label={isInUse ? words.takeSurelyOf(uid) : words.takeOf(uid)}
        onClick={() => onChosen(device)}
      >
        {isInUse ? words.takeSurely : words.take}
      </Button>
    );
  return (
    <>
      {heard.length > 0 && (
        <section>
          <h3>{words.heard}</h3>
          <ul class="plain changes">
            {heard.map(({ uid, reading, at }) => (
              <li key={uid}>
                <p>
                  <code>
                    <bdi>{uid}</bdi>
                  </code>
                  <span class="quiet facts">
                    {[
                      ...valuesHeard(reading, texts.measurements, format),
                      format.age(at, now),
                    ].join(" · ")}
                  </span>
                </p>
                {take(uid, { kind: "new", uid, type: UNKNOWN_TYPE })}
              </li>
            ))}
          </ul>
        </section>
      )}
      {free.length > 0 && (
        <section>
          <h3>{words.registered}</h3>
          <ul class="plain changes">
            {free.map((sensor) => (
              <li key={sensor.uid}>
                <p>
                  <bdi>{sensor.name}</bdi>
                  <span class="quiet facts">
                    <code>{sensor.uid}</code>
                  </span>
                </p>
                {take(sensor.uid, { kind: "registered", ...sensor })}
              </li>
            ))}
          </ul>
        </section>
      )}
      <NewDeviceForm {...{ old, refused, onClose }} onTyped={(device) => onChosen(device, true)} />
    </>
  );
}

/** Stores the replacement, and shows the new device's page. */
function useReplacing({
  onRefused,
  onClose,
}: ReplaceDialogProps): (old: Sensor, device: NewDevice, isTyped?: boolean) => void {
  const { id: farmId } = useFarm();
  const { connection, attempt, texts } = usePage();
  const { replace: words } = useSensorPageTexts();
  const changes = useCorrectionChanges();
  return (old, device, isTyped = false) => {
    onClose();
    const replaced = changes.replace(farmId, old, device, connection.now()).then(
      () => navigate(pathOf({ view: "sensors", farmId, uid: device.uid })),
      (error: unknown) => {
        if (problemOf(error) === "refused" && device.kind === "new") onRefused?.(device);
        throw error;
      },
    );
    // The page cannot read other farms. Only the database can refuse a uid that another farm uses.
    const refused = device.kind === "new" ? texts.validation.refused : undefined;
    const done = isTyped ? words.doneWithCode : words.done;
    attempt(replaced, { text: done(old.name) }, refused);
  };
}
