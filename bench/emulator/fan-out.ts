/** A write that many listen to. */

import type { SocketOutcome } from "../load/socket-worker.ts";
import { table, withRange } from "../report.ts";
import type { Part, Row } from "../report.ts";
import { OURS } from "./turns.ts";
import type { Field, Load } from "./turns.ts";

const LISTENERS = [1, 100, 1_000];

const time = ({ p50 }: SocketOutcome): number => p50;

export async function measureFanOut(load: Load, field: Field<string>): Promise<Part> {
  const names = [...field.keys()];
  const others = names.filter((name) => name !== OURS);
  const rows: Row[] = [];
  for (const listeners of LISTENERS) {
    const found = await load.takeTurns(field, { kind: "fan-out", listeners });
    rows.push([
      listeners.toLocaleString("en-US"),
      ...others.map((other) => withRange(found.ratio(OURS, other, time))),
      ...names.map((name) => withRange(found.of(name, time))),
    ]);
  }
  return {
    paragraphs: [
      "A record of five fields, written again and again, and the connections that listen to it: the milliseconds from " +
        "a write until it is acknowledged and the last of them has it. They share a process with the writer.",
      table(
        ["listeners", ...others.map((name) => `÷ ${name}`), ...names.map((name) => `${name} ms`)],
        rows,
      ),
    ],
    verdicts: [],
  };
}
