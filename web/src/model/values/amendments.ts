/** What people changed about readings: calibrations, exclusions and replaced sensors. The object never changes. */

import { NO_SUCCESSION } from "@greenhouse/domain/identity/succession";
import type { Succession } from "@greenhouse/domain/identity/succession";
import { NO_CORRECTIONS } from "@greenhouse/domain/quantities/corrections";
import type { Corrections } from "@greenhouse/domain/quantities/corrections";

export interface Amendments {
  readonly corrections: Corrections;
  readonly succession: Succession;
}

export const NO_AMENDMENTS: Amendments = {
  corrections: NO_CORRECTIONS,
  succession: NO_SUCCESSION,
};
