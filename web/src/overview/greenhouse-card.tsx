/** A greenhouse at a glance: its newest values, the last day with its lows and highs, and its state in one word. */

import type { VNode } from "preact";
import { useRef } from "preact/hooks";
import { cardOf, shownOf } from "../model/values/measurement";
import { isOfLimits } from "../model/findings/coverage";
import { pathOf } from "../model/input/route";
import { countedFor, figureOf } from "../model/values/summary";
import { SetLimits } from "../shared/problems/coverage-notes";
import { newestOf, useFarm } from "../shared/hooks/farm";
import type { LiveGreenhouse } from "../shared/hooks/farm";
import { useAsOf, useNear } from "../shared/hooks/hooks";
import { ForwardIcon } from "../shared/controls/icons";
import { usePage } from "../shared/hooks/page";
import { Link } from "../shared/hooks/router";
import { hasDay, Metrics } from "./card-metrics";

/** Cards are read when they are this close to the screen. */
const NEAR = "80px";

/** The known state of the greenhouse: a colour and a word. */
export type CardState = "bad" | "warn" | "in-hand" | "unchecked" | "well";

export interface GreenhouseCardProps extends LiveGreenhouse {
  readonly state: CardState;
}

export function GreenhouseCard({ state, ...live }: GreenhouseCardProps): VNode {
  const { greenhouse, senders, sensors, gap, problem } = live;
  const { texts } = usePage();
  const { farm } = texts;
  const { id: farmId } = useFarm();
  const card = useRef<HTMLElement>(null);
  const isNear = useNear(card, NEAR);
  const hasReadings = newestOf([live]) !== undefined;
  // Old values do not show that a greenhouse is fine now.
  const isDoubted = useAsOf() !== undefined || !hasReadings;
  const all = shownOf(senders.measured).flatMap((measurement) => {
    const figure = figureOf(countedFor(measurement, live), measurement);
    return figure === undefined ? [] : [{ measurement, figure }];
  });
  const onCard = cardOf(
    greenhouse.card,
    all.map(({ measurement }) => measurement),
  );
  const measured = all.filter(({ measurement }) => onCard.includes(measurement));
  return (
    <article
      ref={card}
      class={`card greenhouse-card ${state}`}
      aria-labelledby={`name-${greenhouse.id}`}
    >
      <div class="card-head">
        <h3 id={`name-${greenhouse.id}`}>
          <Link href={pathOf({ view: "greenhouse", farmId, greenhouseId: greenhouse.id })}>
            <span>{greenhouse.name}</span>
          </Link>
        </h3>
        {sensors.length === 0 && <p class="quiet">{farm.noSensors}</p>}
        {sensors.length > 0 && !(isDoubted && state === "well") && (
          <p class={`card-state ${state}`}>{farm.cardWords[state]}</p>
        )}
        <ForwardIcon />
      </div>
      {sensors.length > 0 && gap !== undefined && gap !== "no-readings" && (
        <p class="quiet card-gap">
          {farm.gaps[gap]} {isOfLimits(gap) && <SetLimits id={greenhouse.id} />}
        </p>
      )}
      {sensors.length > 0 &&
        (isNear ? (
          <Metrics {...live} measured={measured} quantities={onCard.filter(hasDay)} />
        ) : (
          <div class="metrics-space" />
        ))}
      {sensors.length > 0 && !hasReadings && (
        <p class="quiet">{measured.length > 0 ? texts.freshness.untimed : farm.noReadings}</p>
      )}
      {problem && <p class="error">{texts.problems[problem]}</p>}
    </article>
  );
}
