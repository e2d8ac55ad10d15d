/** Exclusions for views: which are in force, and which records a choice of readings needs. Pure. */

import type { Succession } from "@greenhouse/domain/identity/succession";
import { isInForce } from "@greenhouse/domain/quantities/corrections";
import type { Corrections } from "@greenhouse/domain/quantities/corrections";
import {
  MAX_EXCLUSION_AHEAD_MS,
  MAX_EXCLUSION_MS,
} from "@greenhouse/domain/quantities/corrections-model";
import type { Exclusion } from "@greenhouse/domain/quantities/corrections-model";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import type { ZonedClock } from "@greenhouse/domain/zoned-time";
import type { Window } from "../plot/time-range";

/** An exclusion of a sensor's readings. `uid` is the device that sent them, `owner` the sensor that shows them. */
export interface SensorExclusion extends Exclusion {
  readonly uid: string;
  readonly owner: string;
}

/** Returns the exclusions in force of sensors and of the devices before them, the newest first. */
export function exclusionsOf(
  owners: readonly string[],
  corrections: Pick<Corrections, "ofSensor">,
  { predecessorsOf }: Pick<Succession, "predecessorsOf">,
): readonly SensorExclusion[] {
  const found = owners.flatMap((owner) =>
    [owner, ...predecessorsOf(owner).map(({ uid }) => uid)].flatMap((uid) =>
      corrections
        .ofSensor(uid)
        .exclusions.filter(isInForce)
        .map((exclusion) => ({ ...exclusion, uid, owner })),
    ),
  );
  return found.toSorted((a, b) => b.from - a.from || b.at - a.at);
}

export function overlaps(
  { from, until }: Pick<Exclusion, "from" | "until">,
  shown: Window,
): boolean {
  return from <= shown.to && until > shown.from;
}

/** Returns the exclusions as people made them: a change of several devices before a sensor is one group. */
export function madeTogether(
  exclusions: readonly SensorExclusion[],
): readonly (readonly SensorExclusion[])[] {
  const groups = new Map<string, SensorExclusion[]>();
  for (const exclusion of exclusions) {
    const { owner, at, by, quantity, note } = exclusion;
    const key = JSON.stringify([owner, at, by, quantity, note, exclusion.import]);
    groups.set(key, [...(groups.get(key) ?? []), exclusion]);
  }
  return [...groups.values()];
}

/**
 * Returns the devices whose readings a sensor shows in a span, each with its part of the span. A device may have measured
 * elsewhere before it took another's place. Its earlier readings belong to the sensor, too.
 */
export function devicesIn(
  uid: string,
  { from, until }: Pick<Exclusion, "from" | "until">,
  { ownerOf, predecessorsOf }: Pick<Succession, "ownerOf" | "predecessorsOf">,
): readonly (Pick<Exclusion, "from" | "until"> & { readonly uid: string })[] {
  const devices = predecessorsOf(uid);
  const earlier = devices.flatMap((device) => {
    // A device that came back has readings of its own. The owner of readings changes only when devices are replaced.
    const changes = [...devices, ...predecessorsOf(device.uid)].map((change) => change.until);
    const start = [from, ...changes.filter((at) => at > from)]
      .toSorted((a, b) => a - b)
      .find((at) => ownerOf(device.uid, at) === uid);
    const end = Math.min(until, device.until);
    return start !== undefined && start < end ? [{ uid: device.uid, from: start, until: end }] : [];
  });
  return [{ uid, from, until }, ...earlier];
}

/** The last time that a `Date` can have, in Unix milliseconds. */
const LAST_TIME = 8_640_000_000_000_000;

/**
 * Returns the instants of typed local times; NaN for other texts. If the clock is set back, a local time occurs twice: a span
 * then starts at the first and ends at the second.
 * @param shown the instants that the fields showed at first. An unchanged field keeps its seconds
 */
export function typedSpan(
  typed: { readonly from: string; readonly until: string },
  shown: Pick<Exclusion, "from" | "until">,
  clock: Pick<ZonedClock, "wall" | "parseWall">,
): Pick<Exclusion, "from" | "until"> {
  const timeOf = (text: string, before: number, near: number): number =>
    text === clock.wall(before) ? before : clock.parseWall(text, near);
  return {
    from: timeOf(typed.from, shown.from, 0),
    until: timeOf(typed.until, shown.until, LAST_TIME),
  };
}

export type SpanFault = "badTime" | "endBeforeStart" | "tooLong" | "tooFarAhead";

/** Returns why a span cannot be left out. @param from NaN if the typed text is not a time */
export function faultOfSpan(from: number, until: number, now: number): SpanFault | undefined {
  if (!(from > 0) || !(until > 0)) return "badTime";
  if (until <= from) return "endBeforeStart";
  if (until - from > MAX_EXCLUSION_MS) return "tooLong";
  return until > now + MAX_EXCLUSION_AHEAD_MS ? "tooFarAhead" : undefined;
}

/**
 * Returns the quantities of the records: undefined stands for all.
 * @param isPartial whether the sensors measure more
 */
export function excludedQuantities(
  chosen: ReadonlySet<Measurement>,
  measured: readonly Measurement[],
  isPartial = false,
): readonly (Measurement | undefined)[] {
  const quantities = measured.filter((quantity) => chosen.has(quantity));
  return quantities.length === measured.length && !isPartial ? [undefined] : quantities;
}
