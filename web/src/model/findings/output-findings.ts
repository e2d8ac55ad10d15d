/** The findings of outputs, as the page shows them: in the lists of problems, and in red at the output itself. */

import { alertIdOf } from "@greenhouse/domain/alerts/ids";
import { outputCondition } from "@greenhouse/domain/outputs/condition";
import { outputFindingsOf } from "@greenhouse/domain/outputs/findings";
import type { OutputFinding } from "@greenhouse/domain/outputs/findings";
import type { KnownOutput } from "@greenhouse/domain/outputs/model";
import { outputsOf, withOrders } from "@greenhouse/domain/outputs/records";
import { entriesOf } from "@greenhouse/domain/stored";
import type { Sensor } from "../farm/farm";

/** The stored records of a farm's outputs. */
export interface StoredOutputs {
  /** `outputs/<farmId>`. */
  readonly outputs: unknown;
  /** `outputOrders/<farmId>`. */
  readonly orders: unknown;
  /** `outputStates/<farmId>`. */
  readonly states: unknown;
}

/** Returns the outputs of each greenhouse with outputs, by its id. */
export function outputsByGreenhouse(
  farmId: string,
  sensors: readonly Sensor[],
  { outputs, orders, states }: StoredOutputs,
): ReadonlyMap<string, readonly KnownOutput[]> {
  const boards = new Set(entriesOf(outputs).map(([uid]) => uid));
  const found = new Map<string, readonly KnownOutput[]>();
  for (const { uid, greenhouse } of sensors) {
    if (greenhouse === undefined || !boards.has(uid)) continue;
    const own = withOrders(outputsOf(farmId, outputs, [uid]), orders, states);
    found.set(greenhouse, [...(found.get(greenhouse) ?? []), ...own]);
  }
  return found;
}

/**
 * Returns the findings of an output. An expired order is found at once, so that the page never says that everything is
 * fine beside it. Its alert waits for a board that reports late.
 * @param nowMs Unix milliseconds
 * @param isOpen whether an alert with this id is open
 */
export function shownOutputFindings(
  knownOutput: KnownOutput,
  nowMs: number,
  isOpen: (alertId: string) => boolean,
): readonly OutputFinding[] {
  const { uid, output, defined, order, state } = knownOutput;
  const isMissed = outputCondition(defined, order, state, nowMs) === "missed";
  const isReported = isOpen(alertIdOf({ kind: "unapplied", uid, output }));
  return outputFindingsOf(knownOutput, nowMs, isMissed || isReported);
}
