/** A greenhouse at a glance: its newest values, the last day with its lows and highs, and its state in one word. */

import type { KnownOutput } from "@greenhouse/domain/outputs/model";
import { hasMedian } from "@greenhouse/domain/quantities/measurements";
import type { VNode } from "preact";
import { useRef } from "preact/hooks";
import type { CardState } from "../model/findings/card-states";
import type { FarmProblem } from "../model/findings/farm-problems";
import { isOfLimits } from "../model/findings/coverage";
import { pathOf } from "../model/input/route";
import { SetLimits } from "../shared/problems/coverage-notes";
import { newestOf, useFarm } from "../shared/hooks/farm";
import type { LiveGreenhouse } from "../shared/hooks/farm";
import { useAsOf, useNear } from "../shared/hooks/hooks";
import { ForwardIcon } from "../shared/controls/icons";
import { usePage } from "../shared/hooks/page";
import { Link } from "../shared/hooks/router";
import { cardFigures } from "./card-figures";
import { Metrics } from "./card-metrics";
import { RunningOutputs } from "./running-outputs";
import { WorstProblem } from "./worst-problem";

/** Cards and rows are read when they are this close to the screen. */
export const NEAR = "80px";

export interface GreenhouseCardProps extends LiveGreenhouse {
  readonly state: CardState;
  /** Its worst problem. */
  readonly worst: FarmProblem | undefined;
  readonly outputs: readonly KnownOutput[];
}

export function GreenhouseCard({ state, worst, outputs, ...live }: GreenhouseCardProps): VNode {
  const { greenhouse, sensors, gap, problem } = live;
  const { texts } = usePage();
  const { farm } = texts;
  const { id: farmId } = useFarm();
  const card = useRef<HTMLElement>(null);
  const isNear = useNear(card, NEAR);
  const hasReadings = newestOf([live]) !== undefined;
  // Old values do not show that a greenhouse is fine now.
  const isDoubted = useAsOf() !== undefined || !hasReadings;
  const measured = cardFigures(live);
  const quantities = measured.map(({ measurement }) => measurement).filter(hasMedian);
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
      {worst && (
        <p class={`card-problem ${state}`}>
          <WorstProblem live={live} worst={worst} figure={measured[0]?.measurement} />
        </p>
      )}
      {sensors.length > 0 && gap !== undefined && gap !== "no-readings" && (
        <p class="quiet card-gap">
          {farm.gaps[gap]} {isOfLimits(gap) && <SetLimits id={greenhouse.id} />}
        </p>
      )}
      <RunningOutputs outputs={outputs} />
      {sensors.length > 0 &&
        (isNear ? (
          <Metrics {...live} measured={measured} quantities={quantities} />
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
