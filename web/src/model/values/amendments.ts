/** What people changed about readings: calibrations, exclusions and replaced sensors. The object never changes. */

import { continuationIn, NO_SUCCESSION } from "@greenhouse/domain/identity/succession";
import type { Continuation, Succession } from "@greenhouse/domain/identity/succession";
import { NO_CORRECTIONS } from "@greenhouse/domain/quantities/corrections";
import type { Corrections } from "@greenhouse/domain/quantities/corrections";
import { entriesOf } from "@greenhouse/domain/stored";

export interface Amendments {
  readonly corrections: Corrections;
  readonly succession: Succession;
}

export const NO_AMENDMENTS: Amendments = {
  corrections: NO_CORRECTIONS,
  succession: NO_SUCCESSION,
};

/** @param registrations `registeredSensors` of a farm, by uid */
export function readContinuations(registrations: unknown): readonly Continuation[] {
  return entriesOf(registrations).flatMap(
    ([uid, registration]) => continuationIn(uid, registration) ?? [],
  );
}
