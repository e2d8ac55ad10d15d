/** The farm: whether everything is fine and checked. If not, which sensor has a problem and since when. */

import type { VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { waitingOf } from "../model/findings/farm-problems";
import type { FarmProblem } from "../model/findings/farm-problems";
import { ServiceBar } from "../shared/problems/alerts";
import { severityOf } from "../shared/problems/severity";
import { ProblemList } from "../shared/problems/problem-list";
import { useFarmProblems, useFarm, useGreenhouses } from "../shared/hooks/farm";
import type { LiveGreenhouse } from "../shared/hooks/farm";
import { CardSkeletons } from "../shared/controls/skeleton";
import { useNow } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { AddGreenhouse } from "./add-greenhouse";
import { FirstSteps } from "./first-steps";
import { GreenhouseCard } from "./greenhouse-card";
import type { CardState } from "./greenhouse-card";
import "./overview.css";

export function Overview(): VNode {
  const farm = useFarm();
  const { texts } = usePage();
  const cards = useGreenhouses(farm.greenhouses);
  // Everything appears together, so that the list does not push the cards down.
  const farmProblems = useFarmProblems();
  const { isReady, problems } = farmProblems;
  const states = statesOf(problems, useNow());
  const isOwner = farm.role === "owner";
  const count = useGrowingCount(isReady ? cards.length : 0);
  const isWatched = farm.limits.silentAfter !== undefined;
  return (
    <>
      <h1 class="overview-title">{farm.name}</h1>
      {cards.length > 0 && <ProblemList {...farmProblems} />}
      {isWatched && <ServiceBar />}
      {isOwner && isReady && <FirstSteps greenhouses={cards} />}
      <h2 class="visually-hidden">{texts.farm.greenhouses}</h2>
      {cards.length === 0 && (
        <>
          <p class="quiet">{texts.farm.noGreenhouses}</p>
          {isOwner && <AddGreenhouse />}
        </>
      )}
      {isReady ? (
        <ul key="cards" class="plain cards">
          {cards.slice(0, count).map((card) => (
            <li key={card.greenhouse.id}>
              <Card
                live={card}
                state={states.get(card.greenhouse.id) ?? (card.gap ? "unchecked" : "well")}
              />
            </li>
          ))}
        </ul>
      ) : (
        <CardSkeletons count={cards.length} />
      )}
      {/* Shown last, because cards that appear later would push it down. */}
      {count >= cards.length && isOwner && cards.length > 0 && (
        <div class="page-foot">
          <AddGreenhouse />
        </div>
      )}
    </>
  );
}

/** The number of cards that are rendered together. Twenty cards together would block a phone. */
const CARDS = 4;

/** Returns a count that grows from 0 to `whole` by a few in each frame, after the status above has been rendered. */
function useGrowingCount(whole: number): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (count >= whole) return undefined;
    const timer = setTimeout(() => setCount(count + CARDS));
    return () => clearTimeout(timer);
  }, [count, whole]);
  return count;
}

/** Rendered again only if its own values change. */
function Card({
  live,
  state,
}: {
  readonly live: LiveGreenhouse;
  readonly state: CardState;
}): VNode {
  return useMemo(() => <GreenhouseCard {...live} state={state} />, [live, state]);
}

/**
 * Returns the state of each greenhouse with problems, by its id.
 * @param problems the worst first. A storm has tens of thousands, so the function reads them once for all cards
 */
function statesOf(problems: readonly FarmProblem[], now: number): ReadonlyMap<string, CardState> {
  const states = new Map<string, CardState>();
  for (const { greenhouse } of problems) states.set(greenhouse, "in-hand");
  for (const problem of waitingOf(problems, now).toReversed()) {
    states.set(problem.greenhouse, severityOf(problem));
  }
  return states;
}
