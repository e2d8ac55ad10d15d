/** The outputs of a greenhouse's boards. Pure. */

import { readOrder, readOutput, readOutputState } from "../../../domain/src/outputs";
import type { Order, Output, OutputId, OutputState } from "../../../domain/src/outputs";
import { entriesOf, fieldOf } from "../../../domain/src/stored";
import type { Sensor } from "./farm";

export interface BoardOutput extends OutputId {
  readonly defined: Output;
}

export interface KnownOutput extends BoardOutput {
  readonly order: Order | undefined;
  readonly state: OutputState | undefined;
}

/** @param stored `outputs/<farmId>` */
export function outputsOf(
  farmId: string,
  stored: unknown,
  sensors: readonly Sensor[],
): readonly BoardOutput[] {
  return sensors.flatMap(({ uid }) =>
    entriesOf(fieldOf(stored, uid)).flatMap(([output, value]) => {
      const defined = readOutput(value);
      return defined === undefined ? [] : [{ farmId, uid, output, defined }];
    }),
  );
}

/** @param orders `outputOrders/<farmId>` @param states `outputStates/<farmId>` */
export function withOrders(
  outputs: readonly BoardOutput[],
  orders: unknown,
  states: unknown,
): readonly KnownOutput[] {
  return outputs.map((each) => {
    const at = (stored: unknown): unknown => fieldOf(fieldOf(stored, each.uid), each.output);
    return { ...each, order: readOrder(at(orders)), state: readOutputState(at(states)) };
  });
}
