/** Alerts as the database stores them. Jobs, page and command line share them. */

import { OUTPUT_FINDINGS, PLAN_FINDINGS } from "../outputs/findings.ts";
import type { OutputFindingKind, PlanFindingKind } from "../outputs/findings.ts";
import type { Quantity } from "../quantities/measurements.ts";
import type { SensorFinding } from "./findings.ts";
import type { AfterMinutes } from "./people.ts";

/** Kinds of findings and alerts about readings. */
export const SENSOR_FINDINGS = Object.keys({
  above: true,
  below: true,
  fault: true,
  silent: true,
  battery: true,
} satisfies Readonly<Record<SensorFinding["kind"], true>>) as readonly SensorFinding["kind"][];

/** Kinds of findings and alerts about outputs and their plans. */
export type OutputAlertKind = OutputFindingKind | PlanFindingKind;
export const OUTPUT_ALERT_KINDS: readonly OutputAlertKind[] = [
  ...OUTPUT_FINDINGS,
  ...PLAN_FINDINGS,
];

export type AlertKind = SensorFinding["kind"] | OutputAlertKind;
export const ALERT_KINDS: readonly AlertKind[] = [...SENSOR_FINDINGS, ...OUTPUT_ALERT_KINDS];

/**
 * The common fields of an alert's records. Without a measurement or an output, the alert is about the whole sensor. Times
 * are in Unix milliseconds.
 */
export interface Alert {
  readonly kind: AlertKind;
  readonly uid: string;
  readonly sensorName: string;
  /** The greenhouse's id. */
  readonly greenhouse: string;
  readonly greenhouseName: string;
  readonly measurement?: Quantity;
  /** The output's name in the database. */
  readonly output?: string;
  /** The name that people gave the output. */
  readonly outputName?: string;
  /**
   * A stored alert has the value with which it was raised. A notification has the newest value beyond the bound, or the
   * newest value if the alert is over. For an output, the ordered or set value.
   */
  readonly value?: number;
  readonly bound?: number;
  /** Time of the first check with the finding. For a silent sensor, time of its last reading. */
  readonly since: number;
}

/** `alerts/<farmId>/open/<alertId>`. */
export interface OpenAlert extends Alert {
  readonly raisedAt: number;
  /** The value farthest beyond the bound. */
  readonly extreme?: number;
  /** Time of the newest check that notified somebody (escalation.ts). */
  readonly remindedAt: number;
  /** When a check first found the alert over. */
  readonly clearingSince?: number;
  /** A person's uid. */
  readonly acknowledgedBy?: string;
  /** The `acknowledgedBy` that people were notified of. */
  readonly announced?: string;
  readonly snoozedUntil?: number;
  /** When the last answer ended, or will end; absent without an answer (escalation.ts). */
  readonly unansweredSince?: number;
  /** The highest `afterMinutes` that was notified before `unansweredSince`; absent: 0 minutes. */
  readonly notified?: AfterMinutes;
}

/** `alerts/<farmId>/log/<pushKey>`: an alert that is over. */
export interface LoggedAlert extends Alert {
  readonly raisedAt: number;
  readonly clearedAt: number;
  readonly extreme?: number;
  readonly acknowledgedBy?: string;
  /** When late readings showed the alert; absent if it was noticed in time. */
  readonly reportedAt?: number;
}

/** Kinds that late readings can show. */
export const LATE_KINDS = ["below", "above"] as const;

/** `alerts/<farmId>/late/<id>`: a finding of late readings, until a check records it. Times: Unix milliseconds. */
export interface LateFinding {
  readonly kind: (typeof LATE_KINDS)[number];
  readonly measurement: Quantity;
  readonly uid: string;
  /** The greenhouse's id. */
  readonly greenhouse: string;
  /** The value farthest beyond the bound. */
  readonly value: number;
  readonly bound: number;
  /** The first and the last reading beyond the bound. */
  readonly since: number;
  readonly until: number;
  readonly foundAt: number;
}

export function isOfOutput(kind: AlertKind): kind is OutputAlertKind {
  return OUTPUT_ALERT_KINDS.includes(kind as OutputAlertKind);
}
