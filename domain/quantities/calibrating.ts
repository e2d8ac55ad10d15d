/** Turns what people measure into scale and offset. Pure. */

import { isScaling } from "./corrections-model.ts";
import type { Calibration } from "./corrections-model.ts";

export type Scaling = Pick<Calibration, "scale" | "offset">;

/** @param by how much the sensor reads too high; negative if it reads too low */
export function fromDifference(by: number): Scaling {
  return { scale: 1, offset: 0 - by };
}

/** What the sensor sent, and the true value at that time. */
export interface Point {
  readonly sent: number;
  readonly real: number;
}

/** Returns undefined if both points have the same reading or the same true value, or nearly so: no line leads through them. */
export function fromPoints(first: Point, second: Point): Scaling | undefined {
  const scale = (second.real - first.real) / (second.sent - first.sent);
  const offset = first.real - first.sent * scale;
  return isScaling({ scale, offset }) ? { scale, offset } : undefined;
}

/** Returns the scaling of a soil probe: dry is 0 %, wet is 100 %. Undefined if both readings are equal. */
export function fromDryAndWet(dry: number, wet: number): Scaling | undefined {
  return fromPoints({ sent: dry, real: 0 }, { sent: wet, real: 100 });
}
