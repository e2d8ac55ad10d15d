/** `farm output list`: shows the orders for a farm's outputs, and what the boards reported. */

import { outputCondition } from "@greenhouse/domain/outputs/condition";
import { outputsOf, parseOutput, withOrders } from "@greenhouse/domain/outputs/records";
import type { KnownOutput } from "@greenhouse/domain/outputs/model";
import type { OutputCondition } from "@greenhouse/domain/outputs/condition";
import { entriesOf } from "@greenhouse/domain/stored";
import type { Json } from "../../core/database";
import { farmCommand } from "../../core/hint";
import { serverTime } from "../../core/session";
import type { OpenSession } from "../../core/session";
import { formatTable } from "../../core/text";
import { requireFarm } from "../../farm/stored-farms";
import { readFarmTimes } from "../../outputs/farm-times";
import type { FarmTimes } from "../../outputs/farm-times";
import { describeCondition, formatValue, orderJson } from "../../outputs/output-text";

interface ListedOutput extends KnownOutput {
  readonly condition: OutputCondition;
}

/** A definition that an administrator has damaged. */
interface UnreadableOutput {
  readonly uid: string;
  readonly output: string;
}

export async function listOutputs(session: OpenSession, farmId: string): Promise<void> {
  const { database, out } = session;
  await requireFarm(database, farmId);
  const [nowMs, times] = [await serverTime(session), await readFarmTimes(database, farmId)];
  const [outputs, states] = await Promise.all([
    database.read(`outputs/${farmId}`),
    database.read(`outputStates/${farmId}`),
  ]);
  // Read after the states: a board may report an order that is newer than the orders read before.
  const orders = await database.read(`outputOrders/${farmId}`);
  const uids = entriesOf(outputs).map(([uid]) => uid);
  const listed = withOrders(outputsOf(farmId, outputs, uids), orders, states).map((output) => ({
    ...output,
    condition: outputCondition(output.defined, output.order, output.state, nowMs),
  }));
  const unreadable = unreadableOf(outputs);
  const adding = farmCommand("output add", [], {
    rest: "<uid> <output> <name>",
    options: "--max-a-day 30m",
  });
  out.result(
    [...listed.map(toJson), ...unreadable.map((id) => ({ ...id, condition: "unreadable" }))],
    formatTable(
      ["sensor", "output", "name", "now", "board reports"],
      [...listed.map((output) => rowOf(output, nowMs, times)), ...unreadable.map(rowOfUnreadable)],
      `${farmId} has no outputs. Add one: ${adding}`,
    ) + (listed.length === 0 ? "" : `\n${times.remark}`),
  );
}

function unreadableOf(outputs: Json): readonly UnreadableOutput[] {
  return entriesOf(outputs).flatMap(([uid, definitions]) =>
    entriesOf(definitions)
      .filter(([, stored]) => parseOutput(stored) === undefined)
      .map(([output]) => ({ uid, output })),
  );
}

function toJson({ uid, output, defined, order, state, condition }: ListedOutput): Json {
  return {
    uid,
    output,
    ...defined,
    condition,
    order: order === undefined ? null : orderJson(order),
    state: state === undefined ? null : { ...state, since: state.since ?? null },
  };
}

function rowOf(row: ListedOutput, nowMs: number, times: FarmTimes): readonly string[] {
  const { uid, output, defined, state } = row;
  const reported =
    state === undefined
      ? "nothing yet"
      : `${formatValue(defined, state.value)}, ${times.minute(state.heard)}`;
  return [uid, output, defined.name, describeCondition(row, nowMs, times), reported];
}

function rowOfUnreadable({ uid, output }: UnreadableOutput): readonly string[] {
  const removing = farmCommand("output remove", [uid, output]);
  return [uid, output, "", `off: the definition cannot be read. ${removing}`, ""];
}
