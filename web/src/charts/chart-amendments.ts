/** What the charts show of people's changes of readings. The tools fill it in when they are loaded. */

import type { ChartNote } from "../model/farm/notes";
import type { SensorExclusion } from "../model/farm/left-out";
import type { Window } from "../model/plot/time-range";

export interface ChartAmendments {
  /** The span that a person marks now. */
  readonly marked: Window | undefined;
  /** The exclusions that are shown, with their readings as hollow points; undefined while they are hidden. */
  readonly exclusions: readonly SensorExclusion[] | undefined;
  /** When sensors got a new device. */
  readonly devices: readonly ChartNote[];
}

export const NOTHING_AMENDED: ChartAmendments = {
  marked: undefined,
  exclusions: undefined,
  devices: [],
};
