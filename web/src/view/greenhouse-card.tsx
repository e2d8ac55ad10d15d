/** A greenhouse at a glance: its newest values, their last day, and what needs attention. */

import type { VNode } from "preact";
import type { GreenhouseWatch } from "../data/greenhouse-watch";
import type { Attention } from "../model/attention";
import type { Greenhouse, Sensor } from "../model/farm";
import { newestValue } from "../model/latest";
import type { SensorState } from "../model/latest";
import { CHARTED } from "../model/measurement";
import { pathOf } from "../model/route";
import { AttentionLine } from "./attention-list";
import { useFarm } from "./farm-context";
import { useNow } from "./hooks";
import { ForwardIcon } from "./icons";
import { usePage } from "./page";
import { Link } from "./router";
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
  const { speech, format } = usePage();
  const { farm } = speech.texts;
  const { id: farmId } = useFarm();
  const now = useNow();
  const states = [...props.states.values()];
  const { isDayRead } = watch;
  const times = states.flatMap(({ at }) => at ?? []);
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
          <div key={measurement} class="metric">
            <p class="label">{speech.texts.measurements[measurement]}</p>
            <Value measurement={measurement} latest={newestValue(states, measurement)} isSmall />
            <Sparkline
              rows={sensors.map(({ uid }) => watch.feed.readingsOf(uid))}
              measurement={measurement}
              now={now}
            />
          </div>
        ))}
      </div>
      <div class="card-foot">
        {first && <AttentionLine attention={first} />}
        <p class="quiet">
          {attention.length > 1 && `${farm.more(attention.length - 1)} · `}
          {times.length > 0 && farm.newest(format.age(Math.max(...times), now))}
          {isDayRead &&
            times.length === 0 &&
            (sensors.length === 0 ? farm.noSensors : farm.noReadings)}
        </p>
        {watch.problem && <p class="fault">{speech.texts.problems[watch.problem]}</p>}
      </div>
    </article>
  );
}
