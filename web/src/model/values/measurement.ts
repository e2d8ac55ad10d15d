/** Which quantities the page shows of a greenhouse. */

import { MAX_ON_CARD } from "@greenhouse/domain/identity/farm-records";
import { MEASUREMENTS, SHOWN } from "@greenhouse/domain/quantities/measurements";
import type { Measurement, Shown } from "@greenhouse/domain/quantities/measurements";

export type { Shown };
/** What has a tile and a chart. */
export type Charted = Measurement & Shown;
export const CHARTED = MEASUREMENTS.filter((measurement) => measurement !== "battery");

/** What stands first. */
const USUAL: readonly Shown[] = ["temperature", "humidity"];

/** What a greenhouse measures, and what is computed from that. */
export function shownOf(measured: readonly Charted[]): readonly Shown[] {
  const isComputed = USUAL.every((one) => measured.includes(one as Charted));
  return SHOWN.filter(
    (one) => measured.includes(one as Charted) || (isComputed && !CHARTED.includes(one as Charted)),
  );
}

/** What stands on the card of a greenhouse. @param chosen by its owners @param all what it has figures of */
export function cardOf(chosen: readonly Shown[], all: readonly Shown[]): readonly Shown[] {
  const [own = all.slice(0, 2)] = [chosen, USUAL]
    .map((some) => some.filter((one) => all.includes(one)))
    .filter((some) => some.length > 0);
  return own;
}

/**
 * What its owners have chosen once they tick something: also what was chosen before and is not measured now, while
 * there is room.
 * @param ticked of what is measured
 */
export function chosenOf(
  ticked: readonly Shown[],
  before: readonly Shown[],
  measured: readonly Shown[],
): readonly Shown[] {
  const unmeasured = before.filter((one) => !measured.includes(one));
  return [...ticked, ...unmeasured].slice(0, MAX_ON_CARD);
}
