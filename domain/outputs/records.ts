/** Readers of stored outputs, orders and states. Stored data is not trusted: invalid records are left out. */

import { choiceOf, entriesOf, fieldOf, numberOf, textOf } from "../stored.ts";
import { MAX_VALUE, isOutputName, MAX_AGO_MS, MAX_VERSION } from "./limits.ts";
import { OUTPUT_KINDS, OUTPUT_REASONS } from "./model.ts";
import type { DefinedOutput, KnownOutput, Order, Output, OutputState, Reported } from "./model.ts";

export function parseOutput(stored: unknown): Output | undefined {
  const name = textOf(stored, "name");
  const kind = choiceOf(stored, "kind", OUTPUT_KINDS);
  const leaseSeconds = numberOf(stored, "leaseSeconds");
  const maxOnSeconds = numberOf(stored, "maxOnSeconds");
  const isWhole = name !== undefined && kind !== undefined && leaseSeconds !== undefined;
  if (!isWhole || maxOnSeconds === undefined) return undefined;
  const membersMay = fieldOf(stored, "membersMay") === true;
  return { name, kind, leaseSeconds, maxOnSeconds, membersMay };
}

export function parseOrder(stored: unknown): Order | undefined {
  const [value, version] = [numberOf(stored, "value"), numberOf(stored, "version")];
  const [by, at] = [textOf(stored, "by"), numberOf(stored, "at")];
  if (value === undefined || version === undefined || !isPlausible(value, version)) {
    return undefined;
  }
  if (by === undefined || at === undefined) return undefined;
  return { value, version, until: numberOf(stored, "until"), by, at };
}

/** Reads a board's report, as sent or as stored; undefined if it is implausible. A bad `agoMs` alone counts as absent. */
export function parseReported(stored: unknown): Reported | undefined {
  const [value, version] = [numberOf(stored, "value"), numberOf(stored, "version")];
  const reason = choiceOf(stored, "reason", OUTPUT_REASONS);
  if (value === undefined || version === undefined || reason === undefined) return undefined;
  if (!isPlausible(value, version)) return undefined;
  const agoMs = numberOf(stored, "agoMs") ?? NaN;
  return { value, version, reason, ...(isIntegerUpTo(agoMs, MAX_AGO_MS) && { agoMs }) };
}

export function parseOutputState(stored: unknown): OutputState | undefined {
  const [reported, at] = [parseReported(stored), numberOf(stored, "at")];
  if (reported === undefined || at === undefined) return undefined;
  const { value, version, reason } = reported;
  const heard = numberOf(stored, "heard") ?? at;
  const boardSince = numberOf(stored, "since");
  // The board's clock may be off.
  const since = boardSince === undefined ? undefined : boardSince + heard - at;
  return { value, version, reason, at, heard, since };
}

/** Reads the orders of a log, the newest first. @param stored `outputLog/<farmId>/<uid>/<output>`, or a part of it */
export function parseOutputLog(stored: unknown): readonly Order[] {
  return entriesOf(stored)
    .flatMap(([, entry]) => parseOrder(entry) ?? [])
    .toSorted((a, b) => b.at - a.at || b.version - a.version);
}

/** Reads the outputs of these boards. @param stored `outputs/<farmId>` */
export function outputsOf(
  farmId: string,
  stored: unknown,
  uids: readonly string[],
): readonly DefinedOutput[] {
  return uids.flatMap((uid) =>
    entriesOf(fieldOf(stored, uid)).flatMap(([output, value]) => {
      const defined = parseOutput(value);
      const isValid = defined !== undefined && isOutputName(output);
      return isValid ? [{ farmId, uid, output, defined }] : [];
    }),
  );
}

/** Adds orders and states. @param orders `outputOrders/<farmId>` @param states `outputStates/<farmId>` */
export function withOrders(
  outputs: readonly DefinedOutput[],
  orders: unknown,
  states: unknown,
): readonly KnownOutput[] {
  return outputs.map((output) => {
    const at = (stored: unknown): unknown => fieldOf(fieldOf(stored, output.uid), output.output);
    return { ...output, order: parseOrder(at(orders)), state: parseOutputState(at(states)) };
  });
}

function isPlausible(value: number, version: number): boolean {
  return isIntegerUpTo(value, MAX_VALUE.level) && isIntegerUpTo(version, MAX_VERSION);
}

function isIntegerUpTo(value: number, max: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= max;
}
