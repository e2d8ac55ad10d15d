/** The sensors of a greenhouse with their newest values. */

import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { LOW_BATTERY } from "../../../domain/src/attention";
import { MEASUREMENTS } from "../../../domain/src/measurements";
import type { Measurement } from "../../../domain/src/measurements";
import type { Sensor } from "../model/farm";
import type { SensorState } from "../model/latest";
import { anchorOf, pathOf } from "../model/route";
import { useFarm } from "../shared/farm";
import { usePage } from "../shared/page";
import { Link, useAddress } from "../shared/router";
import { useAgeText } from "../shared/words";

export interface SensorTableProps {
  readonly sensors: readonly Sensor[];
  readonly states: ReadonlyMap<string, SensorState>;
}

export function SensorTable({ sensors, states }: SensorTableProps): VNode {
  const farm = useFarm();
  const { texts } = usePage();
  return (
    <section class="sensors" aria-labelledby="sensors-title">
      <h2 id="sensors-title">{texts.greenhouse.sensors}</h2>
      {sensors.length === 0 ? (
        <div class="card">
          <p>{texts.greenhouse.noSensors}</p>
          <Link class="button" href={pathOf({ view: "sensors", farmId: farm.id })}>
            {texts.greenhouse.linkOne}
          </Link>
        </div>
      ) : (
        <div class="card table-card">
          <table class="stacking">
            <thead>
              <tr>
                <th scope="col">{texts.greenhouse.sensor}</th>
                {MEASUREMENTS.map((measurement) => (
                  <th key={measurement} scope="col" class="number">
                    {texts.measurements[measurement]}
                  </th>
                ))}
                <th scope="col" class="age">
                  {texts.greenhouse.lastReading}
                </th>
              </tr>
            </thead>
            <tbody>
              {sensors.map((sensor) => (
                <Row key={sensor.uid} sensor={sensor} state={states.get(sensor.uid)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

interface RowProps {
  readonly sensor: Sensor;
  readonly state: SensorState | undefined;
}

function Row({ sensor, state }: RowProps): VNode {
  const { texts } = usePage();
  const ageOf = useAgeText();
  const freshness = state?.freshness ?? "never";
  const row = useRef<HTMLTableRowElement>(null);
  const id = anchorOf(sensor.uid);
  const isNamed = useAddress().hash === `#${id}`;
  useEffect(() => {
    if (isNamed) row.current?.scrollIntoView({ block: "center" });
  }, [isNamed]);
  return (
    <tr
      ref={row}
      id={id}
      class={`${freshness === "fresh" ? "" : "is-old"} ${isNamed ? "is-named" : ""}`}
    >
      <th scope="row">
        {sensor.name}
        <span class="type">{sensor.type}</span>
      </th>
      {MEASUREMENTS.map((measurement) => (
        <ValueCell key={measurement} measurement={measurement} state={state} />
      ))}
      <td
        data-label={texts.greenhouse.lastReading}
        class={`age ${freshness === "silent" ? "is-silent" : ""}`}
      >
        {ageOf(state)}
      </td>
    </tr>
  );
}

interface ValueCellProps {
  readonly measurement: Measurement;
  readonly state: SensorState | undefined;
}

function ValueCell({ measurement, state }: ValueCellProps): VNode {
  const { texts, format } = usePage();
  const latest = state?.values[measurement];
  const isLow = measurement === "battery" && latest !== undefined && latest.value < LOW_BATTERY;
  return (
    <td
      class={`number ${latest === undefined ? "is-empty" : ""} ${isLow ? "is-low" : ""}`}
      data-label={texts.measurements[measurement]}
    >
      {latest === undefined ? "–" : format.value(latest.value, measurement)}
    </td>
  );
}
