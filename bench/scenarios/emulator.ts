/** The embedded database by itself, beside the limit and, where that is wanted, beside firebase-server. */

import { prepareContenders, stop } from "../emulator/contenders.ts";
import type { Contender } from "../emulator/contenders.ts";
import { measureFanOut } from "../emulator/fan-out.ts";
import { measureGrowth, startHistories } from "../emulator/growth.ts";
import { measureInside } from "../emulator/inside.ts";
import { measureJudgement } from "../emulator/judgement.ts";
import { measureStart } from "../emulator/start.ts";
import { measureWrites } from "../emulator/throughput.ts";
import { ECHO, openLoad, OURS, RIVAL } from "../emulator/turns.ts";
import type { Section } from "../report.ts";
import type { Effort } from "./effort.ts";

/** @param isRivalWanted whether firebase-server is measured too */
export async function measureEmulator(effort: Effort, isRivalWanted: boolean): Promise<Section> {
  const programs = await prepareContenders(isRivalWanted);
  const start = await measureStart(programs, effort);
  const load = openLoad(effort);
  try {
    const judgement = await measureJudgement(load, programs);
    const histories = await startHistories(programs, effort.histories);
    const echo = await programs.startEcho();
    const fewest = Math.min(...effort.histories);
    const field = fieldOf([
      [OURS, histories.ours.get(fewest)],
      [ECHO, echo],
      [RIVAL, histories.rivals?.get(fewest)],
    ]);
    const writes = await measureWrites(load, field);
    const fanOut = await measureFanOut(load, field);
    // Last: firebase-server goes on telling everybody who ever listened.
    const growth = await measureGrowth(load, histories);
    await stop([echo, ...histories.ours.values(), ...(histories.rivals?.values() ?? [])]);
    const parts = [writes, fanOut, growth, judgement, start, await measureInside(effort)];
    return {
      title: "The embedded database",
      text: parts.flatMap(({ paragraphs }) => paragraphs).join("\n\n"),
      verdicts: parts.flatMap(({ verdicts }) => verdicts),
    };
  } finally {
    await load.close();
  }
}

function fieldOf(
  entries: readonly (readonly [string, Contender | undefined])[],
): ReadonlyMap<string, Contender> {
  const field = new Map<string, Contender>();
  for (const [name, contender] of entries) {
    if (contender !== undefined) field.set(name, contender);
  }
  return field;
}
