/**
 * Devices that the farm's gateway reported and nobody has registered. An owner registers each device with one press.
 */

import type { VNode } from "preact";
import { parseUnregistered } from "@greenhouse/domain/identity/unregistered";
import type { Unregistered } from "@greenhouse/domain/identity/unregistered";
import { valueOf } from "../data/watches/watch";
import { valuesHeard } from "../model/farm/heard";
import { checkNewUid } from "@greenhouse/domain/identity/keys";
import { Button } from "../shared/controls/controls";
import { useFarm } from "../shared/hooks/farm";
import { useNow, useWatch } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { useSensorTexts } from "../text/sensors";

export interface UnregisteredDevicesProps {
  readonly onRegister: (device: Unregistered) => void;
  /** Called for a device that takes the place of a sensor. */
  readonly onReplace: (device: Unregistered) => void;
}

export function UnregisteredDevices({
  onRegister,
  onReplace,
}: UnregisteredDevicesProps): VNode | null {
  const farm = useFarm();
  const { texts: words, format } = usePage();
  const texts = useSensorTexts();
  const now = useNow();
  const reported = valueOf(useWatch(`unregistered/${farm.id}`, parseUnregistered)) ?? [];
  // The gateway reports again within ten minutes.
  const devices = reported.filter(({ uid }) => !farm.sensors.some((sensor) => sensor.uid === uid));
  if (devices.length === 0) return null;
  const valuesOf = ({ reading }: Unregistered): readonly string[] =>
    valuesHeard(reading, words.measurements, format);
  return (
    <section class="card unregistered" aria-labelledby="unregistered-title">
      <h2 id="unregistered-title">{texts.heard(devices.length)}</h2>
      <ul class="plain">
        {devices.map((device) => (
          <li key={device.uid}>
            <p>
              <code>
                <bdi>{device.uid}</bdi>
              </code>
            </p>
            <p class="quiet">{[...valuesOf(device), format.age(device.at, now)].join(" · ")}</p>
            {checkNewUid(device.uid) !== undefined && <p>{texts.impossibleUid}</p>}
            {checkNewUid(device.uid) === undefined && farm.role === "owner" && (
              <div class="row">
                <Button label={texts.registerHeard(device.uid)} onClick={() => onRegister(device)}>
                  {texts.registerShort}
                </Button>
                {farm.sensors.length > 0 && (
                  <Button
                    kind="quiet"
                    label={texts.replacesOf(device.uid)}
                    onClick={() => onReplace(device)}
                  >
                    {texts.replaces}
                  </Button>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
