/** Ids of alerts and late findings. Each id stands beside its pattern, which the rules use. */

import { MAX_ID_CHARACTERS } from "../identity/keys.ts";
import { OUTPUT_NAME } from "../outputs/limits.ts";
import { QUANTITIES } from "../quantities/measurements.ts";
import { LATE_KINDS, OUTPUT_ALERT_KINDS, SENSOR_FINDINGS } from "./model.ts";
import type { Alert } from "./model.ts";

type IdFields = Pick<Alert, "kind" | "uid" | "measurement" | "output">;

const ANY_UID = `.{1,${MAX_ID_CHARACTERS}}`;

/** Returns the key of an open alert: at most one for each sensor, quantity or output, and kind. */
export function alertIdOf(alert: IdFields): string {
  return `${alert.kind},${alert.measurement ?? alert.output ?? ""},${alert.uid}`;
}

export function alertIdPattern(): string {
  const ofSensor = `(${SENSOR_FINDINGS.join("|")}),(${QUANTITIES.join("|")})?`;
  const ofOutput = `(${OUTPUT_ALERT_KINDS.join("|")}),${OUTPUT_NAME.slice(1, -1)}`;
  return `^(${ofSensor}|${ofOutput}),${ANY_UID}$`;
}

/** Prefix of the id of an alert that a notification reports late. The same alert may also be open now. */
export const LATE_PREFIX = "late,";

/** Returns the key of a late alert in a notification. */
export function lateIdOf(alert: IdFields): string {
  return LATE_PREFIX + alertIdOf(alert);
}

/** Returns the key of a late finding in `alerts/<farmId>/late`. */
export function lateFindingIdOf(finding: IdFields & Pick<Alert, "since">): string {
  return `${alertIdOf(finding)},${finding.since}`;
}

export function lateFindingIdPattern(): string {
  return `^(${LATE_KINDS.join("|")}),(${QUANTITIES.join("|")}),${ANY_UID},[0-9]{1,16}$`;
}
