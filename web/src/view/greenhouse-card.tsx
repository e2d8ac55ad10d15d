/** A greenhouse at a glance: its newest values, their last day, and what needs attention. */

import type { VNode } from "preact";
import type { GreenhouseWatch } from "../data/greenhouse-watch";
import type { Attention } from "../model/attention";
import type { Greenhouse, Sensor } from "../model/farm";
import type { SensorState } from "../model/latest";
import { CHARTED } from "../model/measurement";
import type { Charted } from "../model/measurement";
import { pathOf } from "../model/route";
import { figureOf, newestReading } from "../model/summary";
import { AttentionLine } from "./attention-list";
import { useFarm } from "./farm-context";
import { useNow } from "./hooks";
import { ForwardIcon } from "./icons";
import { Newest, NewestToCome } from "./newest";
import { usePage } from "./page";
import { Link } from "./router";
import { useSpanText } from "./span-text";
import { Sparkline } from "./sparkline";
import { Value } from "./value";

export interface GreenhouseCardProps {
  readonly greenhouse: Greenhouse;
  readonly watch: GreenhouseWatch;
  readonly sensors: readonly Sensor[];
  readonly states: ReadonlyMap<string, SensorState>;
  readonly attention: readonly Attention[];
}

export function GreenhouseCard(props: GreenhouseCardProps): VNode {
  const { greenhouse, watch, sensors, attention } = props;
  const { speech } = usePage();
  const { farm } = speech.texts;
  const { id: farmId } = useFarm();
  const states = [...props.states.values()];
  const newest = newestReading(states);
  const [first] = attention;
  return (
    <article class="card greenhouse-card" aria-labelledby={`name-${greenhouse.id}`}>
      <h3 id={`name-${greenhouse.id}`}>
        <Link href={pathOf({ view: "greenhouse", farmId, greenhouseId: greenhouse.id })}>
          {greenhouse.name}
          <ForwardIcon />
        </Link>
      </h3>
      <div class="metrics">
        {CHARTED.map((measurement) => (
          <Metric key={measurement} measurement={measurement} {...props} />
        ))}
      </div>
      <div class="card-foot">
        {first && <AttentionLine attention={first} />}
        {attention.length > 1 && <p class="quiet">{farm.more(attention.length - 1)}</p>}
        {newest && <Newest newest={newest} sensors={sensors} />}
        {!newest && !watch.isDayRead && <NewestToCome />}
        {watch.isDayRead && newest === undefined && (
          <p class="quiet">{sensors.length === 0 ? farm.noSensors : farm.noReadings}</p>
        )}
        {watch.problem && <p class="fault">{speech.texts.problems[watch.problem]}</p>}
      </div>
    </article>
  );
}

function Metric({
  measurement,
  watch,
  sensors,
  ...props
}: GreenhouseCardProps & { readonly measurement: Charted }): VNode {
  const { texts } = usePage().speech;
  const spanText = useSpanText({ hasUnit: false });
  const now = useNow();
  const figure = figureOf([...props.states.values()], measurement);
  const count = figure?.uids.length ?? 0;
  const only = sensors.find(({ uid }) => uid === figure?.uids[0]);
  return (
    <div class="metric">
      <p class="label">{texts.measurements[measurement]}</p>
      <Value measurement={measurement} figure={figure} isSmall />
      <p class="metric-note">{count > 1 ? texts.greenhouse.median(count) : only?.name}</p>
      <p class="metric-note">{figure && count > 1 && spanText(figure, measurement)}</p>
      <Sparkline
        rows={sensors.map(({ uid }) => watch.feed.readingsOf(uid))}
        measurement={measurement}
        now={now}
      />
    </div>
  );
}
