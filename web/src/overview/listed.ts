/** The greenhouses of the overview with the facts that they are sorted by. */

import type { ListedGreenhouse } from "../model/farm/greenhouse-list";
import { stateOfCard } from "../model/findings/card-states";
import type { Troubled } from "../model/findings/card-states";
import type { FarmProblem } from "../model/findings/farm-problems";
import type { Headline } from "../model/values/summary";
import type { Shown } from "../model/values/measurement";
import type { LiveGreenhouse } from "../shared/hooks/farm";
import { cardFigures, cardHeadline } from "./card-figures";

export interface Listed extends ListedGreenhouse {
  readonly live: LiveGreenhouse;
  /** Its worst problem. */
  readonly worst: FarmProblem | undefined;
}

export function listedOf(
  greenhouses: readonly LiveGreenhouse[],
  troubled: ReadonlyMap<string, Troubled>,
): readonly Listed[] {
  return greenhouses.map((live) => ({
    live,
    name: live.greenhouse.name,
    state: stateOfCard(live, troubled),
    worst: troubled.get(live.greenhouse.id)?.worst,
    temperature: headlineIn(live, "temperature")?.value,
  }));
}

/** Returns the large figure of a quantity; undefined if the overview does not show the quantity. */
export function headlineIn(
  live: LiveGreenhouse,
  quantity: Shown | undefined,
): Headline | undefined {
  const found = cardFigures(live).find(({ measurement }) => measurement === quantity);
  return found && cardHeadline(live, found);
}
