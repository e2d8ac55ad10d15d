/** What the project's own rules cost a reading. */

import { readFileSync } from "node:fs";
import { fromRoot } from "../../scripts/stack/project.ts";
import { seed } from "../load/readings.ts";
import type { SocketOutcome } from "../load/socket-worker.ts";
import { format, table, withRange } from "../report.ts";
import type { Part } from "../report.ts";
import { stop } from "./contenders.ts";
import type { Contender, Contenders } from "./contenders.ts";
import { OURS, RIVAL } from "./turns.ts";
import type { Load } from "./turns.ts";

const SENSORS = 100;
const WORK = { kind: "reading", connections: 1, inFlight: 64 } as const;

const microseconds = ({ perSecond }: SocketOutcome): number => 1e6 / perSecond;

export async function measureJudgement(load: Load, programs: Contenders): Promise<Part> {
  const data = JSON.stringify(seed(SENSORS));
  const open = { name: "readings", data };
  const judged = { name: "judged-readings", data, rules: shippedRules() };
  const field = new Map<string, Contender>();
  const add = (name: string, contender: Contender | undefined): void => {
    if (contender === undefined) throw new Error(`${name} did not start.`);
    field.set(name, contender);
  };
  const { startEmulator, startFirebaseServer } = programs;
  const names = [OURS, ...(startFirebaseServer === undefined ? [] : [RIVAL])];
  for (const [name, start] of [
    [OURS, startEmulator],
    [RIVAL, startFirebaseServer],
  ] as const) {
    if (start === undefined) continue;
    add(name, await start(judged));
    add(`${name}, open`, await start(open));
  }
  const found = await load.takeTurns(field, WORK);
  await stop([...field.values()]);
  const rows = names.map((name) => {
    const [ruled, free] = [name, `${name}, open`].map((each) => found.of(each, microseconds));
    if (ruled === undefined || free === undefined) throw new Error("Two names give two figures.");
    return [
      name,
      withRange(found.ratio(name, `${name}, open`, microseconds)),
      format(ruled.median - free.median, 0),
      withRange(ruled, 0),
      withRange(free, 0),
    ];
  });
  return {
    paragraphs: [
      "A reading as the functions write it, eleven places in one update, judged by the project's database.rules.json " +
        "and where everything is allowed: the microseconds of one, 64 in flight on one connection.",
      table(["", "judged ÷ open", "rules µs", "judged µs", "open µs"], rows),
    ],
    verdicts: [],
  };
}

/** Without its comments, which stand in lines of their own: not everybody reads them. */
function shippedRules(): string {
  return readFileSync(fromRoot("database.rules.json"), "utf8").replaceAll(/^[ \t]*\/\/.*$/gm, "");
}
