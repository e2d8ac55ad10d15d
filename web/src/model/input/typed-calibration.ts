/** Turns what a person types about a sensor into a calibration. Pure. */

import {
  fromDifference,
  fromDryAndWet,
  fromPoints,
} from "@greenhouse/domain/quantities/calibrating";
import type { Scaling } from "@greenhouse/domain/quantities/calibrating";
import { OFFSET } from "@greenhouse/domain/quantities/corrections-model";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import type { Units } from "../values/units";
import { parseFor } from "./typed-number";
import type { FieldNumber } from "./typed-number";

/** How a person knows that the sensor is wrong. */
export const WAYS = ["difference", "points", "soil"] as const;
export type Way = (typeof WAYS)[number];

/** The fields of each way. Readings are as the sensor sends them. */
export const FIELDS = {
  difference: ["by"],
  points: ["sent1", "real1", "sent2", "real2"],
  soil: ["dry", "wet"],
} as const satisfies Readonly<Record<Way, readonly string[]>>;
export type CalibrationField = (typeof FIELDS)[Way][number];

export interface TypedCalibration {
  readonly way: Way;
  readonly quantity: Measurement;
  /** Of the difference. */
  readonly direction: "high" | "low";
  readonly texts: Readonly<Partial<Record<CalibrationField, string>>>;
}

export type CalibrationFault = Exclude<FieldNumber["kind"], "number"> | "samePoints";

export type ParsedCalibration =
  | { readonly scaling: Scaling }
  | { readonly field: CalibrationField; readonly fault: CalibrationFault };

/**
 * Returns the calibration, or the first field with a fault.
 * @param units of the person; stored values have the domain's
 * @param inForce the calibration in force. The difference is to the values that it makes
 */
export function parseCalibration(
  { way, quantity, direction, texts }: TypedCalibration,
  units: Pick<Units, "stored" | "unit">,
  inForce: Scaling = { scale: 1, offset: 0 },
): ParsedCalibration {
  const values: number[] = [];
  for (const field of FIELDS[way]) {
    const typed = parseFor(isPossible, texts[field] ?? "", units.unit(quantity));
    if (typed.kind !== "number") return { field, fault: typed.kind };
    values.push(typed.value);
  }
  const [first = 0, second = 0, third = 0, fourth = 0] = values;
  const stored = (value: number): number => units.stored(value, quantity);
  switch (way) {
    case "difference": {
      const by = Math.abs(stored(first) - stored(0));
      const { offset } = fromDifference(direction === "high" ? by : -by);
      return { scaling: { scale: inForce.scale, offset: inForce.offset + offset } };
    }
    case "points":
      return scalingOr(
        fromPoints(
          { sent: stored(first), real: stored(second) },
          { sent: stored(third), real: stored(fourth) },
        ),
        isSame(first, third) ? "sent2" : "real2",
      );
    case "soil":
      return scalingOr(fromDryAndWet(first, second), "wet");
  }
}

function scalingOr(scaling: Scaling | undefined, field: CalibrationField): ParsedCalibration {
  return scaling === undefined ? { field, fault: "samePoints" } : { scaling };
}

function isPossible(value: number): boolean {
  return value >= OFFSET.min && value <= OFFSET.max;
}

function isSame(a: number, b: number): boolean {
  return a === b;
}

/** Returns the way that people usually know for a quantity. */
export function usualWay(quantity: Measurement): Way {
  if (quantity === "soilMoisture") return "soil";
  return TWO_POINTS.includes(quantity) ? "points" : "difference";
}

/** Buffer solutions have two known values. */
const TWO_POINTS: readonly Measurement[] = ["ph", "ec"];
