/** What is said of an alert, in any language: a file for each, because the page loads them with the view of the alerts. */

import type { SensorFinding } from "../alerts/findings.ts";
import type { Quantity } from "../quantities/measurements.ts";
import type { OutputFindingKind } from "../outputs/findings.ts";
import type { FindingWords } from "./finding-words.ts";

/** Values, bounds and times are formatted, with their units and, where the unit does not say what they are, a name. */
export interface AlertWords {
  /** Of numbers and times, for createFormat. */
  readonly locale: string;
  readonly names: Readonly<Record<Quantity, string>>;
  readonly findings: FindingWords;
  /** Says that the value of an alert is an old one: its quantity was last measured at this moment. */
  readonly lastValue: (moment: string) => string;
  /** "6.0 °C again" */
  readonly whatIsOver: (alert: OverWords) => string;
  readonly outputIsOver: Readonly<Record<OutputFindingKind, (name: string) => string>>;
  readonly lowest: (value: string) => string;
  readonly highest: (value: string) => string;
}

interface OverWords {
  readonly kind: SensorFinding["kind"];
  /** Of the measurement; undefined where the alert is about the whole sensor. */
  readonly name: string | undefined;
  readonly bound: string;
  /** The newest, where it is known to be within the bound. */
  readonly value: string | undefined;
  readonly duration: string;
}
