/** A greenhouse: its newest values, their course, and its sensors. */

import type { VNode } from "preact";
import { attentionOf } from "../model/attention";
import type { Greenhouse } from "../model/farm";
import { CHARTED } from "../model/measurement";
import { pathOf } from "../model/route";
import { AttentionList } from "./attention-list";
import { ChartPanels } from "./chart-panels";
import { useFarm, useGreenhouses } from "./farm-context";
import { useKnownUntil } from "./hooks";
import { BackIcon } from "./icons";
import { usePage } from "./page";
import { Link } from "./router";
import { SensorTable } from "./sensor-table";
import { Snippet } from "./snippet";
import { Tiles } from "./tiles";

export function GreenhouseView({ id }: { readonly id: string }): VNode {
  const farm = useFarm();
  const { greenhouse: texts } = usePage().speech.texts;
  const greenhouse = farm.greenhouses.find((one) => one.id === id);
  const back = (
    <Link class="back" href={pathOf({ view: "farm", farmId: farm.id })}>
      <BackIcon />
      {texts.back}
    </Link>
  );
  return (
    <>
      {back}
      {greenhouse === undefined ? <p>{texts.unknown}</p> : <Body greenhouse={greenhouse} />}
    </>
  );
}

function Body({ greenhouse }: { readonly greenhouse: Greenhouse }): VNode {
  const farm = useFarm();
  const { speech } = usePage();
  const { texts } = speech;
  const [watch] = useGreenhouses([greenhouse.id]);
  const knownUntil = useKnownUntil();
  if (!watch?.isReady) return <BodyToCome greenhouse={greenhouse} />;
  const sensors = farm.sensors.filter((sensor) => sensor.greenhouse === greenhouse.id);
  const states = watch.statesOf(sensors, knownUntil);
  const attention = attentionOf(greenhouse, sensors, states);
  const first = sensors[0];
  const isSilentFromBirth =
    watch.isDayRead && [...states.values()].every(({ freshness }) => freshness === "never");
  const table = <SensorTable sensors={sensors} states={states} />;
  return (
    <>
      <h1>{greenhouse.name}</h1>
      <AttentionList all={attention} />
      {watch.problem && <p class="fault">{texts.problems[watch.problem]}</p>}
      <Tiles {...{ greenhouse, sensors, states }} isDayRead={watch.isDayRead} />
      {isSilentFromBirth && first !== undefined && (
        <section class="card">
          <p>{texts.greenhouse.noReadings}</p>
          <Snippet uid={first.uid} language="shell" />
        </section>
      )}
      {sensors.length === 0 && table}
      <ChartPanels {...{ greenhouse, watch, sensors, states }} />
      {sensors.length > 0 && table}
    </>
  );
}

/** Until the newest values are there. What needs attention comes with them, above all else. */
function BodyToCome({ greenhouse }: { readonly greenhouse: Greenhouse }): VNode {
  const { loading } = usePage().speech.texts;
  return (
    <>
      <h1>{greenhouse.name}</h1>
      <div class="tiles skeleton" role="status" aria-label={loading}>
        {CHARTED.map((measurement) => (
          <div
            key={measurement}
            class={`skeleton-tile ${greenhouse.thresholds[measurement] ? "has-bounds" : ""}`}
          />
        ))}
      </div>
      <div class="skeleton">
        {CHARTED.map((measurement) => (
          <div key={measurement} class="skeleton-card" />
        ))}
      </div>
    </>
  );
}
