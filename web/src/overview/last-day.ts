/** The last 24 hours of a greenhouse for the overview, with listeners that run while a component reads them. */

import type { Quantity } from "@greenhouse/domain/quantities/measurements";
import { dayOf } from "../data/history/day-watch";
import type { LastDay } from "../model/days/last-day";
import { useFarm } from "../shared/hooks/farm";
import type { LiveGreenhouse } from "../shared/hooks/farm";
import { usePage } from "../shared/hooks/page";

/** @param quantities all with a median, and the same for all readers on the screen */
export function useLastDay(
  { watch, greenhouse }: LiveGreenhouse,
  quantities: readonly Quantity[],
): LastDay {
  const { connection } = usePage();
  const { greenhouses } = useFarm();
  const settings = { connection, greenhouse: watch, greenhouseId: greenhouse.id, quantities };
  return dayOf({ ...settings, greenhouses: greenhouses.length }).day.value;
}
