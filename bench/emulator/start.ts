/** How long a database takes until it listens, and how much memory it holds then, beside a Node program that does nothing. */

import { table, withRange } from "../report.ts";
import type { Part, Verdict } from "../report.ts";
import { inRounds } from "../rounds.ts";
import type { Effort } from "../scenarios/effort.ts";
import { compare, summarize } from "../statistics.ts";
import { residentMegabytes, stop } from "./contenders.ts";
import type { Contender, Contenders } from "./contenders.ts";
import { ECHO, OURS, RIVAL } from "./turns.ts";

const MAX_MS = 500;
const MAX_MEGABYTES = 80;
const NOTHING = { name: "nothing", data: "{}" };
const IDLE = "a Node that idles";

interface Started {
  readonly milliseconds: number;
  readonly megabytes: number;
}

export async function measureStart(programs: Contenders, effort: Effort): Promise<Part> {
  const { startFirebaseServer } = programs;
  const starts = new Map<string, () => Promise<Contender | undefined>>([
    [OURS, () => programs.startEmulator(NOTHING)],
    [IDLE, programs.startIdle],
    [ECHO, programs.startEcho],
  ]);
  if (startFirebaseServer !== undefined) {
    starts.set(RIVAL, () => startFirebaseServer(NOTHING));
  }
  const found = await inRounds(effort.coldStarts, [...starts.keys()], async (name) =>
    weigh(await starts.get(name)?.()),
  );
  const values = (name: string, value: keyof Started): readonly number[] =>
    (found.get(name) ?? []).map((started) => started[value]);
  const rows = [...starts.keys()].map((name) => [
    name,
    withRange(compare(values(name, "milliseconds"), values(IDLE, "milliseconds"))),
    withRange(compare(values(name, "megabytes"), values(IDLE, "megabytes"))),
    withRange(summarize(values(name, "milliseconds")), 0),
    withRange(summarize(values(name, "megabytes")), 0),
  ]);
  const isBelow = (target: string, value: keyof Started, most: number): Verdict[] => {
    const spread = summarize(values(OURS, value));
    const found = withRange(spread, 0);
    // Not every system tells how much memory a process holds.
    if (Number.isNaN(spread.median)) return [];
    return [{ target: `database: ${target}`, found, isMet: spread.median < most }];
  };
  return {
    paragraphs: [
      "From the start of the process until it listens, empty, and the memory that it holds then.",
      table(["", `÷ ${IDLE}`, "memory ÷ its", "ms", "MB"], rows),
    ],
    verdicts: [
      ...isBelow(`milliseconds until it listens, below ${MAX_MS}`, "milliseconds", MAX_MS),
      ...isBelow(`megabytes when empty, below ${MAX_MEGABYTES}`, "megabytes", MAX_MEGABYTES),
    ],
  };
}

async function weigh(contender: Contender | undefined): Promise<Started> {
  if (contender === undefined) throw new Error("It did not start.");
  const megabytes = residentMegabytes(contender);
  await stop([contender]);
  return { milliseconds: contender.milliseconds, megabytes };
}
