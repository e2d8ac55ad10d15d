/** The greenhouses of a large farm on a phone: a row each, problems first. */

import type { KnownOutput } from "@greenhouse/domain/outputs/model";
import type { VNode } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { hasMedian } from "@greenhouse/domain/quantities/measurements";
import type { Quantity } from "@greenhouse/domain/quantities/measurements";
import type { CardState } from "../model/findings/card-states";
import type { FarmProblem } from "../model/findings/farm-problems";
import {
  hasProblem,
  listGreenhouses,
  ORDERS,
  parseGreenhouseFilter,
  searchOfGreenhouses,
  SHOWN,
} from "../model/farm/greenhouse-list";
import type { GreenhouseFilter } from "../model/farm/greenhouse-list";
import { pathOf } from "../model/input/route";
import { Select } from "../shared/controls/controls";
import { ForwardIcon } from "../shared/controls/icons";
import { useAddressFilter } from "../shared/hooks/address-filter";
import { newestOf, useFarm } from "../shared/hooks/farm";
import type { LiveGreenhouse } from "../shared/hooks/farm";
import { useAsOf, useNear } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { Link } from "../shared/hooks/router";
import { useSame } from "../shared/hooks/stable";
import { Value } from "../shared/values/value";
import { useOverviewTexts } from "../text/overview";
import { cardFigures } from "./card-figures";
import { NEAR } from "./greenhouse-card";
import { useLastDay } from "./last-day";
import { headlineIn } from "./listed";
import type { Listed } from "./listed";
import { RunningOutputs } from "./running-outputs";
import { WorstProblem } from "./worst-problem";

export interface GreenhouseRowsProps {
  readonly greenhouses: readonly Listed[];
  readonly outputsOf: (greenhouseId: string) => readonly KnownOutput[];
}

export function GreenhouseRows(props: GreenhouseRowsProps): VNode {
  const { greenhouses: all, outputsOf } = props;
  const { format, locale } = usePage();
  const { list } = useOverviewTexts();
  const [filter, setFilter] = useAddressFilter(parseGreenhouseFilter, searchOfGreenhouses);
  const rows = listGreenhouses(all, filter, locale);
  const counts = { all: all.length, problems: all.filter(hasProblem).length };
  return (
    <>
      <div class="list-tools">
        <div class="segments" role="group" aria-label={list.filter}>
          {SHOWN.map((shown) => (
            <button
              key={shown}
              type="button"
              aria-pressed={shown === filter.shown}
              disabled={counts[shown] === 0 && shown !== filter.shown}
              onClick={() => setFilter({ ...filter, shown })}
            >
              {list.shown[shown]} <span class="amount">{format.count(counts[shown])}</span>
            </button>
          ))}
        </div>
        <Select
          label={list.order}
          isLabelHidden
          value={filter.order}
          options={ORDERS.map((order) => [order, list.orders[order]] as const)}
          onValue={(order) => setFilter({ ...filter, order: order as GreenhouseFilter["order"] })}
        />
      </div>
      {rows.length === 0 && <p class="card">{list.none}</p>}
      {rows.length > 0 && (
        <ul class="plain card greenhouse-rows">
          {rows.map(({ live, state, worst }) => {
            const { id } = live.greenhouse;
            return <KeptRow key={id} {...{ live, state, worst }} outputs={outputsOf(id)} />;
          })}
        </ul>
      )}
    </>
  );
}

interface RowProps {
  readonly live: LiveGreenhouse;
  readonly state: CardState;
  /** Its worst problem. */
  readonly worst: FarmProblem | undefined;
  readonly outputs: readonly KnownOutput[];
}

/** Rendered again only if its own values change. */
function KeptRow({ live, state, worst, outputs }: RowProps): VNode {
  const kept = useSame({ worst, outputs });
  return useMemo(() => <GreenhouseRow {...{ live, state }} {...kept} />, [live, state, kept]);
}

function GreenhouseRow({ live, state, worst, outputs }: RowProps): VNode {
  const { greenhouse, sensors } = live;
  const { texts } = usePage();
  const { id: farmId } = useFarm();
  const row = useRef<HTMLLIElement>(null);
  const isNear = useNear(row, NEAR);
  const untold = worst?.alert === undefined ? worst?.measurement : undefined;
  const isDoubted = useAsOf() !== undefined || newestOf([live]) === undefined;
  const quantity = cardFigures(live)[0]?.measurement;
  const headline = headlineIn(live, quantity);
  const word = texts.farm.cardWords[state];
  return (
    <li ref={row} class={`greenhouse-row ${state}`}>
      <div class="row-words">
        <Link href={pathOf({ view: "greenhouse", farmId, greenhouseId: greenhouse.id })}>
          {greenhouse.name}
        </Link>
        <p class={`row-state ${state}`}>
          {sensors.length === 0 && texts.farm.noSensors}
          {sensors.length > 0 && worst === undefined && !(isDoubted && state === "well") && word}
          {worst && (
            <>
              <b>{word}</b>: <WorstProblem live={live} worst={worst} figure={quantity} />
            </>
          )}
        </p>
        {isNear && untold && hasMedian(untold) && <Beginning live={live} quantity={untold} />}
        <RunningOutputs outputs={outputs} />
      </div>
      {quantity && <Value measurement={quantity} headline={headline} isSmall />}
      <ForwardIcon />
    </li>
  );
}

interface BeginningProps {
  readonly live: LiveGreenhouse;
  readonly quantity: Quantity;
}

/** Reads the last day, which shows when a problem without an alert began. A card reads it anyway. Renders nothing. */
function Beginning({ live, quantity }: BeginningProps): null {
  useLastDay(live, [quantity]);
  return null;
}
