/** The quantities that the overview shows of a greenhouse, with their figures. */

import type { Shown } from "@greenhouse/domain/quantities/measurements";
import { cardOf, shownOf } from "../model/values/measurement";
import { alarmOf, countedFor, figureOf, headlineOf } from "../model/values/summary";
import type { Figure, Headline } from "../model/values/summary";
import type { LiveGreenhouse } from "../shared/hooks/farm";

export interface CardFigure {
  readonly measurement: Shown;
  readonly figure: Figure;
}

/** Returns the figures in the order of the page. Leaves out quantities without a value. */
export function cardFigures(live: LiveGreenhouse): readonly CardFigure[] {
  const all = shownOf(live.senders.measured).flatMap((measurement) => {
    const figure = figureOf(countedFor(measurement, live), measurement);
    return figure === undefined ? [] : [{ measurement, figure }];
  });
  const onCard = cardOf(
    live.greenhouse.card,
    all.map(({ measurement }) => measurement),
  );
  return all.filter(({ measurement }) => onCard.includes(measurement));
}

/** Returns the large figure of a quantity, as the card and the list show it. */
export function cardHeadline(live: LiveGreenhouse, { measurement, figure }: CardFigure): Headline {
  const { findings, greenhouse, isNight } = live;
  const alarm = alarmOf(measurement, figure, findings, greenhouse.thresholds, isNight);
  return headlineOf(figure, alarm);
}
