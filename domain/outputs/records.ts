/** Readers of stored outputs, orders and states. Stored data is not trusted: invalid records are left out. */

import {
  entriesOf,
  fieldOf,
  fields,
  integerUpTo,
  oneOf,
  parseChildren,
  asNumber,
  asTime,
  parseRecord,
  asText,
  timeOf,
} from "../stored.ts";
import { MAX_VALUE, isOutputName, MAX_AGO_MS, MAX_VERSION } from "./limits.ts";
import { OUTPUT_KINDS, OUTPUT_REASONS } from "./model.ts";
import type { DefinedOutput, KnownOutput, Order, Output, OutputState, Reported } from "./model.ts";

const OUTPUT = {
  name: asText,
  kind: oneOf(OUTPUT_KINDS),
  ...fields(asNumber, "leaseSeconds", "maxOnSeconds"),
};
const VALUE = { value: integerUpTo(MAX_VALUE.level), version: integerUpTo(MAX_VERSION) };
const ORDER = { ...VALUE, by: asText, at: asTime };
const REPORTED = { ...VALUE, reason: oneOf(OUTPUT_REASONS) };
const CHANGED = { agoMs: integerUpTo(MAX_AGO_MS) };

export function parseOutput(stored: unknown): Output | undefined {
  const output = parseRecord(stored, OUTPUT);
  return output && { ...output, viewersMay: fieldOf(stored, "viewersMay") === true };
}

export function parseOrder(stored: unknown): Order | undefined {
  const order = parseRecord(stored, ORDER, {
    ...fields(asTime, "until", "since"),
    entry: asText,
  });
  return order && { until: undefined, ...order };
}

/** Reads a board's report, as sent or as stored; undefined if it is implausible. A bad `agoMs` counts as absent. */
export function parseReported(stored: unknown): Reported | undefined {
  const reported = parseRecord(stored, REPORTED, CHANGED);
  return reported?.reason === "fallback" && reported.value === 0 ? undefined : reported;
}

export function parseOutputState(stored: unknown): OutputState | undefined {
  const [reported, at] = [parseReported(stored), timeOf(stored, "at")];
  if (reported === undefined || at === undefined) return undefined;
  const { value, version, reason } = reported;
  const heard = timeOf(stored, "heard") ?? at;
  const boardSince = timeOf(stored, "since");
  // The board's clock may be off.
  const since = boardSince === undefined ? undefined : asTime(boardSince + heard - at);
  return { value, version, reason, at, heard, since };
}

/** Reads the orders of a log, the newest first. @param stored `outputLog/<farmId>/<uid>/<output>`, or a part of it */
export function parseOutputLog(stored: unknown): readonly Order[] {
  return parseChildren(stored, parseOrder).sort((a, b) => b.at - a.at || b.version - a.version);
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
