/** The farm: whether everything is fine and checked. If not, which sensor has a problem and since when. */

import type { KnownOutput } from "@greenhouse/domain/outputs/model";
import type { VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { listGreenhouses, NO_FILTER } from "../model/farm/greenhouse-list";
import { troubledOf } from "../model/findings/card-states";
import { ServiceBar } from "../shared/problems/alerts";
import { ProblemList } from "../shared/problems/problem-list";
import {
  useFarmProblems,
  useFarm,
  useGreenhouses,
  useOutputsByGreenhouse,
} from "../shared/hooks/farm";
import type { LiveGreenhouse } from "../shared/hooks/farm";
import { CardSkeletons } from "../shared/controls/skeleton";
import { useMedia, useNow } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { useAction, useSame } from "../shared/hooks/stable";
import { AddGreenhouse } from "./add-greenhouse";
import { FirstSteps } from "./first-steps";
import { GreenhouseCard } from "./greenhouse-card";
import type { GreenhouseCardProps } from "./greenhouse-card";
import { GreenhouseRows } from "./greenhouse-rows";
import { listedOf } from "./listed";
import "./overview.css";

export function Overview(): VNode {
  const farm = useFarm();
  const { texts, locale } = usePage();
  const cards = useGreenhouses(farm.greenhouses);
  // Everything appears together, so that the list does not push the cards down.
  const farmProblems = useFarmProblems();
  const outputs = useOutputsByGreenhouse();
  const outputsOf = (id: string): readonly KnownOutput[] => outputs?.get(id) ?? [];
  const { problems } = farmProblems;
  const troubled = troubledOf(problems, useNow());
  const listed = listedOf(cards, troubled);
  const isOwner = farm.role === "owner";
  const [areStepsKnown, setStepsKnown] = useState(false);
  const isReady = farmProblems.isReady && (areStepsKnown || !isOwner);
  const noteSteps = useAction(() => setStepsKnown(true));
  const isListed = useMedia("(max-width: 719px)") && cards.length >= MIN_LISTED;
  const count = useGrowingCount(isReady ? cards.length : 0);
  const isWatched = farm.limits.silentAfter !== undefined;
  return (
    <>
      <h1 class="overview-title">{farm.name}</h1>
      {cards.length > 0 && <ProblemList {...farmProblems} isReady={isReady} />}
      {isWatched && <ServiceBar />}
      {isOwner && <FirstSteps greenhouses={cards} isReady={isReady} onKnown={noteSteps} />}
      <h2 class="visually-hidden">{texts.farm.greenhouses}</h2>
      {cards.length === 0 && (
        <>
          <p class="quiet">{texts.farm.noGreenhouses}</p>
          {isOwner && <AddGreenhouse />}
        </>
      )}
      {isReady && isListed && <GreenhouseRows greenhouses={listed} outputsOf={outputsOf} />}
      {isReady && !isListed && (
        <ul key="cards" class="plain cards">
          {listGreenhouses(listed, NO_FILTER, locale)
            .slice(0, count)
            .map(({ live, state, worst }) => (
              <li key={live.greenhouse.id}>
                <Card {...{ live, state, worst }} outputs={outputsOf(live.greenhouse.id)} />
              </li>
            ))}
        </ul>
      )}
      {!isReady && <CardSkeletons count={cards.length} />}
      {/* Shown last, because cards that appear later would push it down. */}
      {count >= cards.length && isOwner && cards.length > 0 && (
        <div class="page-foot">
          <AddGreenhouse />
        </div>
      )}
    </>
  );
}

/** On a phone, a farm with at least this many greenhouses is a list of rows. Cards would take seven screens. */
const MIN_LISTED = 6;

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

interface CardProps extends Omit<GreenhouseCardProps, keyof LiveGreenhouse> {
  readonly live: LiveGreenhouse;
}

/** Rendered again only if its own values change. */
function Card({ live, state, worst, outputs }: CardProps): VNode {
  const kept = useSame({ worst, outputs });
  return useMemo(() => <GreenhouseCard {...live} {...kept} state={state} />, [live, state, kept]);
}
