/** What a calibration changes: one reading in numbers, and the last days before and after. Pure. */

import type { Scaling } from "@greenhouse/domain/quantities/calibrating";
import { calibrated, calibrationAt, isInForce } from "@greenhouse/domain/quantities/corrections";
import type { Calibration } from "@greenhouse/domain/quantities/corrections-model";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import { DAY_MS } from "@greenhouse/domain/time";
import type { Column } from "../plot/series";

/** The length of the picture before and after the start. */
const PREVIEW_MS = 4 * DAY_MS;

/** A mean value of an hour, in chronological order. */
export interface PreviewPoint {
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

/** Returns the calibration of a quantity in force at a time. @param calibrations of the sensor, in order */
export function scalingAt(
  calibrations: readonly Calibration[],
  quantity: Measurement,
  at: number,
): Scaling | undefined {
  return calibrationAt(calibrations.filter(isInForce), quantity, at);
}

/**
 * Returns the values before and after a new calibration.
 * @param columns of the chart, which show the calibrations of now
 * @param from the new calibration's start, in Unix milliseconds
 * @param ownFrom when the device took another's place: earlier columns are of that device, which has its own calibrations
 */
export function previewOf(
  columns: readonly Column[],
  calibrations: readonly Calibration[],
  quantity: Measurement,
  scaling: Scaling,
  from: number,
  ownFrom = -Infinity,
): readonly PreviewPoint[] {
  const inForce = calibrations.filter(isInForce);
  const near = columns.filter(
    ({ start }) => Math.abs(start - from) <= PREVIEW_MS && start >= ownFrom,
  );
  return near.map(({ start, value }) => {
    const { scale, offset } = calibrationAt(inForce, quantity, start) ?? { scale: 1, offset: 0 };
    const isAfter = start >= from && !hasLater(inForce, quantity, from, start);
    const sent = (value - offset) / scale;
    return {
      at: start,
      before: value,
      after: isAfter ? calibrated(scaling, quantity, sent) : value,
    };
  });
}

/** Whether another calibration has replaced the new one at a time. */
function hasLater(
  calibrations: readonly Calibration[],
  quantity: Measurement,
  from: number,
  at: number,
): boolean {
  return calibrations.some(
    (calibration) =>
      calibration.quantity === quantity && calibration.from > from && calibration.from <= at,
  );
}

export const WIDTH = 300;
export const HEIGHT = 90;

export interface PreviewDrawing {
  /** SVG paths. */
  readonly before: string;
  readonly after: string;
  /** Where the new calibration starts, in units of the drawing; undefined outside of it. */
  readonly start: number | undefined;
  readonly low: number;
  readonly high: number;
}

/** Returns undefined without points. */
export function drawPreview(
  points: readonly PreviewPoint[],
  from: number,
): PreviewDrawing | undefined {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || first === last) return undefined;
  const values = points.flatMap(({ before, after }) => [before, after]);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (at: number): number => ((at - first.at) / (last.at - first.at)) * WIDTH;
  const y = (value: number): number => HEIGHT - ((value - low) / (high - low || 1)) * HEIGHT;
  const pathOf = (valueOf: (point: PreviewPoint) => number): string =>
    points
      .map((point, index) => {
        const place = `${x(point.at).toFixed(1)} ${y(valueOf(point)).toFixed(1)}`;
        return `${index === 0 ? "M" : "L"}${place}`;
      })
      .join("");
  return {
    before: pathOf(({ before }) => before),
    after: pathOf(({ after }) => after),
    start: from >= first.at && from <= last.at ? x(from) : undefined,
    low,
    high,
  };
}
