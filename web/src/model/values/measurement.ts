/** Chooses the quantities that the page shows for a greenhouse. */

import { MAX_ON_CARD } from "@greenhouse/domain/identity/farm-records";
import { MEASUREMENTS, SHOWN } from "@greenhouse/domain/quantities/measurements";
import type { Measurement, Shown } from "@greenhouse/domain/quantities/measurements";

export type { Shown };
/** A quantity with a tile and a chart. */
export type Charted = Measurement & Shown;
export const CHARTED = MEASUREMENTS.filter((measurement) => measurement !== "battery");

/** The quantities that come first. */
const USUAL: readonly Shown[] = ["temperature", "humidity"];

/** Returns the measured quantities of a greenhouse, and the quantities that are computed from them. */
export function shownOf(measured: readonly Charted[]): readonly Shown[] {
  const isComputed = USUAL.every((quantity) => measured.includes(quantity as Charted));
  return SHOWN.filter(
    (quantity) =>
      measured.includes(quantity as Charted) ||
      (isComputed && !CHARTED.includes(quantity as Charted)),
  );
}

/** Returns the quantities of a greenhouse's card. @param chosen by its owners @param all quantities with figures */
export function cardOf(chosen: readonly Shown[], all: readonly Shown[]): readonly Shown[] {
  const [own = all.slice(0, 2)] = [chosen, USUAL]
    .map((quantities) => quantities.filter((quantity) => all.includes(quantity)))
    .filter((quantities) => quantities.length > 0);
  return own;
}

/**
 * Returns the owners' choice after they tick a quantity. Earlier choices that are not measured now stay while there is
 * space.
 * @param ticked measured quantities
 */
export function chosenOf(
  ticked: readonly Shown[],
  before: readonly Shown[],
  measured: readonly Shown[],
): readonly Shown[] {
  const unmeasured = before.filter((quantity) => !measured.includes(quantity));
  return [...ticked, ...unmeasured].slice(0, MAX_ON_CARD);
}
