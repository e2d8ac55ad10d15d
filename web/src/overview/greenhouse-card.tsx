/** A greenhouse at a glance: its newest values, their last day, and what needs attention. */

import type { VNode } from "preact";
import type { SensorState } from "../model/latest";
import { CHARTED } from "../model/measurement";
import type { Charted } from "../model/measurement";
import { pathOf } from "../model/route";
import { figureOf, newestReading } from "../model/summary";
import { AttentionLine } from "../shared/attention";
import { useFarm } from "../shared/farm";
import type { LiveGreenhouse } from "../shared/farm";
import { useNow } from "../shared/hooks";
import { ForwardIcon } from "../shared/icons";
import { Newest, NewestSkeleton } from "../shared/newest";
import { usePage } from "../shared/page";
import { Link } from "../shared/router";
import { Value } from "../shared/value";
import { useSpanText } from "../shared/words";
import { Sparkline } from "./sparkline";

export function GreenhouseCard(props: LiveGreenhouse): VNode {
  const { greenhouse, watch, sensors, states, attention } = props;
  const { texts } = usePage();
  const { farm } = texts;
  const { id: farmId } = useFarm();
  const newest = newestReading([...states.values()]);
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
        {!newest && !watch.isDayRead && <NewestSkeleton />}
        {!newest && watch.isDayRead && (
          <p class="quiet">
            {sensors.length === 0
              ? farm.noSensors
              : hasValues(states)
                ? texts.freshness.olderThan
                : farm.noReadings}
          </p>
        )}
        {watch.problem && <p class="error">{texts.problems[watch.problem]}</p>}
      </div>
    </article>
  );
}

function hasValues(states: ReadonlyMap<string, SensorState>): boolean {
  return [...states.values()].some(({ values }) => Object.keys(values).length > 0);
}

interface MetricProps extends LiveGreenhouse {
  readonly measurement: Charted;
}

function Metric({ measurement, watch, sensors, states, air }: MetricProps): VNode {
  const { texts, format } = usePage();
  const spanText = useSpanText();
  const now = useNow();
  const figure = figureOf(air, measurement);
  const count = figure?.uids.length ?? 0;
  const only = sensors.find(({ uid }) => uid === figure?.uids[0]);
  const latest = states.get(only?.uid ?? "")?.values[measurement];
  const age = latest?.isStale && latest.at !== undefined ? format.age(latest.at, now) : "";
  return (
    <div class="metric">
      <p class="label">{texts.measurements[measurement]}</p>
      <Value measurement={measurement} figure={figure} isSmall />
      <p class="metric-note">{count > 1 ? texts.greenhouse.median(count) : only?.name}</p>
      <p class="metric-note">{figure && count > 1 ? spanText(figure, measurement, false) : age}</p>
      <Sparkline
        rows={sensors.map(({ uid }) => watch.feed.readingsOf(uid))}
        measurement={measurement}
        now={now}
      />
    </div>
  );
}
