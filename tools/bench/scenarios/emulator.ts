/** Measures the embedded database on its own: its start, and the cost of longer histories. */

import { deleteApp, initializeApp } from "firebase/app";
import type { FirebaseApp } from "firebase/app";
import {
  getDatabase,
  limitToLast,
  onValue,
  push,
  query,
  ref,
  remove,
  set,
} from "firebase/database";
import type { Query } from "firebase/database";
import { startDatabase } from "../../dev/stack/database.ts";
import type { RunningDatabase } from "../../dev/stack/database.ts";
import { NAMESPACE } from "../../dev/stack/project.ts";
import { entryAt, HISTORY_RULES, historyJson } from "../load/history.ts";
import { setRules, write } from "../processes/database.ts";
import { residentKibibytes } from "../processes/usage.ts";
import { atMost, format, table, withRange } from "../report.ts";
import type { Row, Section } from "../report.ts";
import { compare, inRounds, median, summarize } from "../statistics.ts";
import type { Spread } from "../statistics.ts";
import type { Bench, Effort } from "../effort.ts";

const ROUND_MS = 400;

export async function measureEmulator({ effort }: Bench): Promise<Section> {
  const start = await measureStart(effort);
  const growth = await measureGrowth(effort);
  return {
    title: "The embedded database",
    paragraphs: [...start.paragraphs, ...growth.paragraphs],
    targets: [...start.targets, ...growth.targets],
  };
}

type Part = Omit<Section, "title">;

async function measureStart({ coldStarts }: Effort): Promise<Part> {
  const milliseconds: number[] = [];
  const resident: number[] = [];
  for (let start = 0; start < coldStarts; start += 1) {
    const startedMs = performance.now();
    const database = await startDatabase();
    milliseconds.push(performance.now() - startedMs);
    resident.push(megabytes(database));
    await database.process.stop();
  }
  const [time, memory] = [summarize(milliseconds), summarize(resident)];
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
  readonly app: FirebaseApp;
}

async function measureGrowth({ rounds, histories }: Effort): Promise<Part> {
  const started: History[] = [];
  try {
    for (const entries of histories) {
      const database = await startDatabase();
      const { address } = database;
      const databaseURL = `http://${address}?ns=${NAMESPACE}`;
      started.push({ entries, database, app: initializeApp({ databaseURL }, address) });
      await setRules(address, HISTORY_RULES);
      await write("PUT", address, "", historyJson(entries));
    }
    const [first] = started;
    const longest = started.at(-1);
    if (first === undefined || longest === undefined) throw new Error("There is no history.");
    const found = await inRounds(rounds + 1, started, measureHistory);
    // The first round warms up.
    const timesOf = (history: History, key: keyof Times): number[] =>
      found(history)
        .slice(1)
        .map((times) => times[key]);
    const growth = (history: History, key: keyof Times): Spread =>
      compare(timesOf(history, key), timesOf(first, key));
    const rows = started.map((history): Row => [
      format(history.entries),
      ...(["append", "last"] as const).flatMap((key) => [
        withRange(growth(history, key)),
        withRange(summarize(timesOf(history, key))),
      ]),
      format(megabytes(history.database)),
    ]);
    const sizes = `${format(longest.entries)} entries against ${format(first.entries)}, at most 2`;
    return {
      paragraphs: [
        "Histories of different lengths, read and written with rules by the client SDK: an append, and listening to the " +
          "last 100 entries until they are there. `÷` compares with the shortest history.",
        table(["entries", "append ÷", "append ms", "last 100 ÷", "last 100 ms", "MB"], rows),
      ],
      targets: [
        atMost(2, `database: an append, ${sizes}`, growth(longest, "append")),
        atMost(2, `database: the last 100, ${sizes}`, growth(longest, "last")),
      ],
    };
  } finally {
    for (const { app, database } of started) {
      await deleteApp(app);
      await database.process.stop();
    }
  }
}

/** Medians in milliseconds. */
type Times = Record<"append" | "last", number>;

async function measureHistory({ app }: History): Promise<Times> {
  const history = ref(getDatabase(app), "history");
  const times = { append: [] as number[], last: [] as number[] };
  const endMs = performance.now() + ROUND_MS;
  while (performance.now() < endMs) {
    const entry = push(history);
    times.append.push(await timeOf(() => set(entry, entryAt(Date.now()))));
    // Removed, so that the history keeps its length.
    await remove(entry);
    times.last.push(await timeOf(() => listenOnce(query(history, limitToLast(100)))));
  }
  return { append: median(times.append), last: median(times.last) };
}

function listenOnce(target: Query): Promise<void> {
  return new Promise((resolve, reject) => {
    onValue(target, () => resolve(), reject, { onlyOnce: true });
  });
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

const megabytes = ({ process }: RunningDatabase): number =>
  residentKibibytes(process, "VmRSS") / 1_000;
