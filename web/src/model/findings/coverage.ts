/** Whether a greenhouse's values are compared with limits. Only then may the page say "fine". */

import { counts } from "@greenhouse/domain/alerts/findings";
import { quantitiesOf } from "@greenhouse/domain/alerts/condition";
import { boundsAt, DERIVED, MEASUREMENTS, SHOWN } from "@greenhouse/domain/quantities/measurements";
import type { Quantity, Thresholds } from "@greenhouse/domain/quantities/measurements";
import type { Place } from "@greenhouse/domain/sun";
import { edgesOf } from "../plot/band";
import type { Sensor } from "../farm/farm";
import type { SensorState } from "../values/latest";

/**
 * Why a greenhouse cannot be called fine. Nothing is checked, except for `no-temperature`, where only cold would go
 * unnoticed.
 * - `by-night`: the limits apply only at night, and it is day
 * - `no-values`: quantities with limits were measured once, but not recently
 */
export type Gap =
  "no-limits" | "no-readings" | "not-measured" | "by-night" | "no-values" | "no-temperature";

/** Whether owners can close the gap in the form of the limits. */
export function isOfLimits(gap: Gap | undefined): boolean {
  return gap === "no-limits" || gap === "not-measured" || gap === "no-temperature";
}

export interface Checkable {
  readonly thresholds: Thresholds;
  /** Without a location it is never night, so limits for the night check nothing. */
  readonly place: Place | undefined;
  readonly isNight: boolean;
  /** The sensors that are assigned to the greenhouse. */
  readonly sensors: readonly Sensor[];
  readonly states: ReadonlyMap<string, SensorState>;
  /** Whether there is a problem. The greenhouse is then never called fine. */
  readonly isReported: boolean;
}

/**
 * Returns the gap. Undefined if at least one value that counts has a limit now, and a measured air temperature has a
 * limit.
 */
export function gapOf(greenhouse: Checkable): Gap | undefined {
  const { thresholds, place, isNight, sensors, states, isReported } = greenhouse;
  const limited = SHOWN.filter((quantity) => {
    const { mins, maxs } = edgesOf(thresholds[quantity], place);
    return mins.length + maxs.length > 0;
  });
  if (limited.length === 0) return "no-limits";
  const measuring = sensors.flatMap(({ uid, role }) => {
    const state = states.get(uid);
    return state === undefined || Object.keys(state.values).length === 0 ? [] : [{ state, role }];
  });
  if (measuring.length === 0) return "no-readings";
  const quantities = measuring.map(({ state, role }) => {
    const measured = measuredBy(state).filter((quantity) => counts(quantity, role));
    return { live: quantitiesOf(state), measured };
  });
  const isMeasured = (quantity: Quantity): boolean =>
    quantities.some(({ measured }) => measured.includes(quantity));
  const own = limited.filter(isMeasured);
  if (own.length === 0) return "not-measured";
  const holding = own.filter((quantity) => hasBound(boundsAt(thresholds[quantity] ?? {}, isNight)));
  if (holding.length === 0) return "by-night";
  const isChecked = quantities.some(({ live, measured }) =>
    holding.some((quantity) => measured.includes(quantity) && live[quantity] !== undefined),
  );
  if (!isChecked && !isReported) return "no-values";
  return isMeasured("temperature") && !limited.includes("temperature")
    ? "no-temperature"
    : undefined;
}

function hasBound({ min, max }: ReturnType<typeof boundsAt>): boolean {
  return min !== undefined || max !== undefined;
}

/** Returns the quantities of all known values, however old. */
function measuredBy({ values, isOneReading }: SensorState): readonly Quantity[] {
  const measured = MEASUREMENTS.filter((measurement) => values[measurement] !== undefined);
  const isDerived =
    isOneReading && measured.includes("temperature") && measured.includes("humidity");
  return isDerived ? [...measured, ...DERIVED] : measured;
}

export interface Unchecked {
  readonly id: string;
  readonly name: string;
  readonly gap: Gap;
}

/** A greenhouse and its known gap. */
interface Covered {
  readonly greenhouse: { readonly id: string; readonly name: string };
  readonly sensors: readonly Sensor[];
  readonly gap: Gap | undefined;
}

export interface Coverage {
  /** The number of checked greenhouses. */
  readonly checked: number;
  readonly unchecked: readonly Unchecked[];
}

/** Summarizes greenhouses. Leaves out greenhouses without sensors. */
export function coverageOf(all: readonly Covered[]): Coverage {
  const equipped = all.filter(({ sensors }) => sensors.length > 0);
  const unchecked = equipped.flatMap(({ greenhouse: { id, name }, gap }) =>
    gap === undefined ? [] : [{ id, name, gap }],
  );
  return { checked: equipped.length - unchecked.length, unchecked };
}

/** Returns why no greenhouse is checked, if the reason is the same for all. Undefined if some are checked. */
export function commonGapOf({ checked, unchecked }: Coverage): Gap | undefined {
  const [first, ...others] = unchecked;
  const isCommon = checked === 0 && others.every(({ gap }) => gap === first?.gap);
  return isCommon ? first?.gap : undefined;
}
