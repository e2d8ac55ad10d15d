/** Writes a second over sockets. */

import type { SocketOutcome } from "../load/socket-worker.ts";
import { format, table, withRange } from "../report.ts";
import type { Part, Row } from "../report.ts";
import { ECHO, OURS } from "./turns.ts";
import type { Field, Load } from "./turns.ts";

const PRESSURES = [
  { name: "1 in flight", connections: 1, inFlight: 1 },
  { name: "64 in flight on one connection", connections: 1, inFlight: 64 },
  { name: "1 in flight on each of 64 connections", connections: 64, inFlight: 1 },
];

const rate = ({ perSecond }: SocketOutcome): number => perSecond;

export async function measureWrites(load: Load, field: Field<string>): Promise<Part> {
  const others = [...field.keys()].filter((name) => name !== OURS);
  const ratios: Row[] = [];
  const figures: Row[] = [];
  for (const { name: pressure, connections, inFlight } of PRESSURES) {
    const found = await load.takeTurns(field, { kind: "record", connections, inFlight });
    ratios.push([pressure, ...others.map((other) => withRange(found.ratio(OURS, other, rate)))]);
    for (const name of field.keys()) {
      figures.push([
        `${name}, ${pressure}`,
        withRange(found.of(name, rate), 0),
        format(found.of(name, ({ p50 }) => p50).median, 2),
        format(found.of(name, ({ p99 }) => p99).median, 2),
      ]);
    }
  }
  return {
    paragraphs: [
      "A record of five fields, written over and over again and judged by rules: how many times the writes a second of the others. " +
        `What "${ECHO}" answers is what the socket, Node and the load themselves allow.`,
      table(["", ...others.map((name) => `÷ ${name}`)], ratios),
      table(["", "a second", "p50 ms", "p99 ms"], figures),
    ],
    verdicts: [],
  };
}
