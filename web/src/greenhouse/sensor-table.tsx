/** The sensors of a greenhouse with their newest values. */

import { isWhollyExcluded } from "@greenhouse/domain/alerts/condition";
import { HOUR_MS } from "@greenhouse/domain/time";
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import type { GreenhouseFinding } from "../model/findings/findings";
import type { Sensor } from "../model/farm/farm";
import type { SensorState } from "../model/values/latest";
import type { Charted } from "../model/values/measurement";
import { anchorOf, pathOf } from "../model/input/route";
import { severityOf } from "../model/findings/severity";
import { useFarm } from "../shared/hooks/farm";
import { useMedia, useNow } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { Link, useAddress } from "../shared/hooks/router";
import { Sent } from "../shared/values/value";
import { useAgeText, useKindText } from "../shared/values/words";

export interface SensorTableProps {
  readonly measured: readonly Charted[];
  readonly sensors: readonly Sensor[];
  readonly states: ReadonlyMap<string, SensorState>;
  readonly findings: readonly GreenhouseFinding[];
}

/** With more columns, and on a phone, each row lists the sensor's measurements instead. */
const MAX_COLUMNS = 7;

export function SensorTable({ measured, sensors, states, findings }: SensorTableProps): VNode {
  const farm = useFarm();
  const { texts } = usePage();
  const columns = [...measured, "battery"] as const;
  const isStacking = useMedia("(max-width: 719px)") || columns.length > MAX_COLUMNS;
  return (
    <section class="sensors" aria-labelledby="sensors-title">
      <h2 id="sensors-title">{texts.greenhouse.sensors}</h2>
      {sensors.length === 0 ? (
        <div class="card">
          <p>{texts.greenhouse.noSensors}</p>
          {farm.role === "owner" && (
            <Link class="button" href={pathOf({ view: "sensors", farmId: farm.id })}>
              {texts.greenhouse.linkOne}
            </Link>
          )}
        </div>
      ) : (
        <div class="card table-card">
          <table class={isStacking ? "stacking" : ""}>
            <thead>
              <tr>
                <th scope="col">{texts.greenhouse.sensor}</th>
                {columns.map((measurement) => (
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
                <Row
                  key={sensor.uid}
                  {...{ columns, sensor }}
                  state={states.get(sensor.uid)}
                  findings={findings.filter((finding) => finding.sensor.uid === sensor.uid)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

interface RowProps {
  readonly columns: readonly Measurement[];
  readonly sensor: Sensor;
  readonly state: SensorState | undefined;
  readonly findings: readonly GreenhouseFinding[];
}

function Row({ columns, sensor, state, findings }: RowProps): VNode {
  const { texts } = usePage();
  const ageOf = useAgeText();
  const freshness = state?.freshness ?? "never";
  // A sensor without values moved here after its last reading, unless its readings are left out.
  const hasNoValue = state?.at !== undefined && Object.keys(state.values).length === 0;
  const isLeftOut = hasNoValue && isWhollyExcluded(state);
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
        <Link href={pathOf({ view: "sensors", farmId: useFarm().id, uid: sensor.uid })}>
          {sensor.name}
        </Link>
        <span class="type">{useKindText()(sensor)}</span>
      </th>
      {columns.map((measurement) => (
        <ValueCell key={measurement} {...{ measurement, state, findings }} />
      ))}
      <td
        data-label={texts.greenhouse.lastReading}
        class={`age ${freshness === "silent" ? "is-silent" : ""}`}
      >
        {hasNoValue && (isLeftOut ? texts.greenhouse.leftOut : texts.greenhouse.noValueHere)}
        {!hasNoValue && ageOf(state)}
      </td>
    </tr>
  );
}

interface ValueCellProps extends Omit<RowProps, "columns" | "sensor"> {
  readonly measurement: Measurement;
}

/** Values that are farther apart than this are assumed to come from different readings. */
const MAX_APART_MS = HOUR_MS;

/**
 * Shows a value. An old value shows its own age, unless it came with the newest reading, whose age is in the same row.
 * A value with a problem is coloured, and the list above describes the problem.
 */
function ValueCell({ measurement, state, findings }: ValueCellProps): VNode {
  const { texts, format } = usePage();
  const now = useNow();
  const latest = state?.values[measurement];
  const isOld =
    latest?.isStale &&
    (state?.freshness !== "silent" || (state.at ?? 0) - (latest.at ?? 0) > MAX_APART_MS);
  const problem = findings.find((finding) => measurementOf(finding) === measurement);
  const bound = problem !== undefined && "bound" in problem ? problem.bound : undefined;
  const severity = problem && !isOld ? `is-${severityOf(problem)}` : "";
  return (
    <td
      class={`number ${latest === undefined ? "is-empty" : ""} ${isOld ? "is-stale" : severity}`}
      data-label={texts.measurements[measurement]}
    >
      {latest === undefined ? "–" : <Sent {...{ measurement, bound, value: latest.value }} />}
      {isOld && (
        <span class="cell-age">
          {latest.at === undefined ? texts.freshness.untimed : format.age(latest.at, now)}
        </span>
      )}
    </td>
  );
}

function measurementOf(finding: GreenhouseFinding): string | undefined {
  return finding.kind === "battery" ? "battery" : finding.measurement;
}
