/** Words for alerts. Each language has its own file, because the page loads one with the view of the alerts. */

import type { SensorFinding } from "../alerts/findings.ts";
import type { Quantity } from "../quantities/measurements.ts";
import type { OutputAlertKind } from "../alerts/model.ts";
import type { FindingWords } from "./finding-words.ts";

/** Values, bounds and times are formatted with units. They have a name if the unit does not identify the quantity. */
export interface AlertWords {
  /** The locale of numbers and times, for createFormat. */
  readonly locale: string;
  readonly names: Readonly<Record<Quantity, string>>;
  readonly findings: FindingWords;
  /** Says that the value of an alert is old: its quantity was last measured at this moment. */
  readonly lastValue: (moment: string) => string;
  /** Returns for example "6.0 °C again". */
  readonly whatIsOver: (alert: OverWords) => string;
  readonly outputIsOver: Readonly<Record<OutputAlertKind, (name: string) => string>>;
}

interface OverWords {
  readonly kind: SensorFinding["kind"];
  /** The measurement's name; undefined if the alert is about the whole sensor. */
  readonly name: string | undefined;
  readonly bound: string;
  /** The newest value, if it is known to be within the bound. */
  readonly value: string | undefined;
  readonly duration: string;
}
