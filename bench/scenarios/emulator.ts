/** The embedded database by itself: its start, and the cost of longer histories. */

import { readFileSync } from "node:fs";
import { startDatabase } from "../../scripts/stack/database.ts";
import type { RunningDatabase } from "../../scripts/stack/database.ts";
import type { Running } from "../../scripts/stack/processes.ts";
import { HISTORY_RULES, historyJson, LAST_HUNDRED, newEntry } from "../load/history.ts";
import { Socket } from "../load/socket.ts";
import { setRules, write } from "../processes/database.ts";
import { atMost, format, sectionOf, table, withRange } from "../report.ts";
import type { Row, Section, Target } from "../report.ts";
import { compare, inRounds, median, summarize } from "../statistics.ts";
import type { Bench, Effort } from "../effort.ts";

const ROUND_MS = 400;

type Part = Omit<Section, "title">;

export async function measureEmulator({ effort }: Bench): Promise<Section> {
  return sectionOf("The embedded database", [
    await measureStart(effort),
    await measureGrowth(effort),
  ]);
}

async function measureStart({ coldStarts }: Effort): Promise<Part> {
  const milliseconds: number[] = [];
  const megabytes: number[] = [];
  for (let start = 0; start < coldStarts; start += 1) {
    const startedMs = performance.now();
    const database = await startDatabase();
    milliseconds.push(performance.now() - startedMs);
    megabytes.push(residentMegabytes(database.process));
    await database.process.stop();
  }
  const [time, memory] = [summarize(milliseconds), summarize(megabytes)];
  return {
    paragraphs: [
      `An empty database with the project's rules listens after ${withRange(time, 0)} ms and holds ${withRange(memory, 0)} MB.`,
    ],
    targets: [
      atMost(500, "database: milliseconds until it listens, at most 500", time),
      atMost(80, "database: megabytes when empty, at most 80", memory),
    ],
  };
}

interface History {
  readonly entries: number;
  readonly database: RunningDatabase;
  readonly socket: Socket;
}

async function measureGrowth({ rounds, histories }: Effort): Promise<Part> {
  const started: History[] = [];
  try {
    for (const entries of histories) {
      const database = await startDatabase();
      started.push({ entries, database, socket: await Socket.connect(database.address) });
      await setRules(database.address, HISTORY_RULES);
      await write("PUT", database.address, "", historyJson(entries));
    }
    // The first round warms up.
    const [first, ...others] = started;
    if (first === undefined) throw new Error("There is no history to measure.");
    const append = await inRounds(rounds + 1, started, ({ socket }) => timeOfAppend(socket));
    const last = await inRounds(rounds + 1, started, ({ socket }) => timeOfLastHundred(socket));
    const of = (found: typeof append, history: History): readonly number[] =>
      (found.get(history) ?? []).slice(1);
    const rows = started.map((history): Row => [
      format(history.entries),
      ...[append, last].flatMap((found) => [
        withRange(compare(of(found, history), of(found, first))),
        withRange(summarize(of(found, history))),
      ]),
      format(residentMegabytes(history.database.process)),
    ]);
    const most = others.at(-1) ?? first;
    const title = `${format(most.entries)} entries against ${format(first.entries)}, at most 2`;
    const target = (name: string, found: typeof append): Target =>
      atMost(2, `database: ${name}, ${title}`, compare(of(found, most), of(found, first)));
    return {
      paragraphs: [
        "Histories of different lengths over a socket, with rules: an append, and listening to the last 100 entries " +
          "until the answer. `÷` compares with the shortest history.",
        table(["entries", "append ÷", "append ms", "last 100 ÷", "last 100 ms", "MB"], rows),
      ],
      targets: [target("an append", append), target("the last 100", last)],
    };
  } finally {
    await Promise.all(started.map(({ socket, database }) => close(socket, database)));
  }
}

/** The median in milliseconds. Each entry is removed again, so that the history keeps its length. */
async function timeOfAppend(socket: Socket): Promise<number> {
  return repeat(async () => {
    const entry = newEntry(Date.now());
    const elapsedMs = await timeOf(() => socket.ask("p", entry));
    await socket.ask("p", { ...entry, d: null });
    return elapsedMs;
  });
}

async function timeOfLastHundred(socket: Socket): Promise<number> {
  return repeat(async () => {
    const elapsedMs = await timeOf(() => socket.ask("q", { ...LAST_HUNDRED, h: "" }));
    await socket.ask("n", LAST_HUNDRED);
    return elapsedMs;
  });
}

async function repeat(measure: () => Promise<number>): Promise<number> {
  const endMs = performance.now() + ROUND_MS;
  const times: number[] = [];
  do times.push(await measure());
  while (performance.now() < endMs);
  return median(times);
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

async function close(socket: Socket, database: RunningDatabase): Promise<void> {
  socket.close();
  await database.process.stop();
}

/** What is resident; NaN where the system does not say. */
function residentMegabytes({ child }: Running): number {
  if (process.platform !== "linux") return NaN;
  const status = readFileSync(`/proc/${child.pid ?? 0}/status`, "utf8");
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  return Number(kilobytes) / 1_000;
}
