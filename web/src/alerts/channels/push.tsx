/** Push messages on this device, and the number of other devices. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Personal } from "@greenhouse/domain/alerts/people";
import type { AlertService } from "@greenhouse/domain/alerts/service";
import {
  knownDevice,
  pushObstacle,
  subscribe,
  thisDevice,
  unsubscribe,
} from "../../data/changes/push";
import type { PushFailure } from "../../data/changes/push";
import { Checkbox } from "../../shared/controls/controls";
import { usePage } from "../../shared/hooks/page";
import { useAlertTexts } from "../../text/alerts";
import { useAlertChanges } from "../context";
import { TestMessage } from "../test-message";

export interface PushChannelProps {
  readonly personal: Personal;
  readonly service: AlertService;
}

export function PushChannel({ personal, service }: PushChannelProps): VNode {
  const { notify } = useAlertTexts();
  const [failure, setFailure] = useState<PushFailure>();
  const { isOn, isBusy, toggle } = usePush(personal, service.push ?? "", setFailure);
  const obstacle = pushObstacle() ?? failure;
  const others = personal.devices.size - (isOn ? 1 : 0);
  return (
    <div class="channel">
      <Checkbox
        label={notify.push}
        isChecked={isOn}
        isDisabled={isBusy || (obstacle !== undefined && obstacle !== "noService" && !isOn)}
        onChecked={toggle}
      />
      {others > 0 && <p class="quiet channel-note">{notify.otherDevices(others)}</p>}
      {obstacle !== undefined && (
        <p class="warn-text channel-note" role="status">
          {notify.pushProblems[obstacle]}
        </p>
      )}
      {isOn && <TestMessage channel="push" />}
    </div>
  );
}

interface Push {
  readonly isOn: boolean;
  /** Whether the browser is waiting for the person's permission or its push service. */
  readonly isBusy: boolean;
  readonly toggle: (isOn: boolean) => void;
}

function usePush(
  personal: Personal,
  publicKey: string,
  onFailure: (failure: PushFailure | undefined) => void,
): Push {
  const { person, attempt, language } = usePage();
  const { notify } = useAlertTexts();
  const changes = useAlertChanges();
  const [isBusy, setBusy] = useState(false);
  const device = knownDevice();
  const switchOn = async (): Promise<void> => {
    onFailure(undefined);
    const subscription = await subscribe(publicKey);
    if (typeof subscription === "string") {
      onFailure(subscription);
      return;
    }
    attempt(changes.setDevice(person.uid, thisDevice(), subscription, language), {
      text: notify.pushOn,
    });
  };
  const switchOff = async (): Promise<void> => {
    await unsubscribe();
    attempt(changes.setDevice(person.uid, thisDevice(), undefined), { text: notify.pushOff });
  };
  return {
    isOn: device !== undefined && personal.devices.has(device),
    isBusy,
    toggle: (isOn) => {
      setBusy(true);
      attempt((isOn ? switchOn() : switchOff()).finally(() => setBusy(false)));
    },
  };
}
