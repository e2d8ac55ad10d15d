/** The newest values of a sensor: as they are shown, and as they were sent if that differs. */

import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import type { VNode } from "preact";
import type { Sensor } from "../model/farm/farm";
import type { LiveGreenhouse } from "../shared/hooks/farm";
import { useNow } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { Sent } from "../shared/values/value";
import { useSensorPageTexts } from "../text/sensor";
import { sentText, sentValueOf } from "./sent-value";
import type { SentValue } from "./sent-value";

export interface SensorNowProps {
  readonly sensor: Sensor;
  readonly live: LiveGreenhouse;
  readonly quantities: readonly Measurement[];
}

export function SensorNow({ sensor, live, quantities }: SensorNowProps): VNode {
  const { texts, format } = usePage();
  const words = useSensorPageTexts();
  const now = useNow();
  const state = live.states.get(sensor.uid);
  const factsOf = (
    quantity: Measurement,
    value: number | undefined,
    sent: SentValue | undefined,
  ): readonly string[] => [
    ...(sent === undefined || sent.value === value
      ? []
      : [words.sent(sentText(format, quantity, sent.value))]),
    ...(sent?.at === undefined ? [] : [format.age(sent.at, now)]),
  ];
  if (quantities.length === 0) return <p class="card quiet">{words.noValues}</p>;
  return (
    <div class="card table-card">
      <table class="sensor-now">
        <thead>
          <tr>
            <th scope="col">{words.quantity}</th>
            <th scope="col" class="number">
              {words.value}
            </th>
          </tr>
        </thead>
        <tbody>
          {quantities.map((quantity) => {
            const value = state?.values[quantity]?.value;
            const sent = sentValueOf(live, sensor.uid, quantity);
            return (
              <tr key={quantity}>
                <th scope="row">{texts.measurements[quantity]}</th>
                <td class="number">
                  {value === undefined ? (
                    "–"
                  ) : (
                    <Sent measurement={quantity} value={value} isExact />
                  )}
                  <span class="type">{factsOf(quantity, value, sent).join(" · ")}</span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
