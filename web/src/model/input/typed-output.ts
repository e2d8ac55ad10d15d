/** Parses and checks the typed fields of an output, with times in minutes. */

import {
  isOutputName,
  LEASE_SECONDS,
  MAX_ON_SECONDS,
  MAX_OUTPUTS,
  MIN_HOLD_LEASE_SECONDS,
} from "@greenhouse/domain/outputs/limits";
import type { Output, OutputKind } from "@greenhouse/domain/outputs/model";
import { entriesOf, fieldOf, textOf } from "@greenhouse/domain/stored";
import type { MeaningOf } from "./draft";
import { meaningOf, numberText, parseFor } from "./typed-number";
import type { FieldNumber } from "./typed-number";
import { faultOfName } from "./validate";
import type { Fault } from "./validate";

/** The fields that can be changed later. `viewers` is empty if viewers may not order. */
export type TypedOutput = Readonly<Record<"name" | "lease" | "limit" | "viewers", string>>;
export type TimeField = "lease" | "limit";
/** `shortForPlan`: The output's plan of the kind "hold" needs a longer lease. */
export type TimeFault = Exclude<FieldNumber["kind"], "number"> | "shortForPlan";

/** In seconds. */
export const TIMES = { lease: LEASE_SECONDS, limit: MAX_ON_SECONDS } as const;

/** The daily limit has no default, so that owners think about it. */
export const NEW_OUTPUT: TypedOutput = { name: "", lease: "10", limit: "", viewers: "" };
export const VIEWERS_MAY = "may";

export function typedOutput(output: Output, locale: string): TypedOutput {
  return {
    name: output.name,
    lease: minutesText(output.leaseSeconds, locale),
    limit: minutesText(output.maxOnSeconds, locale),
    viewers: output.viewersMay ? VIEWERS_MAY : "",
  };
}

/** Writes minutes with two digits, which is enough to get the same seconds back. */
export function minutesText(seconds: number, locale: string): string {
  return numberText(seconds / 60, locale, 2);
}

/** @returns seconds */
export function parseTime(field: TimeField, text: string): FieldNumber {
  const { min, max } = TIMES[field];
  const secondsOf = (minutes: number): number => Math.round(minutes * 60);
  const isTaken = (minutes: number): boolean =>
    secondsOf(minutes) >= min && secondsOf(minutes) <= max;
  const parsed = parseFor(isTaken, text, "min");
  return parsed.kind === "number" ? { ...parsed, value: secondsOf(parsed.value) } : parsed;
}

export const meaningOfOutput: MeaningOf = (field, text) =>
  field === "lease" || field === "limit" ? meaningOf(parseTime(field, text), text) : text.trim();

export interface OutputFaults {
  readonly name: Fault | undefined;
  readonly lease: TimeFault | undefined;
  readonly limit: TimeFault | undefined;
}

/**
 * Returns the shortest lease that the output of a plan may get, in seconds. A lease that is shorter already may stay.
 * @param plan `outputPlans/<farmId>/<uid>/<output>`
 */
export function minLeaseSeconds(plan: unknown, { leaseSeconds }: Output): number {
  const isHeld = textOf(plan, "kind") === "hold";
  return isHeld ? Math.min(MIN_HOLD_LEASE_SECONDS, leaseSeconds) : LEASE_SECONDS.min;
}

/** Returns the output, or what is wrong with each field. @param minLease see `minLeaseSeconds` */
export function parseTypedOutput(
  typed: TypedOutput,
  kind: OutputKind,
  minLease: number = LEASE_SECONDS.min,
): { readonly output: Output } | { readonly faults: OutputFaults } {
  const [name, lease, limit] = [
    faultOfName(typed.name),
    parseTime("lease", typed.lease),
    parseTime("limit", typed.limit),
  ];
  const isShort = lease.kind === "number" && lease.value < minLease;
  if (name !== undefined || lease.kind !== "number" || limit.kind !== "number" || isShort) {
    const faultOf = ({ kind: found }: FieldNumber): TimeFault | undefined =>
      found === "number" ? undefined : found;
    const faultOfLease = isShort ? "shortForPlan" : faultOf(lease);
    return { faults: { name, lease: faultOfLease, limit: faultOf(limit) } };
  }
  return {
    output: {
      name: typed.name.trim(),
      kind,
      leaseSeconds: lease.value,
      maxOnSeconds: limit.value,
      viewersMay: typed.viewers === VIEWERS_MAY,
    },
  };
}

/** The fields that cannot be changed later: the sensor of the board, and the output's name in the board's code. */
export type OutputPlace = Readonly<Record<"uid" | "output", string>>;
export type PlaceFault = "empty" | "full" | "badOutput" | "takenOutput";

/** @param stored `outputs/<farmId>`; outputs that cannot be read also use up a place */
export function faultsOfPlace(
  { uid, output }: OutputPlace,
  stored: unknown,
): Readonly<Record<keyof OutputPlace, PlaceFault | undefined>> {
  const own = entriesOf(fieldOf(stored, uid));
  const faultOfOutput = (): PlaceFault | undefined => {
    if (output === "") return "empty";
    if (!isOutputName(output)) return "badOutput";
    return own.some(([name]) => name === output) ? "takenOutput" : undefined;
  };
  const faultOfBoard = own.length >= MAX_OUTPUTS ? "full" : undefined;
  return { uid: uid === "" ? "empty" : faultOfBoard, output: faultOfOutput() };
}
